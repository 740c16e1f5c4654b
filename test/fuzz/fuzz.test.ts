import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, remoteLab, startLab } from '../attacks/lab.ts';
import { IN_CAMPAIGN, SEED, sized } from '../support/campaign.ts';
import { disposeServices } from '../support/service.ts';
import { fuzz, reportOf } from './campaign.ts';
import { inputAt, routesOf } from './inputs.ts';

const INPUTS = sized({ smoke: 180, short: 5_000, full: 20_000 });

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ mpp: true, solana: true });
});
afterAll(async () => {
  await lab.stop();
  await disposeServices();
});

it(`generated inputs, ${INPUTS} of them: no fault, no hang, no echo, no money, every answer as published`, async () => {
  const campaign = await fuzz(lab, { inputs: INPUTS, seed: SEED });
  console.log(reportOf(campaign, SEED));
  expect(campaign.failures).toEqual([]);
  expect(campaign.moved).toEqual([]);
  expect(campaign.inputs).toBe(INPUTS);
  // Otherwise the inputs are all of one kind and the campaign says nothing.
  expect(campaign.compared).toBeGreaterThan(Math.max(50, 0.28 * INPUTS));
  for (const status of ['200', '400', '402', '413'])
    expect(campaign.statuses[status], status).toBeGreaterThan(5);
}, 600_000);

it('makes the same input again from its seed and number', () => {
  const material = {
    openapi: lab.openapi,
    routes: routesOf(lab.openapi),
    payments: new Map(),
    queries: new Map(),
    credentials: [],
  };
  for (const index of [0, 17, 999])
    expect(inputAt(SEED, index, material)).toEqual(inputAt(SEED, index, material));
  expect(inputAt(SEED, 1, material)).not.toEqual(inputAt(SEED + 1, 1, material));
});

/** Services between the fuzzer and ours that do one thing wrong. The campaign finds each. */
interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
const WRONGS: Readonly<
  Record<string, { does: (answer: Answer, sent: string) => Answer | undefined; found: RegExp }>
> = {
  'falls over some bodies': {
    does: (answer, sent) =>
      sent.includes('\\u0000') || sent.includes('__proto__') ? { ...answer, status: 500 } : answer,
    found: /^status 500/,
  },
  'repeats what was sent in its errors': {
    does: (answer, sent) =>
      answer.status >= 400
        ? { ...answer, body: answer.body.replace('}', `,"sent":${JSON.stringify(sent)}}`) }
        : answer,
    found: /^echo/,
  },
  'never answers some requests': {
    does: (answer, sent) => (sent.length > 12_000 ? undefined : answer),
    found: /^no answer/,
  },
  'answers with other fields than it publishes': {
    does: (answer) =>
      answer.status === 402 ? { ...answer, body: answer.body.replace('"accepts":', '"offers":') } : answer,
    found: /^schema of 402/,
  },
  'calls its errors HTML': {
    does: (answer) =>
      answer.status === 400
        ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } }
        : answer,
    found: /^content type of 400/,
  },
  'accepts bodies that its schema refuses': {
    does: (answer) => (answer.status === 400 ? { ...answer, status: 402 } : answer),
    found: /^(accepts what its schema refuses|content type of 402)/,
  },
};

describe('a campaign finds a service that', () => {
  it.each(Object.entries(WRONGS).slice(0, IN_CAMPAIGN ? undefined : 2))(
    '%s',
    async (_name, { does, found }) => {
      const between = await startBetween(lab.url, does);
      const attacked = await remoteLab(between.url, { rpcUrl: lab.chain!.rpcUrl });
      const inputs = sized({ smoke: 200, short: 700, full: 700 });
      const { failures } = await fuzz(attacked, { inputs, seed: SEED, route: '/api/opportunity-check' });
      await between.stop();
      expect(failures.map((failure) => failure.class).filter((kind) => found.test(kind))).not.toEqual([]);
    },
  );
});

async function startBetween(target: string, does: (answer: Answer, sent: string) => Answer | undefined) {
  const server = createServer(async (incoming, outgoing) => {
    const sent = Buffer.concat(await incoming.toArray());
    const { hostname, port } = new URL(target);
    const options = {
      hostname,
      port,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
    };
    const onward = forward(options, async (heard) => {
      const body = Buffer.concat(await heard.toArray()).toString('utf8');
      const changed = does(
        { status: heard.statusCode ?? 0, headers: heard.headers, body },
        sent.toString('utf8'),
      );
      if (!changed) return;
      const { 'content-length': _length, 'transfer-encoding': _chunked, ...headers } = changed.headers;
      outgoing.writeHead(changed.status, headers).end(incoming.method === 'HEAD' ? undefined : changed.body);
    });
    onward.on('error', () => outgoing.destroy());
    onward.end(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
