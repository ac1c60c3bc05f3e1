import { stringify } from 'yaml';

export interface VersionResult {
  apiVersion: 'mesh-registry/v1alpha1';
  kind: 'Version';
  clientVersion: { version: string; platform: string; node: string };
}

export function clientVersion(config: { version: string; platform: string; arch: string }): VersionResult {
  return {
    apiVersion: 'mesh-registry/v1alpha1',
    kind: 'Version',
    clientVersion: {
      version: `v${config.version}`,
      platform: `${config.platform}/${config.arch}`,
      node: process.version,
    },
  };
}

export function renderVersion(result: VersionResult, output: 'text' | 'json' | 'yaml'): string {
  if (output === 'json') return JSON.stringify(result, null, 2);
  if (output === 'yaml') return stringify(result).trimEnd();
  return `Client Version: ${result.clientVersion.version}`;
}
