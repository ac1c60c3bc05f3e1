/** An istiod version as three numbers; pre-release and vendor suffixes do not count. */
export type Version = readonly [major: number, minor: number, patch: number];

/** Reads `1.28.2`, `v1.28.2-distroless`, `1.31.0-rc.0`; undefined when there is no `major.minor`. */
export function parseVersion(text: string): Version | undefined {
  const match = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)] : undefined;
}

export function isAtLeast(version: Version, major: number, minor: number, patch = 0): boolean {
  const [a, b, c] = version;
  return a !== major ? a > major : b !== minor ? b > minor : c >= patch;
}
