import { createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Clock } from '../ports.ts';
import { Latest } from '../values/latest.ts';

const ROTATE_MS = 3_600_000;

/** Names remembered at once, so that a busy client does not cost an HMAC a request. */
const MAX_NAMES = 8_192;

/** Names an address for an hour: HMAC under a random key that is never written. An IPv6 host is its /64 network. */
export function addressKeys(clock: Clock): (address: string) => string {
  let key = randomBytes(32);
  let since = clock.now();
  let names = new Latest<string>(MAX_NAMES);
  return (address) => {
    if (clock.now() - since >= ROTATE_MS) {
      [key, since] = [randomBytes(32), clock.now()];
      names = new Latest(MAX_NAMES);
    }
    return names.keep(address, () =>
      createHmac('sha256', key).update(networkOf(address)).digest('base64url').slice(0, 12),
    );
  };
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
