import type { IstiodWorkload } from './workload.js';

/** The istiod that is assumed where none says its version: the newest minor that the rules were checked against. */
export const ASSUMED_VERSION = '1.30.3';

export interface Version {
  version: string;
  /** Where it was read, for people. */
  source: string;
  /** Set when it was not read but assumed. */
  assumed?: string;
}

/** The version of an istiod: `--istio-version`, else its image's tag, else its labels, else assumed. */
export function versionOf(workload: IstiodWorkload, override?: string): Version {
  const read = readVersion(workload);
  if (override !== undefined) {
    const says = read ? ` (${read.source} says ${read.version})` : '';
    return { version: override, source: `--istio-version${says}` };
  }
  if (read) return read;
  const assumed = `istiod is taken to be ${ASSUMED_VERSION}: ${workload.label} says its version nowhere (--istio-version sets it).`;
  return { version: ASSUMED_VERSION, source: 'assumed', assumed };
}

function readVersion({ label, labels, container }: IstiodWorkload): Version | undefined {
  const fromImage = releaseIn(imageTag(container.image ?? ''));
  if (fromImage) return { version: fromImage, source: `image of ${label}` };
  for (const name of ['app.kubernetes.io/version', 'helm.sh/chart']) {
    const fromLabel = releaseIn(labels[name] ?? '');
    if (fromLabel) return { version: fromLabel, source: `label ${name} of ${label}` };
  }
  return undefined;
}

/** The tag of an image, without digest; the registry's port is no tag. */
function imageTag(image: string): string {
  const [named = ''] = image.split('@');
  return /:([^/:]*)$/.exec(named)?.[1] ?? '';
}

/** `1.28.2` of `1.28.2-distroless`, `v1.28.2-asm.4`, `istiod-1.28.2`; `1.28` becomes `1.28.0`. */
export function releaseIn(text: string): string | undefined {
  const match = /(?:^|[^\d.])(\d+\.\d+)(\.\d+)?(?![\d.]*\d)/.exec(text);
  return match ? `${match[1] ?? ''}${match[2] ?? '.0'}` : undefined;
}
