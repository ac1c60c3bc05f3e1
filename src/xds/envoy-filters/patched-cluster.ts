import { isMapping } from '../../model/mapping.js';
import type { Resource } from '../../model/resource.js';
import type { Endpoint, Health } from '../../registry/endpoint.js';
import type { ClusterType } from '../cluster.js';

/** What of an Envoy cluster patches can change, as far as answers tell of it. */
export interface EnvoyCluster {
  name: string;
  type: ClusterType;
  /** Endpoints that stand in the cluster itself. */
  inline: readonly Endpoint[];
  /** The name under which EDS is asked. */
  edsName: string;
}

type Json = Record<string, unknown>;

/**
 * Merges the value of a patch into a cluster. One with a transport socket changes nothing else.
 * istiod 1.28 pilot/pkg/networking/core/envoyfilter/cluster_patch.go: mergeTransportSocketCluster, pkg/proto/merge
 */
export function mergeValue(cluster: EnvoyCluster, value: unknown, source: Resource, replaceLists: boolean) {
  const patch = isMapping(value) ? value : {};
  if (field(patch, 'transportSocket') !== undefined) return cluster;
  const added = inlineEndpoints(patch, source);
  return {
    name: textOf(patch, 'name') || cluster.name,
    type: typeOf(patch) ?? cluster.type,
    inline: replaceLists && added.length > 0 ? added : [...cluster.inline, ...added],
    edsName: edsNameOf(patch) || cluster.edsName,
  };
}

/** A cluster that a patch spells out. */
export function clusterFromValue(value: unknown, source: Resource): EnvoyCluster {
  const patch = isMapping(value) ? value : {};
  const name = textOf(patch, 'name');
  return {
    name,
    type: typeOf(patch) ?? 'STATIC',
    inline: inlineEndpoints(patch, source),
    edsName: edsNameOf(patch) || name,
  };
}

/** In the order of Envoy's enumeration, which may be given as a number. */
const TYPES = ['STATIC', 'STRICT_DNS', 'LOGICAL_DNS', 'EDS', 'ORIGINAL_DST'] as const;

function typeOf(patch: Json): ClusterType | undefined {
  const custom = field(patch, 'clusterType');
  if (isMapping(custom)) return textOf(custom, 'name');
  const type = patch['type'];
  return typeof type === 'number' ? TYPES[type] : TYPES.find((name) => name === type);
}

function edsNameOf(patch: Json): string {
  const config = field(patch, 'edsClusterConfig');
  return isMapping(config) ? textOf(config, 'serviceName') : '';
}

function inlineEndpoints(patch: Json, source: Resource): Endpoint[] {
  const localities = listOf(field(patch, 'loadAssignment'), 'endpoints');
  return localities
    .flatMap((locality) => listOf(locality, 'lbEndpoints'))
    .flatMap((entry) => {
      const endpoint = field(entry, 'endpoint');
      const address = isMapping(endpoint) ? endpoint['address'] : undefined;
      if (!isMapping(address)) return [];
      const socket = field(address, 'socketAddress');
      const pipe = address['pipe'];
      const health = textOf(entry, 'healthStatus');
      if (isMapping(socket))
        return [endpointAt(textOf(socket, 'address'), Number(field(socket, 'portValue') ?? 0), health, source)];
      return isMapping(pipe) ? [endpointAt(textOf(pipe, 'path'), 0, health, source)] : [];
    });
}

function endpointAt(address: string, port: number, health: string, source: Resource): Endpoint {
  return {
    ...{ address, port, portName: '', labels: {}, clusterId: '', network: '', locality: '', tlsMode: 'disabled' },
    health: health === 'UNHEALTHY' || health === 'DRAINING' ? (health satisfies Health) : 'HEALTHY',
    namespace: source.metadata.namespace ?? 'default',
    source,
  };
}

function listOf(value: unknown, name: string): Json[] {
  const list = isMapping(value) ? field(value, name) : undefined;
  return Array.isArray(list) ? list.filter(isMapping) : [];
}

/** Both spellings of JSON for protocol buffers are taken. */
function field(value: Json, name: string): unknown {
  return value[name] ?? value[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

function textOf(value: Json, name: string): string {
  const text = field(value, name);
  return typeof text === 'string' ? text : '';
}
