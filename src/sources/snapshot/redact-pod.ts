import type { Resource } from '../../model/resource.js';
import { all, pick, type Keep } from './pick.js';
import { redactContainer } from './redact-container.js';
import { redactMetadata } from './redact-metadata.js';

// Live reading takes Pods through this, too: it must stay light.

export const CONTAINERS: Keep = { containers: [redactContainer], initContainers: [redactContainer] };

export const POD: Keep = {
  spec: { ...all('nodeName', 'serviceAccountName', 'hostNetwork'), ...CONTAINERS },
  status: { ...all('phase', 'podIP', 'podIPs'), conditions: [all('type', 'status')] },
};

/** A Pod with what decides answers, which is a small part of one. */
export function redactPod(pod: Resource): Resource {
  const { apiVersion, kind, metadata } = pod;
  return { apiVersion, kind, metadata: redactMetadata(metadata), ...(pick(pod, POD) as object) };
}
