import type { ProxyRef } from '../explain/explanation.js';

/** `shop/web-0`, in a mesh of several Kubernetes clusters `shop/web-0@east`. */
export function proxyText({ namespace, name, cluster }: ProxyRef): string {
  return `${namespace}/${name}${cluster === undefined ? '' : `@${cluster}`}`;
}
