import { describe, expect, it } from 'vitest';
import { skeleton, withinOneEdit } from './lookalike.ts';
import { decodeLabel } from './punycode.ts';
import { readSubject } from './subject.ts';
import { BRANDS, NOT_LOOKALIKES } from './tables/hosts.ts';

/** `host: flags`, each flag without `subj_`, with the row that raised it. */
function read(text: string): string {
  const { host, flags } = readSubject(text);
  return `${host}: ${flags.map(({ signal, row }) => `${signal.slice(5)}${row ? `/${row}` : ''}`).join(' ')}`;
}

const PRIVATE: readonly (readonly [string, string])[] = [
  ['http://169.254.169.254/pay', '169.254.169.254: not_https private_host/R405'],
  ['http://2130706433', '127.0.0.1: not_https private_host/R404'],
  ['http://0x7f.1/', '127.0.0.1: not_https private_host/R404'],
  ['http://017700000001', '127.0.0.1: not_https private_host/R404'],
  ['http://127.1.', '127.0.0.1: not_https private_host/R404'],
  ['http://１２７。０．０.1', '127.0.0.1: not_https private_host/R404'],
  ['https://[::1]:8080/', '[::1]: https private_host/R601'],
  ['https://[::ffff:10.0.0.1]', '[::ffff:a00:1]: https private_host/R402'],
  ['https://[64:ff9b::c0a8:101]', '[64:ff9b::c0a8:101]: https private_host/R409'],
  ['https://[2002:7f00:1::]', '[2002:7f00:1::]: https private_host/R404'],
  ['https://[fd12:3456::1]', '[fd12:3456::1]: https private_host/R605'],
  ['https://[fe80::1]', '[fe80::1]: https private_host/R606'],
  ['192.168.1.1:8080/pay', '192.168.1.1: https private_host/R409'],
  ['https://100.64.0.1', '100.64.0.1: https private_host/R403'],
  ['https://172.31.255.255', '172.31.255.255: https private_host/R406'],
  ['localhost:3000/x', 'localhost: https private_host/N01'],
  ['https://a.b.localhost.', 'a.b.localhost: https private_host/N01'],
  ['printer.local', 'printer.local: https private_host/N01'],
  ['metadata.google.internal', 'metadata.google.internal: https private_host/N01'],
  ['http://intranet/', 'intranet: not_https private_host/N01'],
  ['10.0.0.1.nip.io', '10.0.0.1.nip.io: https private_host/N02'],
];

const PUBLIC: readonly (readonly [string, string])[] = [
  ['https://api.weather.example/v1', 'api.weather.example: https'],
  ['api.weather.example/v1', 'api.weather.example: https'],
  ['Weather API at https://api.weather.dev/v1.', 'api.weather.dev: https'],
  ['see (api.weather.dev), please', 'api.weather.dev: https'],
  ['HTTPS://API.EXAMPLE.COM', 'api.example.com: https'],
  ['https://exa\u200bmple.com', 'example.com: https'],
  ['ftp://files.example.com', 'files.example.com: not_https'],
  ['https://172.32.0.1', '172.32.0.1: https ip_literal'],
  ['1.1.1.1', '1.1.1.1: https ip_literal'],
  ['https://[2606:4700::1111]/', '[2606:4700::1111]: https ip_literal'],
  ['bücher.example', 'xn--bcher-kva.example: https punycode'],
  ['日本語.jp', 'xn--wgv71a119e.jp: https punycode'],
  ['https://user:pw@host.com/', 'host.com: https userinfo'],
  ['https://coinbase.com@evil.io', 'evil.io: https userinfo'],
  ['https://evil.com\\@coinbase.com', 'evil.com: https'],
  ['bit.ly/abc', 'bit.ly: https url_shortener/H01'],
  ['abc.trycloudflare.com/api', 'abc.trycloudflare.com: https ephemeral_host/H02'],
  ['https://x.ngrok-free.app', 'x.ngrok-free.app: https ephemeral_host/H02'],
];

const IMITATIONS: readonly (readonly [string, string])[] = [
  ['api.coinbasse.com/x402', 'L01'],
  ['conibase.com', 'L01'],
  ['paypa1.com', 'L02'],
  ['rnicrosoft.com', 'L02'],
  ['cóinbase.com', 'L02'],
  ['аррӏе.com', 'L02'],
  ['coinbase.evil.io', 'L03'],
  ['coinbase.com.evil.io', 'L03'],
  ['api.google.com.evil.io', 'L06'],
  ['coinbase.vercel.app', 'L04'],
  ['secure-coinbase.com', 'L05'],
  ['coinbase-login.evil.io', 'L05'],
];

