import type { Features } from '../../model/features.js';
import type { Ingress, IngressClass } from '../../model/kubernetes-ingress.js';
import type { MeshConfig } from '../../model/mesh-config.js';
import type { Reason } from '../../model/reason.js';
import { fieldOf, type FieldRef } from '../../model/resource.js';

const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';
const CONTROLLER = 'istio.io/ingress-controller';

/** As mesh config writes them, by the number that it may write as well. istio api mesh/v1alpha1: IngressControllerMode */
const MODES = ['UNSPECIFIED', 'OFF', 'DEFAULT', 'STRICT'] as const;

export function ingressMode({ ingressControllerMode: mode }: MeshConfig): string | undefined {
  return typeof mode === 'number' ? MODES[mode] : mode;
}

/** Whether the IngressClass decides, and not the annotation that came before it. */
export function asksForClass({ metadata, spec }: Ingress): boolean {
  return spec?.ingressClassName !== undefined && metadata.annotations?.[CLASS_ANNOTATION] === undefined;
}

/**
 * Why an Ingress is not istiod's; undefined when it is. The annotation counts before the class, and a class before the mode.
 * A class that does not exist was another's before 1.27, and counts as none since.
 * istiod 1.28 pilot/pkg/config/kube/ingress/virtualservices.go: shouldProcessIngressWithClass
 */
export function notTaken(
  ingress: Ingress,
  classes: ReadonlyMap<string, IngressClass>,
  meshConfig: MeshConfig,
  modeField: FieldRef,
  features: Features,
): Reason | undefined {
  const mode = ingressMode(meshConfig) ?? '';
  const refusal = (by: FieldRef, cause: string): Reason => ({ code: 'ingress-not-taken', by, args: { cause } });
  const className = ingress.spec?.ingressClassName;
  const found = className === undefined ? undefined : classes.get(className);
  if (className !== undefined && !found && !features.unknownIngressClassIsNone) {
    return refusal(fieldOf(ingress, 'spec.ingressClassName'), `there is no IngressClass ${className}`);
  }
  const annotation = ingress.metadata.annotations?.[CLASS_ANNOTATION];
  if (annotation !== undefined) {
    const by = fieldOf(ingress, `metadata.annotations["${CLASS_ANNOTATION}"]`);
    if (mode === 'UNSPECIFIED') return refusal(modeField, 'ingressControllerMode of the mesh config is UNSPECIFIED');
    const { ingressClass = '' } = meshConfig;
    return annotation === ingressClass
      ? undefined
      : refusal(by, `its class is ${annotation || 'empty'}, and ingressClass of the mesh config is ${ingressClass}`);
  }
  if (found) {
    const { controller = '' } = found.spec ?? {};
    return controller === CONTROLLER
      ? undefined
      : refusal(fieldOf(found, 'spec.controller'), `IngressClass ${className} belongs to controller ${controller}`);
  }
  if (mode === 'DEFAULT') return undefined;
  const what = className === undefined ? 'it names no class' : `there is no IngressClass ${className}`;
  return refusal(modeField, `${what}, and ingressControllerMode of the mesh config is ${mode}`);
}
