import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { callerOf, LOOPBACK, trustedProxies } from './caller.ts';

const faultsOf = (text: string) => {
  const faults: string[] = [];
  trustedProxies(text, (message) => faults.push(message));
  return faults;
};
const seen = (peer: string | undefined, said: string | undefined, trusted = LOOPBACK) =>
  callerOf(trustedProxies(trusted, () => {}))({
    headers: said === undefined ? {} : { 'x-forwarded-for': said },
    socket: { remoteAddress: peer },
  } as unknown as IncomingMessage);

describe('a caller', () => {
  it.each([
    ['without a proxy is the peer', '203.0.113.9', undefined, '203.0.113.9'],
    ['behind a trusted proxy is whom that names', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['is the last that is named, not the first', '127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['stands before the proxies in between', '::1', '198.51.100.1,203.0.113.9, 127.0.0.7', '203.0.113.9'],
    ['is not believed by itself', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['may be a trusted one', '127.0.0.1', '127.0.0.2, 127.0.0.3', '127.0.0.2'],
    ['has an IPv6 address too', '127.0.0.1', '2001:db8::9', '2001:db8::9'],
    ['behind a proxy whose address is mapped', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['behind two of them', '::ffff:127.0.0.1', '203.0.113.9, ::FFFF:127.0.0.1', '203.0.113.9'],
    [
      'under a mapped address that is not trusted',
      '::ffff:203.0.113.9',
      '198.51.100.1',
      '::ffff:203.0.113.9',
    ],
    ['whose own word before it is nonsense', '127.0.0.1', 'no address, 203.0.113.9', '203.0.113.9'],
    ['is the peer where nobody is believed', '127.0.0.1', '203.0.113.9', '127.0.0.1', 'none'],
    ['that went away', undefined, '203.0.113.9', undefined],
  ])('%s', (_what, peer, said, caller, trusted?: string) => {
    expect(seen(peer, said, trusted)).toBe(caller);
  });

  it.each([
    '',
    ',',
    ' , ',
    'unknown',
    '203.0.113.9:4711',
    '[2001:db8::9]',
    '203.0.113.9,',
    '999.1.1.1',
    'x, 127.0.0.1',
  ])('whom nothing names (%j) has the address of the proxy', (said) => {
    expect(seen('127.0.0.1', said)).toBe('127.0.0.1');
  });

  it('is looked for behind the proxies that the operator trusts, and no others', () => {
    const trusted = '10.1.0.0/16, 2001:db8:1::/48,192.0.2.7';
    for (const peer of ['10.1.255.4', '::ffff:10.1.0.1', '2001:db8:1:2::3', '192.0.2.7'])
      expect(seen(peer, '203.0.113.9', trusted), peer).toBe('203.0.113.9');
    for (const peer of ['10.2.0.1', '2001:db8:2::1', '192.0.2.8', '127.0.0.1', '::1', 'fe80::1%eth0'])
      expect(seen(peer, '203.0.113.9', trusted), peer).toBe(peer);
  });
});

describe('TRUSTED_PROXIES', () => {
  it.each([LOOPBACK, '10.0.0.0/8', '192.0.2.7', ' ::1 , 2001:db8::/32 ', '0.0.0.0/1', '::/1', '10.0.0.1/32'])(
    'takes %s',
    (text) => {
      expect(faultsOf(text)).toEqual([]);
    },
  );

  it.each([
    'proxy.example',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/8x',
    '10.0.0',
    '127.0.0.1,',
    'fe80::1%eth0',
    '10.0.0.0/8;::1',
    'none,10.0.0.1',
  ])('refuses %s', (text) => {
    expect(faultsOf(text)).toEqual(['holds something else than IP addresses and ranges like 10.0.0.0/8']);
  });

  it.each(['0.0.0.0/0', '::/0', '127.0.0.1,0.0.0.0/00'])('refuses to trust everybody: %s', (text) => {
    expect(faultsOf(text)).toEqual(['trusts every address: then anybody can call under any']);
  });
});
