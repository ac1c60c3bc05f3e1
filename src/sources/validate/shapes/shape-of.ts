import { apiGroup, type Resource } from '../../../model/resource.js';
import { ISTIO_NETWORKING } from '../../kinds.js';
import { fields, type Shape } from '../shape.js';
import { metadata } from './common.js';
import { KUBERNETES_SHAPES } from './kubernetes.js';
import { NETWORKING_SHAPES } from './networking.js';
import { POLICY_SHAPES } from './policies.js';

const PLAIN: Shape = fields({ metadata });

const SHAPES = new Map([
  ...Object.entries(KUBERNETES_SHAPES),
  ...Object.entries(POLICY_SHAPES),
  ...Object.entries(NETWORKING_SHAPES).map(([kind, shape]) => [`${ISTIO_NETWORKING}/${kind}`, shape] as const),
]);

/** What an object may hold, by its group and kind. */
export function shapeOf(resource: Resource): Shape {
  const shape = SHAPES.get(`${apiGroup(resource) || 'v1'}/${resource.kind}`);
  return shape ? withMetadata(shape) : PLAIN;
}

function withMetadata(shape: Shape): Shape {
  return shape.type === 'fields' ? fields({ metadata, ...Object.fromEntries(shape.entries) }) : shape;
}
