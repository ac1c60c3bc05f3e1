import { isIpv4, isIpv6 } from '../../model/ip.js';
import type { ServiceEntry } from '../../model/istio.js';
import { isKubernetes, type Service } from '../../model/service.js';
import type { ProxyNetwork } from './proxy-network.js';

export const UNSPECIFIED = '0.0.0.0';

/**
 * The address under which a proxy reaches a service: its cluster IP of the proxy's family, an address that istiod allocated,
 * or the one that the object names; `0.0.0.0` when there is none.
 * istiod 1.28 pilot/pkg/model/service.go: GetAddressForProxy
 */
export function addressFor(service: Service, network: ProxyNetwork): string {
  return addressesFor(service, network)[0] ?? service.address;
}

/** The same for a listener: a ServiceEntry without address is anywhere, in the proxy's family. */
export function listenAddress(service: Service, network: ProxyNetwork): string {
  const address = addressFor(service, network);
  return address === UNSPECIFIED && !isKubernetes(service) ? network.wildcard : address;
}

/** Every address that requests may name instead of the host. …: GetAllAddressesForProxy */
export function addressesFor(service: Service, network: ProxyNetwork): string[] {
  const own = isKubernetes(service)
    ? service.addresses
    : network.usesAllocatedAddresses && service.address === UNSPECIFIED
      ? allocatedAddresses(service)
      : [];
  const fitting = own.filter((address) => (isIpv4(address) ? network.ipv4 : isIpv6(address) && network.ipv6));
  return fitting.length > 0 ? fitting : [service.address];
}

/** istiod 1.28 pilot/pkg/networking/serviceentry/ip_autoallocation.go: GetHostAddressesFromServiceEntry */
function allocatedAddresses({ source, hostname, resolution }: Service): string[] {
  const entry = source as ServiceEntry;
  const status = entry.status as { addresses?: { value?: string; host?: string }[] } | undefined;
  if (
    resolution === 'Passthrough' ||
    entry.metadata.labels?.['networking.istio.io/enable-autoallocate-ip'] === 'false'
  ) {
    return [];
  }
  return (status?.addresses ?? []).filter(({ host }) => !host || host === hostname).flatMap(({ value }) => value ?? []);
}
