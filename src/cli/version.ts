import { API_VERSION } from '../model/api-version.js';
import { cleanText } from '../output/clean.js';
import type { IstiodVersion } from '../sources/istiod-version.js';
import { goPlatform } from './go-platform.js';

export interface VersionResult {
  apiVersion: typeof API_VERSION;
  kind: 'Version';
  clientVersion: { version: string; platform: string; node: string };
  /** Absent when no mesh was asked. */
  istiodVersions?: IstiodVersion[];
}

export function clientVersion(config: { version: string; platform: string; arch: string }): VersionResult {
  const { os, arch } = goPlatform(config);
  return {
    apiVersion: API_VERSION,
    kind: 'Version',
    clientVersion: {
      version: `v${config.version}`,
      platform: `${os}/${arch}`,
      node: process.version,
    },
  };
}

/** As kubectl prints it: a line for the client, one for each istiod. */
export function versionText({ clientVersion: client, istiodVersions = [] }: VersionResult): string[] {
  const istiods = istiodVersions.map(
    ({ version, revision, source }) => `Istiod Version: ${version ?? 'unknown'} (revision ${revision}; ${source})`,
  );
  return [`Client Version: ${client.version}`, ...istiods.map(cleanText)];
}
