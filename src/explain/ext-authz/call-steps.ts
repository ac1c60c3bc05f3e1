import { isHttp2 } from '../../model/protocol.js';
import { serviceText, type Port, type Service } from '../../model/service.js';
import { ruleFor } from '../../xds/build-clusters.js';
import type { Cluster } from '../../xds/cluster.js';
import type { CalledCluster } from '../../xds/ext-authz/called-cluster.js';
import type { ClusterFound } from '../../xds/ext-authz/lookup-cluster.js';
import type { Mesh } from '../../xds/mesh.js';
import type { ProxyConfig } from '../../xds/world.js';
import { policyForPort, tlsModeForPort } from '../../xds/traffic-policy.js';
import { hides } from '../../model/gap.js';
import { fieldOf } from '../../model/resource.js';
import { endpointState } from '../endpoint-state.js';
import type { Explanation } from '../explanation.js';
import { unreadText } from '../gaps.js';
import { reasonText } from '../reason-text.js';
import type { ChainStep } from './report.js';

/** The links after the look-up: CDS, the service that the name means here, its protocol and TLS, its endpoints. */
export function callSteps(
  found: ClusterFound,
  called: CalledCluster,
  api: 'grpc' | 'http',
  config: ProxyConfig,
  mesh: Mesh,
  explained: Explanation | undefined,
): ChainStep[] {
  const { cluster, holder, held, port } = called;
  if (!cluster)
    return [missing(found.cluster, explained), { step: 'endpoints', outcome: 'not-reached', text: 'not reached' }];
  const steps: ChainStep[] = [
    { step: 'cluster', outcome: 'passed', text: `in the CDS of this proxy (${cluster.type})` },
  ];
  if (holder && held === 'by-another-namespace') steps.push(otherService(holder, found.service, explained));
  if (holder && port) steps.push(...protocolSteps(holder, port, api, config));
  steps.push(endpointStep(cluster, mesh));
  return steps;
}

/** A cluster that CDS lacks, with the explain walk's own reason. */
export function missing(cluster: string, explained: Explanation | undefined): ChainStep {
  const [blocker] = explained?.blockers ?? [];
  return {
    step: 'cluster',
    outcome: 'failed',
    text: `${cluster} is not in the CDS of this proxy${blocker ? `: ${reasonText(blocker.reason)}` : ''}`,
    ...(blocker?.reason.by && { by: blocker.reason.by }),
    ...(blocker && { reason: blocker }),
  };
}

function otherService(holder: Service, named: Service, explained: Explanation | undefined): ChainStep {
  const [blocker] = explained?.blockers ?? [];
  return {
    step: 'service',
    outcome: 'failed',
    text: `here the cluster is ${serviceText(holder)}, not ${serviceText(named)}: a cluster's name has no namespace, and this proxy's scope decides`,
    by: fieldOf(holder.source, ''),
    ...(blocker && { reason: blocker }),
  };
}

const TLS = new Set(['HTTPS', 'TLS']);

/** Envoy speaks what the port's declared protocol says, and TLS only where a DestinationRule does. */
function protocolSteps(holder: Service, port: Port, api: 'grpc' | 'http', config: ProxyConfig): ChainStep[] {
  const { proxy, scope, world } = config;
  const rule = ruleFor(holder, proxy, scope.namespace, world.clusterContext);
  const mode = tlsModeForPort(rule?.trafficPolicy, port.number);
  const name = `port ${port.number}`;
  const by = fieldOf(holder.source, 'spec.ports');
  const steps: ChainStep[] = [];
  if (mode === 'SIMPLE' || mode === 'MUTUAL') {
    const at = fieldOf(rule!.object, 'spec.trafficPolicy');
    steps.push({ step: 'tls', outcome: 'passed', text: `Envoy originates TLS (${mode})`, by: at });
  } else if (TLS.has(port.protocol)) {
    const text = `${name} is ${port.protocol}, and no DestinationRule that this proxy uses originates TLS: Envoy sends plain text`;
    steps.push({ step: 'tls', outcome: 'failed', text, by: rule ? fieldOf(rule.object, 'spec.trafficPolicy') : by });
  }
  if (api === 'grpc' && !isHttp2(port.protocol) && !isUpgraded(policyForPort(rule?.trafficPolicy, port.number))) {
    const undeclared = port.protocol === 'UnsupportedProtocol';
    const text = `gRPC needs HTTP/2, and ${name} ${undeclared ? 'declares no protocol' : `is ${port.protocol}`}: name the port grpc or http2`;
    steps.push({ step: 'port', outcome: undeclared ? 'warning' : 'failed', text, by });
  }
  if (api === 'http' && isHttp2(port.protocol)) {
    const text = `${name} is ${port.protocol}: Envoy sends its HTTP checks over HTTP/2, and a server of gRPC alone refuses them`;
    steps.push({ step: 'port', outcome: 'warning', text, by });
  }
  return steps;
}

function isUpgraded(policy: ReturnType<typeof policyForPort>): boolean {
  const pool = policy?.connectionPool as { http?: { h2UpgradePolicy?: string } } | null | undefined;
  return pool?.http?.h2UpgradePolicy === 'UPGRADE';
}

/** Endpoints that could not be read are no fault. */
export function endpointStep(cluster: Cluster, mesh: Mesh): ChainStep {
  const { problem, text } = endpointState(cluster, mesh);
  if (!problem) return { step: 'endpoints', outcome: 'passed', text };
  const gap = mesh.snapshot.gaps.find((one) => hides(one, 'EndpointSlice', 'Pod', 'WorkloadEntry'));
  if (gap) return { step: 'endpoints', outcome: 'warning', text: `not known: ${unreadText(gap)}` };
  return { step: 'endpoints', outcome: 'failed', text, ...(problem.by && { by: problem.by }) };
}
