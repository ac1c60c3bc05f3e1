import type { ObjectMeta } from '../../model/resource.js';
import { all, pick, type Keep } from './pick.js';

const META: Keep = {
  ...all('name', 'namespace', 'creationTimestamp', 'deletionTimestamp', 'labels'),
  annotations: redactAnnotations,
  ownerReferences: [all('apiVersion', 'kind', 'name', 'controller')],
};

/** Istio's own annotations, but for those that hold free text, settings or images. */
const FREE_TEXT = /^(proxy|sidecar|inject|install\.operator)\.istio\.io\//;
const SETTINGS = new Set([
  ...['sidecar.istio.io/inject', 'proxy.istio.io/health-checks-enabled', 'gateway.networking.k8s.io/service-type'],
  'sidecar.istio.io/interceptionMode',
  'gateway.networking.k8s.io/bundle-version',
  'kubernetes.io/ingress.class',
]);

export function redactMetadata(metadata: ObjectMeta): ObjectMeta {
  return pick(metadata, META) as ObjectMeta;
}

function redactAnnotations(annotations: unknown): unknown {
  if (typeof annotations !== 'object' || annotations === null || Array.isArray(annotations)) return annotations;
  return Object.fromEntries(
    Object.entries(annotations).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'sidecar.istio.io/status') return [[name, revisionAlone(value)]];
      const istio = /(^|\.)istio\.io\//.test(name) && !FREE_TEXT.test(name);
      return istio || SETTINGS.has(name) ? [[name, value]] : [];
    }),
  );
}

/** What the injector wrote lists volumes and image pull secrets, too. */
function revisionAlone(status: unknown): unknown {
  try {
    return JSON.stringify(pick(JSON.parse(String(status)), all('revision')));
  } catch {
    return '';
  }
}
