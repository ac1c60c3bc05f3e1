/** Where kubectl and krew call a system or a processor otherwise than Node. */
const GO_NAMES: Readonly<Record<string, string>> = { win32: 'windows', x64: 'amd64', ia32: '386' };

/** What Node calls `platform` and `arch`, as Go does: `linux` and `amd64`. */
export function goPlatform({ platform, arch }: { platform: string; arch: string }): { os: string; arch: string } {
  return { os: GO_NAMES[platform] ?? platform, arch: GO_NAMES[arch] ?? arch };
}
