import { createServer } from 'node:net';
import { Challenge } from 'mppx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { toolsOf } from '../src/discovery/tools.ts';
import { SOLANA_BUYERS } from '../src/sandbox/solana-accounts.ts';
import { forged, hashCredential } from './mpp/support.ts';
import { chainTools } from './support/chain.ts';
import { challengeOf, encode, payloadFor } from './support/payments.ts';
import { disposeServices, type Service, startService } from './support/service.ts';
import { solanaPayment } from './support/solana.ts';

/**
 * What anybody can do to the public figures without paying: each forged, repeated or malformed call moves the one
 * counter that docs/books.md names, on every rail, and nothing that a caller sent becomes a name or a label.
 */

let service: Service;
let metricsUrl: string;
let rpc: { evm: string; solana: string; tempo: string };

beforeAll(async () => {
  const port = await freePort();
  service = await startService({ env: { METRICS_PORT: String(port) } });
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  ({ rpc } = (await (await fetch(`${service.url}/sandbox`)).json()) as { rpc: typeof rpc });
});
afterAll(disposeServices);

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

const LEDGER = '/api/agent-commerce-reliability-ledger';
const PROOF = '/api/opportunity-check';
const PROOF_TOOL = toolsOf(catalogue).find(({ route }) => route.path === PROOF)!.name;

interface Salvo {
  readonly path: string;
  readonly init?: RequestInit;
  /** What it counts as, by its answer 402. */
  readonly counts: 'challenge' | 'x402' | 'mpp' | 'nothing';
}

/** Every way that is known to be loud, with a word of the caller's wherever one fits. */
async function salvo(word: string): Promise<Salvo[]> {
  const tools = chainTools(rpc.evm);
  const url = service.url + PROOF;
  const payment = (value: string): RequestInit => ({ headers: { 'payment-signature': value } });
  const authorization = (value: string): RequestInit => ({ headers: { authorization: value } });
  const json = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': word, referer: `https://${word}.example/` },
    body: JSON.stringify(body),
  });

  const required = await challengeOf(url);
  const [payer, other] = [tools.buyer(0), tools.buyer(1)];
  const wrongSigner = encode(await payloadFor(required, payer, { signer: other }));
  const poor = encode(await payloadFor(required, tools.emptyBuyer));
  const onSolana = `${LEDGER}?paymentNetwork=solana`;
  const solana = await solanaPayment(service.url + onSolana, rpc.solana, SOLANA_BUYERS[0]!, {
    signer: SOLANA_BUYERS[1]!,
  });
  const mpp = Challenge.fromResponse(await fetch(service.url + LEDGER));
  const credential = (challenge: typeof mpp) => hashCredential(challenge, `0x${'ab'.repeat(32)}`);
  const mcp = (name: string, args: object) => ({
    ...json({ jsonrpc: '2.0', id: word, method: 'tools/call', params: { name, arguments: args } }),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  });
  return [
    { path: `${PROOF}?src=${word}`, counts: 'challenge' },
    { path: `${PROOF}?src=${word}`, init: { method: 'HEAD' }, counts: 'challenge' },
    // A challenge is shown whatever the question is.
    { path: `${PROOF}?${word}=1`, counts: 'challenge' },
    { path: PROOF, init: json({ [word]: word, source: word, src: word }), counts: 'challenge' },
    { path: PROOF, init: payment(word), counts: 'x402' },
    { path: PROOF, init: payment(encode({ x402Version: 2, [word]: word })), counts: 'x402' },
    { path: `${PROOF}?src=${word}`, init: payment(wrongSigner), counts: 'x402' },
    { path: `${PROOF}?src=${word}`, init: payment(wrongSigner), counts: 'x402' },
    { path: PROOF, init: payment(poor), counts: 'x402' },
    { path: onSolana, init: payment(word), counts: 'x402' },
    { path: onSolana, init: payment(solana), counts: 'x402' },
    { path: onSolana, init: payment(solana), counts: 'x402' },
    { path: `${LEDGER}?paymentNetwork=${word}`, counts: 'nothing' },
    { path: LEDGER, init: authorization(`Payment ${word}`), counts: 'mpp' },
    { path: LEDGER, init: authorization(credential(forged(mpp, { secretKey: word }))), counts: 'mpp' },
    { path: LEDGER, init: authorization(credential(forged(mpp, { secretKey: word }))), counts: 'mpp' },
    { path: LEDGER, init: authorization(credential(mpp)), counts: 'mpp' },
    { path: `/${word}?src=${word}`, counts: 'nothing' },
    { path: `/action-pack/go/proof?src=${word}`, init: { redirect: 'manual' }, counts: 'nothing' },
    { path: `/action-pack/go/${word}`, init: { redirect: 'manual' }, counts: 'nothing' },
    { path: '/api/wallet-close-signals', init: json({ event: word }), counts: 'nothing' },
    {
      path: '/api/wallet-close-signals',
      init: json({ event: 'copyPaidProofCommand', [word]: word }),
      counts: 'nothing',
    },
    { path: '/api/wallet-close-signals', init: json({ event: 'copyPaidProofCommand' }), counts: 'nothing' },
    {
      path: '/api/agent-spend-passport/prepare',
      init: json({ goal: `worth paying for ${word}.example.com?`, source: word }),
      counts: 'nothing',
    },
    { path: '/mcp', init: mcp(word, { [word]: word }), counts: 'nothing' },
    { path: '/mcp', init: mcp(PROOF_TOOL, { [word]: word, src: word }), counts: 'nothing' },
    { path: '/mcp', init: mcp(PROOF_TOOL, { src: word }), counts: 'nothing' },
  ];
}

