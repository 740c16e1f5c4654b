/** Proves the proxies' files of ops/: real nginx and Caddy with TLS, a service in production behind, a purchase through each. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as plain } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { optionsOf } from '../options.ts';
import { buyWithStockClient, freePort, ROOT, Trial, until } from './trial.ts';

const HELP = `Usage: node scripts/deploy/proxies.ts

Starts nginx and Caddy with the files of ops/ in front of a production service, with TLS, and buys through each. Compares
odd requests with what the service answers itself, and shows that callers are told apart. Needs both programs:
apt-get install nginx-light caddy`;
optionsOf(HELP, {});

/** Only the proxy itself is trusted: callers come from other addresses of this machine. */
const TRUSTED = '127.0.0.1';
const CALLER = '127.0.0.9';
const OTHER_CALLER = '127.0.0.10';
/** One address may send this many free checks a second (docs/operators.md). */
const CHECKS_A_SECOND = 100;
const BURST = 4 * CHECKS_A_SECOND;
const BURSTS = 5;

interface Proxy {
  readonly name: string;
  readonly url: string;
}

/** One agent an address: a connection belongs to the one that it was opened from. */
const agents = new Map<string, Agent>();

const trial = new Trial();
try {
  await trial.unpacked();
  const env = { ...(await trial.production(await trial.chain())), TRUSTED_PROXIES: TRUSTED };
  const service = await trial.serve({ ...env, LOG_LEVEL: 'error' });
  const proxies = [await caddy(service.url), await nginx(service.url)];
  for (const [buyer, proxy] of proxies.entries()) {
    await buyWithStockClient(proxy.url, buyer);
    const odd = await asTheServiceAnswers(proxy, service.url);
    const limited = await callersAreToldApart(proxy);
    console.log(`${proxy.name}: sold over TLS; ${odd} odd requests as without it; ${limited}`);
  }
} finally {
  await trial.close();
}

async function caddy(upstream: string): Promise<Proxy> {
  const port = await freePort();
  const folder = join(trial.folder, 'caddy');
  mkdirSync(folder);
  // What a certificate of Let's Encrypt needs the internet for, Caddy's own authority does here.
  const config = `{
	admin off
	skip_install_trust
	auto_https disable_redirects
	storage file_system ${folder}
}
import ${join(ROOT, 'ops/caddy/Caddyfile')}
`;
  writeFileSync(join(folder, 'Caddyfile'), config);
  trial.launch('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    ASSAY_SITE: `localhost:${port}`,
    ASSAY_NODES: upstream.replace('http://', ''),
  });
  const root = join(folder, 'pki/authorities/local/root.crt');
  await until('Caddy makes its authority', async () => existsSync(root));
  trust(readFileSync(root, 'utf8'));
  return ready({ name: 'Caddy', url: `https://localhost:${port}` });
}

