/** Whether Go's netip would parse it: dotted IPv4 without leading zeros, or IPv6 with an optional zone. */
export function isIp(text: string): boolean {
  return isIpv4(text) || isIpv6(text);
}

export function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

export function isIpv6(text: string): boolean {
  const [address = '', zone] = text.split(/%(.*)/s, 2);
  if (zone === '' || !address.includes(':')) return false;
  const halves = address.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  const embedded = last !== undefined && last.includes('.');
  if (embedded && !isIpv4(last)) return false;
  const hex = embedded ? groups.slice(0, -1) : groups;
  const size = hex.length + (embedded ? 2 : 0);
  if (!hex.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? size <= 7 : size === 8;
}

/** The address of a CIDR that covers a single address, the CIDR itself when it covers more, undefined when it is none. */
export function normalizeCidr(text: string): string | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const address = text.slice(0, slash);
  const bits = text.slice(slash + 1);
  if (!/^(0|[1-9]\d{0,2})$/.test(bits) || address.includes('%')) return undefined;
  const width = isIpv4(address) ? 32 : isIpv6(address) ? 128 : 0;
  if (width === 0 || Number(bits) > width) return undefined;
  return Number(bits) === width ? address : text;
}
