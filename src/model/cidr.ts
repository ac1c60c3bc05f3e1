import { isIpv4, isIpv6 } from './ip.js';

/** An address as a number, with its width in bits; undefined when it is none. */
function addressBits(text: string): { value: bigint; width: number } | undefined {
  if (isIpv4(text)) return { value: text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n), width: 32 };
  if (!isIpv6(text) || text.includes('.')) return undefined;
  const [head = '', tail] = text.split('::');
  const groups = (half: string | undefined) => (half ? half.split(':') : []);
  const left = groups(head);
  const right = groups(tail);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const all = tail === undefined ? left : [...left, ...zeros, ...right];
  return { value: all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n), width: 128 };
}

/** The length of the prefix by which `cidr` covers `address`; undefined when it does not, or when it is no CIDR. */
export function coveringPrefix(cidr: string, address: string): number | undefined {
  const [base = '', bits = ''] = cidr.split('/');
  const network = addressBits(base);
  const own = addressBits(address);
  const length = Number(bits);
  if (!network || !own || network.width !== own.width || !/^\d+$/.test(bits) || length > own.width) return undefined;
  const shift = BigInt(own.width - length);
  return network.value >> shift === own.value >> shift ? length : undefined;
}
