import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** Proxies that may say who calls. */
export type Trusted = Pick<BlockList, 'check'>;

/** A proxy on the same machine. */
export const LOOPBACK = '127.0.0.0/8,::1';

/** Nobody is believed: for a proxy that passes the header on as it came. */
const NOBODY = 'none';

/** Addresses and CIDR ranges, separated by commas, or `none`. `fault` hears what is wrong with them. */
export function trustedProxies(text: string, fault: (message: string) => void): Trusted {
  const trusted = new BlockList();
  if (text.trim() === NOBODY) return trusted;
  for (const each of text.split(',').map((part) => part.trim())) {
    const [address = '', prefix, more] = each.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const bits = family === 'ipv4' ? 32 : 128;
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
    if (isIP(address) === 0 || address.includes('%') || more !== undefined || !(length <= bits))
      fault('holds something else than IP addresses and ranges like 10.0.0.0/8');
    else if (length === 0) fault('trusts every address: then anybody can call under any');
    else trusted.addSubnet(address, length, family);
  }
  return trusted;
}

/**
 * Whose request it is: the peer's, unless a trusted proxy sent it. Then it is the last address of X-Forwarded-For that
 * is not a trusted proxy's too, since what stands before it is the caller's own word. Undefined: the connection is gone.
 */
export const callerOf =
  (trusted: Trusted) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string | undefined => {
    const peer = socket.remoteAddress;
    const said = headers['x-forwarded-for'];
    return said === undefined || peer === undefined || !isIn(trusted, peer)
      ? peer
      : (lastOf(String(said), trusted) ?? peer);
  };

/** The first address of a list in which all are trusted; undefined: what stands where the caller's should is none. */
function lastOf(said: string, trusted: Trusted): string | undefined {
  for (let end = said.length; ; ) {
    const comma = said.lastIndexOf(',', end - 1);
    const address = said.slice(comma + 1, end).trim();
    if (isIP(address) === 0) return undefined;
    if (comma <= 0 || !isIn(trusted, address)) return address;
    end = comma;
  }
}

/** An IPv4 address in IPv6 notation is in what the IPv4 address is in. */
function isIn(trusted: Trusted, address: string): boolean {
  const [bare = ''] = address.split('%');
  return trusted.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6');
}
