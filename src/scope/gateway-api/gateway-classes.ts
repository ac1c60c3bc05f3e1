import { gatewayApiKind, type GatewayClass } from '../../model/gateway-api.js';
import type { ConversionContext } from './context.js';

/** What istiod does with the Gateways of a class. */
export type ClassRole = 'gateway' | 'waypoint' | 'remote';

/**
 * The role of a class: by its controller; istiod's own classes work without the object. Undefined: another controller's.
 * istiod 1.28 pilot/pkg/config/kube/gateway/gatewayclass_collection.go: fetchClass
 */
export function roleOfClass(name: string, { admitted, controlPlane, features }: ConversionContext) {
  const { env } = controlPlane;
  const controllers: Record<string, ClassRole> = {
    [env['PILOT_GATEWAY_API_CONTROLLER_NAME'] ?? 'istio.io/gateway-controller']: 'gateway',
    'istio.io/unmanaged-gateway': 'remote',
    ...(features.ambient && { 'istio.io/mesh-controller': 'waypoint' as const }),
  };
  const builtIn: Record<string, ClassRole> = {
    [env['PILOT_GATEWAY_API_DEFAULT_GATEWAYCLASS_NAME'] ?? 'istio']: 'gateway',
    'istio-remote': 'remote',
    ...(features.ambient && { 'istio-waypoint': 'waypoint' as const }),
  };
  const object = admitted
    .of<GatewayClass>(gatewayApiKind('GatewayClass'))
    .find(({ metadata }) => metadata.name === name);
  return controllers[object?.spec?.controllerName ?? ''] ?? builtIn[name];
}
