import type { Proxy } from '../model/proxy.js';
import type { ProxyRef } from './explanation.js';

/** The proxy that an answer is about. */
export function proxyRef({ name, namespace, type, cluster }: Proxy): ProxyRef {
  return { name, namespace, type, ...(cluster !== undefined && { cluster }) };
}
