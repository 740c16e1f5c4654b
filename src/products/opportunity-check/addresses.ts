import { EMBEDDED_V4, NON_PUBLIC_V4, NON_PUBLIC_V6 } from './tables/hosts.ts';

/** An address as hextets (IPv6) or bytes (IPv4), beside the bits each part holds. */
interface Parts {
  readonly parts: readonly number[];
  readonly width: 8 | 16;
}

interface Range extends Parts {
  readonly id: string;
  readonly prefix: number;
}

const v4Parts = (dotted: string): Parts => ({ parts: dotted.split('.').map(Number), width: 8 });

function v6Parts(text: string): Parts {
  const [head = '', tail] = text.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : 8 - front.length - back.length;
  const hextets = [...front, ...Array.from({ length: gap }, () => '0'), ...back];
  return { parts: hextets.map((hextet) => Number.parseInt(hextet, 16)), width: 16 };
}

function toRange(row: { id: string; range: string }, read: (text: string) => Parts): Range {
  const [address = '', prefix = '0'] = row.range.split('/');
  return { id: row.id, prefix: Number(prefix), ...read(address) };
}

const V4 = NON_PUBLIC_V4.map((row) => toRange(row, v4Parts));
const V6 = NON_PUBLIC_V6.map((row) => toRange(row, v6Parts));
const EMBEDDED = EMBEDDED_V4.map((row) => ({ ...toRange(row, v6Parts), at: row.at }));

function within(address: Parts, range: Range): boolean {
  for (let bits = range.prefix, i = 0; bits > 0; bits -= range.width, i += 1) {
    const shift = Math.max(range.width - bits, 0);
    if (address.parts[i]! >> shift !== range.parts[i]! >> shift) return false;
  }
  return true;
}

/**
 * Is this host an address, and which row says it is not public? Takes the host as WHATWG `URL` writes it: decimal,
 * octal, hexadecimal and short IPv4 forms have become dotted quads by then, IPv6 is in brackets.
 */
export function judgeAddress(hostname: string): { isAddress: boolean; nonPublicRow: string | null } {
  if (hostname.startsWith('['))
    return { isAddress: true, nonPublicRow: judgeV6(v6Parts(hostname.slice(1, -1))) };
  if (!/^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$/.test(hostname)) return { isAddress: false, nonPublicRow: null };
  return { isAddress: true, nonPublicRow: V4.find((range) => within(v4Parts(hostname), range))?.id ?? null };
}

function judgeV6(address: Parts): string | null {
  const own = V6.find((range) => within(address, range));
  if (own) return own.id;
  const carrier = EMBEDDED.find((range) => within(address, range));
  if (!carrier) return null;
  const [high = 0, low = 0] = address.parts.slice(carrier.at, carrier.at + 2);
  const inner: Parts = { parts: [high >> 8, high & 255, low >> 8, low & 255], width: 8 };
  return V4.find((range) => within(inner, range))?.id ?? null;
}
