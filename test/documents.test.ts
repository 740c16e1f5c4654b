import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { SESSION_CAP_USD } from '../src/values/limits.ts';
import { disposeServices, type Hosted, startHosted } from './support/service.ts';

/** Free documents as a reader meets them: nothing they say may differ from what is sold, and what they print must work. */

let service: Hosted;
const json = new Map<string, unknown>();
let openapi: { paths: Record<string, Record<string, unknown>> };

beforeAll(async () => {
  service = await startHosted({});
  openapi = (await (await fetch(`${service.url}/openapi.json`)).json()) as typeof openapi;
  for (const path of Object.keys(openapi.paths).filter((each) => 'get' in openapi.paths[each]!)) {
    const response = await fetch(service.url + path);
    if (response.status === 200 && response.headers.get('content-type')?.includes('json'))
      json.set(path, await response.json());
  }
});
afterAll(disposeServices);

/** Every text of a document, the names of its members too. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return value && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, each]) => [name, ...strings(each)])
    : [];
}

/** Amounts that may stand in a document although nothing is sold for them, each with its reason. */
const OTHER_DOLLARS = new Set([
  '$0.00', // free
  `$${SESSION_CAP_USD}`, // recommended cap of a session
  '$1', // default cap of current clients
]);

const EXAMPLES = [
  ...catalogue.checks.map(({ example }) => example),
  ...catalogue.products.flatMap(({ forms }) => forms.map(({ example }) => example)),
].flatMap((example) => strings(example).filter((text) => text.includes('$')));
/** Examples speak of other people's prices, and commands carry the examples. */
const quotesAnExample = (text: string) => EXAMPLES.some((example) => text.includes(example));

/** Documents that quote other sellers' prices on purpose: examples, evidence and models. */
const QUOTES_OTHERS =
  /audit|opportunity-check\/reading|failure-signature|buyer-agent-challenge|forecast|ledger|witness|payment-safety|passport|scope-check|scenarios/;