async function nginx(upstream: string): Promise<Proxy> {
  const [port, plain] = [await freePort(), await freePort()];
  const folder = join(trial.folder, 'nginx');
  mkdirSync(folder);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      ...subject,
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  trust(readFileSync(certificate, 'utf8'));
  // What its head says is to be changed, and nothing else.
  const changes: readonly (readonly [RegExp, string])[] = [
    [/server 127\.0\.0\.1:4021;/, `server ${upstream.replace('http://', '')};`],
    [/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`],
    [/listen 80;/, `listen 127.0.0.1:${plain};`],
    [/server_name shop\.example;/g, 'server_name localhost;'],
    [/ssl_certificate \S+;/, `ssl_certificate ${certificate};`],
    [/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`],
  ];
  const site = changes.reduce(
    (text, [from, to]) => {
      if (text.search(from) < 0) throw new Error(`ops/nginx/assay.conf has no ${from}`);
      return text.replace(from, to);
    },
    readFileSync(join(ROOT, 'ops/nginx/assay.conf'), 'utf8'),
  );
  writeFileSync(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${join(folder, each)};`,
  );
  const config = `daemon off; pid ${join(folder, 'pid')}; error_log stderr warn; worker_processes 1;
events {} http { access_log off; ${temporary.join(' ')} include ${join(folder, 'site.conf')}; }
`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  trial.launch('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']);
  const proxy = await ready({ name: 'nginx', url: `https://localhost:${port}` });
  const moved = await fetch(`http://127.0.0.1:${plain}/x?y=1`, { redirect: 'manual' });
  if (moved.status !== 308 || moved.headers.get('location') !== 'https://127.0.0.1/x?y=1')
    throw new Error(`nginx sends http to ${moved.headers.get('location')}`);
  return proxy;
}

/** Requests that a proxy is tempted to mend, or to refuse by itself. Answers how many there were. */
async function asTheServiceAnswers({ name, url }: Proxy, direct: string): Promise<number> {
  const paid = '/api/opportunity-check';
  const odd: readonly (readonly [method: string, path: string, headers?: Record<string, string>])[] = [
    ['GET', paid],
    ['HEAD', paid],
    ['OPTIONS', paid],
    ['GET', `${paid}/`],
    ['GET', `/${paid}`],
    ['GET', '/api/./opportunity-check'],
    ['GET', '/api/%6fpportunity-check'],
    ['GET', '/api/x/../opportunity-check'],
    ['GET', `${paid}?a=%2F%2e&a=b`],
    ['GET', paid, { 'payment-signature': 'A'.repeat(12_000) }],
    ['GET', '/openapi.json', { 'accept-encoding': 'gzip' }],
    ['GET', '/nowhere'],
  ];
  for (const [method, path, headers = {}] of odd) {
    const [through, itself] = await Promise.all([
      ask(url, { method, path, headers }),
      ask(direct, { method, path, headers }),
    ]);
    // A challenge has an id and a date of its own.
    const same =
      through.status === itself.status &&
      (itself.status === 402 || through.text === itself.text) &&
      through.encoding === itself.encoding;
    if (!same)
      throw new Error(
        `${name}: ${method} ${path.slice(0, 60)} is ${through.status}, without it ${itself.status}`,
      );
  }
  return odd.length;
}

/** A caller who sends too much is refused, whatever it says of its own address, and nobody else is. */
async function callersAreToldApart(proxy: Proxy): Promise<string> {
  const check = (from: string, claimed: string) =>
    ask(proxy.url, {
      method: 'POST',
      path: '/api/settlement-status/check',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': claimed },
      body: JSON.stringify({ paymentIdentifier: 'nobody-has-this-one' }),
      from,
    });
  for (let burst = 0; burst < BURSTS; burst++) {
    const answers = await Promise.all(
      Array.from({ length: BURST }, (_, i) => check(CALLER, `10.0.${i >> 8}.${i & 255}`)),
    );
    const limited = answers.filter(({ status }) => status === 429).length;
    const other = await check(OTHER_CALLER, '10.0.0.1');
    if (other.status === 429) throw new Error(`${proxy.name}: one caller is refused for another one`);
    if (limited > 0) return `${limited} of ${BURST} calls of one address refused, and none of another`;
  }
  throw new Error(`${proxy.name}: a caller escapes its limit with X-Forwarded-For`);
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly from?: string;
}

async function ask(base: string, { method, path, headers, body, from = CALLER }: Asked) {
  const { protocol, hostname, port } = new URL(base);
  const agent =
    agents.get(from) ?? new Agent({ keepAlive: true, maxSockets: 50, localAddress: from, family: 4 });
  agents.set(from, agent);
  const secure = protocol === 'https:';
  const options = { hostname, port, method, path, headers, ...(secure && { agent }) };
  return new Promise<{ status: number; text: string; encoding: string | undefined }>((resolve, reject) => {
    const sent = (secure ? request : plain)(options, (answer) => {
      let text = '';
      answer.setEncoding('latin1').on('data', (part: string) => (text += part));
      answer.once('end', () =>
        resolve({ status: answer.statusCode!, text, encoding: answer.headers['content-encoding'] }),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

function trust(certificate: string): void {
  setDefaultCACertificates([...getCACertificates('default'), certificate]);
}

async function ready(proxy: Proxy): Promise<Proxy> {
  await until(`${proxy.name} is ready`, async () => (await fetch(`${proxy.url}/readyz`)).ok);
  return proxy;
}
