import { apiGroup, type Resource } from '../../model/resource.js';
import { ISTIO_NETWORKING, kindInfo } from '../kinds.js';
import { egressHosts } from './rules/egress-hosts.js';
import { isIstioGroup, istioKind } from './rules/istio-kind.js';
import { objectName } from './rules/object-name.js';
import { requiredField } from './rules/required-field.js';
import type { Rule } from './rules/rule.js';
import { serviceEntryHosts } from './rules/service-entry-hosts.js';
import { serviceWithoutPorts } from './rules/service-without-ports.js';
import type { Shape } from './shape.js';
import { shapeOf } from './shapes/shape-of.js';

/** Rules by group and kind, besides those for all. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  '/Service': [serviceWithoutPorts],
  [`${ISTIO_NETWORKING}/ServiceEntry`]: [requiredField('hosts'), serviceEntryHosts],
  [`${ISTIO_NETWORKING}/Sidecar`]: [egressHosts],
  [`${ISTIO_NETWORKING}/DestinationRule`]: [requiredField('host')],
  [`${ISTIO_NETWORKING}/Gateway`]: [requiredField('servers')],
};

export interface Checks {
  shape: Shape;
  rules: readonly Rule[];
}

/** What objects of a type are checked for. */
export function checksFor(resource: Resource): Checks {
  const group = apiGroup(resource);
  const rules = [...(RULES[`${group}/${resource.kind}`] ?? [])];
  if (kindInfo(group, resource.kind)) rules.push(objectName);
  if (isIstioGroup(group)) rules.push(istioKind);
  return { shape: shapeOf(resource), rules };
}