describe('every free document', () => {
  it('is there, and there are many', () => {
    expect(json.size).toBeGreaterThan(20);
  });

  it('names only routes that exist', () => {
    const known = new Set(Object.keys(openapi.paths));
    for (const path of ['/healthz', '/readyz', '/.well-known/jwks.json', '/.well-known/did.json', '/sandbox'])
      known.add(path);
    // Named as what is blocked.
    known.add('/api/admin');
    for (const [path, body] of json)
      for (const text of strings(body))
        for (const [, named] of text.matchAll(
          /(?<![\w.:/])(\/(?:api|\.well-known)\/[a-z0-9_.{}/-]*[a-z0-9}])/g,
        ))
          if (!path.includes('openapi')) expect(known, `${path} names ${named}`).toContain(named);
  });

  it('names only prices that are asked', () => {
    const prices = new Set<string>(catalogue.products.map(({ price }) => price.label));
    for (const [path, body] of json) {
      if (QUOTES_OTHERS.test(path) || path.includes('openapi')) continue;
      for (const text of strings(body).filter((each) => !quotesAnExample(each)))
        for (const [dollars] of text.matchAll(/\$\d+(?:\.\d+)?/g))
          expect(
            prices.has(dollars) || OTHER_DOLLARS.has(dollars) || [...prices].includes(`${dollars}.00`),
            `${path} says ${dollars}`,
          ).toBe(true);
    }
  });

  it('agrees with the runtime challenge on price, network and scheme', async () => {
    for (const product of catalogue.products) {
      const form = product.forms[0]!;
      const response = await fetch(service.url + product.path, { method: form.method });
      if (response.status !== 402) continue;
      const { accepts } = (await response.json()) as {
        accepts: { amount: string; network: string; price: string; payTo: string }[];
      };
      for (const path of [
        '/api/platform-readiness',
        '/api/platform-payments-policy',
        '/api/agent-payment-alpha',
      ]) {
        const routes = JSON.stringify(json.get(path));
        expect(routes).toContain(`"path":"${product.path}"`);
        expect(routes).toContain(`"maxAmountAtomicUnits":"${accepts[0]!.amount}"`);
      }
      // All that the challenge offers by itself is named where prices are listed.
      const { paidRoutes } = json.get('/api/platform-readiness') as {
        paidRoutes: {
          path: string;
          network: string;
          alsoPaidOn: { network: string; selectedBy?: string }[];
        }[];
      };
      const listed = paidRoutes.find(({ path }) => path === product.path)!;
      const networks = [
        listed.network,
        ...listed.alsoPaidOn.filter((way) => !way.selectedBy).map(({ network }) => network),
      ];
      for (const { network } of accepts) expect(networks).toContain(network);
      // Who is paid is said by the challenge alone.
      for (const [path, body] of json)
        if (path !== '/sandbox')
          expect(JSON.stringify(body).toLowerCase()).not.toContain(accepts[0]!.payTo.toLowerCase());
    }
  });

  it('is revalidated by its ETag where it is fixed, and never cached where it is live', async () => {
    for (const document of catalogue.documents) {
      const response = await fetch(service.url + document.path);
      if (response.status !== 200) continue;
      if (document.freshness === 'live') {
        expect(response.headers.get('cache-control')).toBe('no-store');
        continue;
      }
      const etag = response.headers.get('etag')!;
      const again = await fetch(service.url + document.path, { headers: { 'if-none-match': etag } });
      expect([document.path, again.status]).toEqual([document.path, 304]);
    }
  });
});

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}
const send = ({ method, path, headers, body }: Request) =>
  fetch(service.url + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

it('every step of the buyer start path works as printed, and only the one that says so would spend', async () => {
  const { steps } = json.get('/api/platform-buyer-start') as {
    steps: { id: string; request: Request; expect: number; command: string }[];
  };
  expect(steps.map(({ id }) => id)).toEqual([
    'decide',
    'redact',
    'forecast',
    'look',
    'terms',
    'pay',
    'verify',
    'tell',
  ]);
  for (const step of steps) {
    expect([step.id, (await send(step.request)).status]).toEqual([step.id, step.expect]);
    if (!step.command.startsWith('curl')) continue;
    const status = execFileSync('sh', ['-c', `${step.command} -o /dev/null -w '%{http_code}'`], {
      encoding: 'utf8',
    });
    // With -i the headers are written first.
    expect([step.id, Number(status.slice(-3))]).toEqual([step.id, step.expect]);
  }
  const answers = await Promise.all(
    steps.slice(0, 3).map(async ({ request }) => (await send(request)).json()),
  );
  expect(answers).toMatchObject([
    { status: 'ready_to_buy' },
    { status: 'ready_to_send' },
    { status: 'will_sign' },
  ]);
});

it('every command of the action pack that is not a purchase works as printed', async () => {
  const expected = { 'See the price without paying': '402' } as Record<string, string>;
  for (const name of ['proof', 'audit', 'agentic-trading', 'scope']) {
    const response = await fetch(`${service.url}/action-pack/${name}`, {
      headers: { accept: 'application/json' },
    });
    const { steps } = (await response.json()) as { steps: { title: string; command: string }[] };
    const titles = steps.map(({ title }) => title);
    // What is checked in the end was bought before, and kept.
    expect(titles.includes('Check the receipt offline')).toBe(
      steps.some(({ command }) => /npm run -s assay -- buy .* --save receipt\.json$/.test(command)),
    );
    for (const { title, command } of steps.filter((step) => !step.command.includes('npm run'))) {
      const status = execFileSync('sh', ['-c', `${command} -o /dev/null -w '%{http_code}'`], {
        encoding: 'utf8',
      });
      expect([name, title, status.slice(-3)]).toEqual([name, title, expected[title] ?? '200']);
    }
  }
});

it('every step of every scenario answers as the scenario says', async () => {
  const { scenarios } = json.get('/api/agent-commerce-scenarios') as {
    scenarios: {
      id: string;
      steps: (Request & { status: number; answer?: object; answerHolds?: object })[];
    }[];
  };
  expect(scenarios.length).toBeGreaterThan(5);
  for (const { id, steps } of scenarios)
    for (const step of steps) {
      const response = await send(step);
      expect([id, response.status]).toEqual([id, step.status]);
      const body = await response.json();
      if (step.answer) expect({ id, body }).toEqual({ id, body: step.answer });
      else expect(body).toMatchObject(step.answerHolds!);
    }
});

it('every exercise of the buyer-agent challenge is decided as printed, and one alone may be paid', async () => {
  const { exercises } = json.get('/api/buyer-agent-challenge') as {
    exercises: { id: string; task: object; answer: { decision: string; score: number } }[];
  };
  for (const { id, task, answer } of exercises) {
    const decided = await (
      await send({ method: 'POST', path: '/api/buyer-agent-payment-safety/score', body: task })
    ).json();
    expect({ id, ...decided }).toMatchObject({ id, decision: answer.decision, score: answer.score });
  }
  expect(
    exercises.filter(({ answer }) => answer.decision === 'pay_within_policy').map(({ id }) => id),
  ).toEqual(['sound']);
});

it('discovery lists every paid route and nothing that is free', async () => {
  const wellKnown = json.get('/.well-known/x402') as { resources: string[] };
  expect(wellKnown.resources).toEqual(catalogue.products.map(({ path }) => service.url + path));
  const listed = json.get('/api/x402scan-discovery') as { listings: { url: string; method: string }[] };
  for (const { url, method } of listed.listings) {
    const response = await fetch(url, { method });
    expect([402, 428, 503]).toContain(response.status);
  }
  const llms = await fetch(`${service.url}/llms.txt`);
  expect(llms.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await llms.text();
  for (const { path, price } of catalogue.products)
    expect(text).toContain(`${service.url}${path}): ${price.label}`);
});
