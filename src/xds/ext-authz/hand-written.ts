import { fieldOf, type FieldRef } from '../../model/resource.js';
import type { Patch } from '../envoy-filters/patches.js';
import type { Chain } from './filters.js';

/** An ext_authz filter that an EnvoyFilter spells out: no policy, no provider, and the cluster's name as it was written. */
export interface HandWrittenFilter {
  name: string;
  chain: Chain;
  api: 'grpc' | 'http';
  cluster: string;
  /** The authority, or the URI. */
  target: string;
  failOpen: boolean;
  by: FieldRef;
}

const CHAINS: Record<string, Chain> = { HTTP_FILTER: 'http', NETWORK_FILTER: 'tcp' };
const TYPE = /\/envoy\.extensions\.filters\.(http|network)\.ext_authz\.v3\.ExtAuthz$/;

export function handWrittenFilters(patches: readonly Patch[]): HandWrittenFilter[] {
  return patches.flatMap(({ object, path, applyTo, value }): HandWrittenFilter[] => {
    const chain = CHAINS[applyTo];
    const filter = fields(value);
    const config = fields(filter['typed_config'] ?? filter['typedConfig']);
    if (!chain || !TYPE.test(text(config['@type']))) return [];
    const caller = fields(config['http_service'] ?? config['httpService']);
    const http = fields(caller['server_uri'] ?? caller['serverUri']);
    const service = fields(config['grpc_service'] ?? config['grpcService']);
    const grpc = fields(service['envoy_grpc'] ?? service['envoyGrpc']);
    const overHttp = Object.keys(http).length > 0;
    return [
      {
        name: text(filter['name']),
        chain,
        api: overHttp ? 'http' : 'grpc',
        cluster: text(overHttp ? http['cluster'] : (grpc['cluster_name'] ?? grpc['clusterName'])),
        target: text(overHttp ? http['uri'] : grpc['authority']),
        failOpen: (config['failure_mode_allow'] ?? config['failureModeAllow']) === true,
        by: fieldOf(object, `${path}.patch.value`),
      },
    ];
  });
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
