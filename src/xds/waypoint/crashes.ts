import type { ServiceEntry } from '../../model/istio.js';
import type { Reason } from '../../model/reason.js';
import { serviceText, type Service } from '../../model/service.js';
import { FIRST } from '../../model/undetermined.js';
import type { Mesh } from '../mesh.js';

/** A service that makes istiod itself crash when a waypoint asks for its clusters. */
export interface Crash {
  waypoint: string;
  service: Service;
  reason: Reason;
}

/** Every crash that waits for a waypoint of the mesh; looked for only where a service may cause one. */
export function crashesOf(mesh: Mesh): Crash[] {
  const { world } = mesh;
  if (!world.ambient?.services.some(({ source, binding }) => binding.waypoint && mayCrash(source as ServiceEntry)))
    return [];
  const crashes: Crash[] = [];
  for (const proxy of mesh.proxies) {
    if (proxy.type !== 'waypoint') continue;
    world.configOf(proxy, FIRST, {
      enter: () => undefined,
      drop: ({ service, reason }) => {
        if (reason.code !== 'waypoint-crashes-istiod') return;
        const waypoint = `${proxy.namespace}/${proxy.name}`;
        const isKnown = crashes.some((one) => one.waypoint === waypoint && one.service === service);
        if (!isKnown) crashes.push({ waypoint, service, reason });
      },
    });
  }
  return crashes;
}

function mayCrash({ kind, spec }: ServiceEntry): boolean {
  return kind === 'ServiceEntry' && spec?.workloadSelector !== undefined;
}

/** `ServiceEntry shop/pay, when waypoint shop/waypoint-0 asks for its clusters` */
export function crashText({ service, waypoint }: Crash): string {
  return `${serviceText(service)}, when waypoint ${waypoint} asks for its clusters`;
}
