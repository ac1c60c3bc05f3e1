/** The proxy that the environment asks for, as Go's net/http reads it: HTTPS_PROXY and NO_PROXY in either case. */
export function proxyFor(server: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { protocol, hostname } = new URL(server);
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = env[name] ?? env[name.toLowerCase()];
  if (!proxy || isLocal(hostname)) return undefined;
  const excluded = (env.NO_PROXY ?? env.no_proxy ?? '').split(',').map((part) => part.trim());
  if (excluded.some((pattern) => excludes(pattern, hostname))) return undefined;
  return /^[a-z0-9]+:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** `*`, a name and all below it, or an IPv4 block. */
function excludes(pattern: string, hostname: string): boolean {
  if (pattern === '*') return true;
  if (pattern.includes('/')) return inBlock(pattern, hostname);
  const domain = pattern.replace(/^\*?\./, '').replace(/:\d+$/, '');
  return domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`));
}

function inBlock(block: string, hostname: string): boolean {
  const [base = '', bits = ''] = block.split('/');
  const [a, b] = [ipv4(base), ipv4(hostname)];
  if (a === undefined || b === undefined) return false;
  const shift = 2 ** (32 - Number(bits));
  return Math.floor(a / shift) === Math.floor(b / shift);
}

function ipv4(text: string): number | undefined {
  if (!/^\d+(\.\d+){3}$/.test(text)) return undefined;
  return text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}
