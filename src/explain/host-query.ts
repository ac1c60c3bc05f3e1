import { isSubsetOf, isWildcard } from '../model/host.js';
import { isIp } from '../model/ip.js';
import type { Mesh } from '../xds/mesh.js';

/** What a HOST argument means in a mesh. */
export interface HostQuery {
  /** One, or those that a wildcard covers, or those of an address. */
  hosts: string[];
  port?: number;
  namespace?: string;
  /** Of a cluster's name. */
  subset?: string;
  /** How the argument was read, when it is not the host itself. */
  note?: string;
}

/**
 * Reads `host`, `host:port`, `name`, `name.namespace`, `namespace/host`, a wildcard, an address of a service, or the name of a cluster.
 * A name that nothing has is kept as it is (short ones completed with the proxy's namespace), so that the answer can name near misses.
 */
export function readHost(text: string, proxyNamespace: string, mesh: Mesh): HostQuery {
  const cluster = /^outbound\|(\d+)\|([^|]*)\|(.+)$/.exec(text) ?? /^outbound_\.(\d+)_\.([^_]*)_\.(.+)$/.exec(text);
  if (cluster) {
    const [, port, subset, host] = cluster;
    return { hosts: [host!], port: Number(port), ...(subset && { subset }), note: `cluster ${text}` };
  }
  const { rest, port } = splitPort(text);
  const slash = rest.indexOf('/');
  const namespace = slash > 0 ? rest.slice(0, slash) : undefined;
  const name = slash > 0 ? rest.slice(slash + 1) : rest;
  return {
    ...find(name, namespace ?? proxyNamespace, mesh),
    ...(port !== undefined && { port }),
    ...(namespace && namespace !== '*' && { namespace }),
  };
}

function splitPort(text: string): { rest: string; port?: number } {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text);
  if (bracketed) return { rest: bracketed[1]!, ...(bracketed[2] && { port: Number(bracketed[2]) }) };
  const match = /^([^:]+):(\d+)$/.exec(text);
  return match ? { rest: match[1]!, port: Number(match[2]) } : { rest: text };
}

function find(name: string, namespace: string, { world, controlPlane, admitted }: Mesh): HostQuery {
  const { byHost, rows } = world.registry;
  if (byHost.has(name)) return { hosts: [name] };
  if (isIp(name)) {
    const owners = rows.filter(({ address, addresses }) => address === name || addresses.includes(name));
    const hosts = [...new Set(owners.map(({ hostname }) => hostname))];
    if (hosts.length === 0) return { hosts: [name], note: `no service has address ${name}` };
    return { hosts, note: `address ${name} belongs to ${hosts.join(', ')}` };
  }
  if (isWildcard(name)) {
    const covered = [...byHost.keys()].filter((host) => isSubsetOf(host, name)).sort();
    return covered.length > 0
      ? { hosts: covered, note: `hosts covered by ${name}: ${covered.length}` }
      : { hosts: [name] };
  }
  const completed = complete(name, namespace, controlPlane.domainSuffix);
  const owner = /^[^.]+\.([^.]+)$/.exec(name)?.[1];
  const isService =
    !name.includes('.') || name.endsWith('.svc') || (owner !== undefined && admitted.namespaces.has(owner));
  return { hosts: [byHost.has(completed) || isService ? completed : name] };
}

/** The full name that a short one stands for. */
function complete(name: string, namespace: string, domainSuffix: string): string {
  if (!name.includes('.')) return `${name}.${namespace}.svc.${domainSuffix}`;
  if (name.endsWith('.svc')) return `${name}.${domainSuffix}`;
  return name.split('.').length === 2 ? `${name}.svc.${domainSuffix}` : name;
}