interface Register {
  readonly unpaid402Challenges: number;
  readonly commerceAccounting: Record<string, unknown>;
  readonly unpaid: {
    readonly declinedPayments: number;
    readonly products: Record<string, { readonly declinedByRail: Record<'x402' | 'mpp', number> }>;
  };
}
const register = async (): Promise<Register> =>
  (await (await fetch(`${service.url}/api/cash-register`)).json()) as Register;
const metrics = async () => (await fetch(metricsUrl)).text();

/** Numbers of a document by their paths. */
function numbersOf(value: unknown, path = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[path, value]]);
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(Object.entries(value).flatMap(([name, child]) => [...numbersOf(child, `${path}/${name}`)]));
}
/** Names and labels of all series. */
const seriesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('assay_'))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
    .sort();

/** Fires everything; answers how many 402 came back of each kind. */
async function fire(word: string): Promise<Record<Salvo['counts'], number>> {
  const answered = { challenge: 0, x402: 0, mpp: 0, nothing: 0 };
  for (const { path, init, counts } of await salvo(word)) {
    const response = await fetch(service.url + path, init);
    await response.arrayBuffer();
    if (response.status === 402) answered[counts]++;
  }
  return answered;
}

const declinedBy = ({ unpaid }: Register, rail: 'x402' | 'mpp') =>
  Object.values(unpaid.products).reduce((sum, { declinedByRail }) => sum + declinedByRail[rail], 0);

/** Where calls that bring no money may show. Everything else stands still. */
const MAY_MOVE =
  /^\/(unpaid402Challenges$|unpaid\/|counters\/opportunityCheckGetProofUnpaid|buyerWalletCloseSignals\/|paidProofContinuationSignals\/)/;

describe('forged, repeated and malformed calls', () => {
  it('move the counters that are documented, by one a call, and no paid figure', async () => {
    const before = await register();
    const sent = await fire('xyzzyfirst');
    const after = await register();
    // Three challenges were asked for to make the payments from, and two tool calls were answered with one.
    const asked = 3 + 2;
    expect(sent.challenge).toBe(4);
    expect(sent.x402).toBe(8);
    expect(sent.mpp).toBeGreaterThanOrEqual(3);
    expect(after.unpaid402Challenges - before.unpaid402Challenges).toBe(sent.challenge + asked);
    expect(after.unpaid.declinedPayments - before.unpaid.declinedPayments).toBe(sent.x402 + sent.mpp);
    expect(declinedBy(after, 'x402') - declinedBy(before, 'x402')).toBe(sent.x402);
    expect(declinedBy(after, 'mpp') - declinedBy(before, 'mpp')).toBe(sent.mpp);

    const was = numbersOf(before);
    const moved = [...numbersOf(after)].filter(([path, n]) => n !== (was.get(path) ?? 0));
    expect(moved.map(([path]) => path).filter((path) => !MAY_MOVE.test(path))).toEqual([]);
    const { asOf: _, snapshotDigest: __, reconciliation: ___, ...paid } = before.commerceAccounting;
    expect(after.commerceAccounting).toMatchObject(paid);
  });

  it('make no name, no label and no series, and nothing of them is said anywhere', async () => {
    const [paths, series] = [[...numbersOf(await register()).keys()], seriesOf(await metrics())];
    await fire('xyzzysecond');
    expect([...numbersOf(await register()).keys()]).toEqual(paths);
    expect(seriesOf(await metrics())).toEqual(series);
    const documents = [
      '/api/cash-register',
      '/api/agent-payment-traction-brief',
      '/api/passport-signal-health',
    ];
    const texts = await Promise.all(documents.map(async (path) => (await fetch(service.url + path)).text()));
    for (const text of [...texts, await metrics(), service.output()]) expect(text).not.toMatch(/xyzzy/);
  });
});