const GENUINE = [
  ...[
    'coinbase.com',
    'api.coinbase.com',
    'coinbase.github.io',
    'gemini.google.com',
    'openai.azure.com',
    'stripe.dev',
  ],
  ...[
    'circleci.com',
    'strike.me',
    'github.mycorp.com',
    'zapier.com',
    'ripple.com',
    'polygon.io',
    'applet.com',
    'baseten.co',
  ],
];

describe('hosts', () => {
  it.each([...PRIVATE, ...PUBLIC])('%s', (text, expected) => expect(read(text)).toBe(expected));

  it.each(['pаypal.example', 'https://xn--pypal-4ve.com', 'раураl.com'])('mixed script: %s', (text) => {
    const flags = readSubject(text).flags.map(({ signal }) => signal);
    expect(flags).toContain('subj_mixed_script');
    expect(flags).toContain('subj_punycode');
  });

  it.each([
    'Acme weather API',
    'Claude 3.5 model',
    'node.js',
    'ops@seller.com',
    'v1.2',
    'javascript:alert(1)',
    '/v1/price',
  ])('names no host: %s', (text) =>
    expect(readSubject(text)).toMatchObject({ kind: 'name', host: null, flags: [] }),
  );

  it('lets scripts mix that one language writes with', () => {
    const flags = readSubject('https://日本語カナabc.jp').flags.map(({ signal }) => signal);
    expect(flags).toEqual(['subj_https', 'subj_punycode']);
  });

  it('says that a typed address cannot be read', () => {
    expect(readSubject('http://[fe80::1%25eth0]/')).toMatchObject({ kind: 'name', unreadable: true });
    expect(readSubject('http://999.1.1.1')).toMatchObject({ kind: 'name', unreadable: true });
    expect(readSubject('Acme weather API').unreadable).toBe(false);
  });

  it('judges every host that a subject names, and https only if all are', () => {
    expect(read('https://good.dev via http://10.0.0.1')).toBe('good.dev: not_https private_host/R402');
  });

  it('knows our own routes by path', () => {
    const { kind, ownRoute } = readSubject('/api/agent-commerce-reliability-ledger?src=x');
    expect([kind, ownRoute?.id]).toEqual(['own_route', 'P02']);
  });
});

describe('imitation of brands', () => {
  it.each(IMITATIONS)('%s by %s', (text, rule) => {
    expect(readSubject(text).lookalike?.rule).toBe(rule);
    expect(readSubject(text).flags.map(({ signal }) => signal)).toContain('subj_typosquat');
  });

  it.each([...GENUINE, ...BRANDS.flatMap(({ domains }) => domains)])('leaves %s alone', (text) => {
    expect(readSubject(text).lookalike).toBeNull();
  });

  it('spares each listed word, and would not without the list', () => {
    for (const label of NOT_LOOKALIKES.labels) expect(readSubject(`${label}.com`).lookalike).toBeNull();
    const needless = NOT_LOOKALIKES.labels.filter(
      (label) =>
        !BRANDS.some(
          (brand) => withinOneEdit(label, brand.label) || withinOneEdit(skeleton(label), brand.label),
        ),
    );
    expect(needless).toEqual([]);
  });
});

describe('letters', () => {
  it('decodes the examples of RFC 3492 §7.1', () => {
    expect(decodeLabel('xn--ihqwcrb4cv8a8dqg056pqjye')).toBe('他们为什么不说中文');
    expect(decodeLabel('xn--4dbcagdahymbxekheh6e0a7fei0b')).toBe('למההםפשוטלאמדבריםעברית');
    expect(decodeLabel('xn--porqunopuedensimplementehablarenespaol-fmd56a')).toBe(
      'porquénopuedensimplementehablarenespañol',
    );
    expect(decodeLabel('xn--3b-ww4c5e180e575a65lsy2b')).toBe('3年b組金八先生');
  });

  it('gives broken punycode back as it is', () => {
    for (const label of ['xn--', 'xn--\u00e9', 'xn--99999999999', 'plain'])
      expect(decodeLabel(label)).toBe(label === 'xn--' ? '' : label);
  });

  it('sees one edit and no more', () => {
    for (const near of ['coinbase', 'coinbas', 'coinbasee', 'coinbaze', 'ocinbase'])
      expect(withinOneEdit(near, 'coinbase')).toBe(true);
    for (const far of ['coinba', 'coinbassee', 'cionbaes', 'foinbaze', ''])
      expect(withinOneEdit(far, 'coinbase')).toBe(false);
  });
});
