import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { closedNames } from '../../src/accounting/counters.ts';
import { ASSERTION_HEADER, assertor } from '../../src/adapters/edge/assertion.ts';
import {
  type Ed25519Jwk,
  importEd25519,
  thumbprintOf,
  webSigner,
} from '../../src/adapters/edge/web-signer.ts';
import { memoryJournal } from '../../src/adapters/memory-journal.ts';
import { sealWith } from '../../src/adapters/seal.ts';
import { sealedTickets } from '../../src/adapters/tickets.ts';
import { catalogue } from '../../src/catalogue.ts';
import { catalogueDigest, soldProducts } from '../../src/discovery/sold.ts';
import { createEdgeApp } from '../../src/edge/app.ts';
import type { OriginClient } from '../../src/edge/origin-client.ts';
import type { Outside } from '../../src/edge/outside.ts';
import { gatesOf } from '../../src/edge/service.ts';
import type { JournalNamespace } from '../../src/edge/shards.ts';
import { USDC_BASE_TERMS } from '../../src/gate/assets.ts';
import { gateOf } from '../../src/gate/by-network.ts';
import { x402Rail } from '../../src/gate/rails/x402.ts';
import { encodeHeader, SELLER } from '../../src/gate/testing.ts';
import { createApp } from '../../src/http/app.ts';
import { toResponse } from '../../src/http/respond.ts';
import { openEdgeDoor } from '../../src/origin/edge-door.ts';
import { attestsWith, type Ports, type Reach, type Settler } from '../../src/ports.ts';
import { pooledStore } from './pooled-store.ts';

/**
 * The whole origin, and an edge before it, in one process: everything is real but the chain, which says yes to every
 * payment and counts what it was asked. So thousands of purchases take seconds.
 */
export type InProcess = Awaited<ReturnType<typeof openInProcess>>;

const PUBLIC = 'https://assay.example';
const RELEASE = 'v0.0.0-test';
const NOW = 1_795_000_000_000;
type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** `openJournal`: a mutant in place of the origin's journal (test/simulator/mutants.ts). */
export async function openInProcess(openJournal = memoryJournal) {
  /** Every question and order that reached the chain, and what the seller holds. */
  const chain = { asked: 0, seller: 0n };
  const clock = { now: () => NOW, sleep: () => new Promise<void>(() => {}) };
  const entropy = { hex: (bytes: number) => randomBytes(bytes).toString('hex') };
  const asked = <T>(answer: T): T => {
    chain.asked++;
    return answer;
  };
  const settler: Settler = {
    authenticate: async () => asked({ kind: 'valid' }),
    verify: async () => asked({ kind: 'valid' }),
    settle: async ({ offer }, record) => {
      chain.asked++;
      if (!(await record({}))) return { kind: 'not_sent' };
      chain.seller += BigInt(offer.amount);
      return { kind: 'settled', transaction: `0x${randomBytes(32).toString('hex')}` };
    },
    resolve: async () => asked({ kind: 'unknown' }),
  };
  const journal = openJournal();
  const counted = new Map<string, number>();
  const counters: Reach['counters'] = {
    add: (name) => void counted.set(name, (counted.get(name) ?? 0) + 1),
    read: async () => Object.fromEntries(counted),
  };
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Ed25519Jwk & {
    d: string;
  };
  const privateKey = await importEd25519(jwk, 'sign');
  const thumbprint = await thumbprintOf(jwk);
  const seal = sealWith(jwk.d);
  const signer = webSigner({
    kid: `did:web:assay.example#${thumbprint}`,
    privateKey,
    publicKeys: new Map([[`did:web:assay.example#${thumbprint}`, await importEd25519(jwk, 'verify')]]),
  });
  const editions = { latest: async () => undefined, get: async () => undefined };
  const tickets = sealedTickets(journal.tickets, seal, entropy);
  const ports: Ports = { journal, tickets, editions, settler, signer, clock, seal, entropy };
  const sale = {
    ports,
    release: RELEASE,
    owners: new Set<string>(),
    publicUrl: PUBLIC,
    payIns: [{ ...USDC_BASE_TERMS, payTo: SELLER }],
    railsFor: (terms: Parameters<typeof x402Rail>[0]) => [x402Rail(terms, ports)],
  };
  const gates = catalogue.products.map((product) => gateOf(product, sale));
  const app = createApp({
    catalogue,
    published: { catalogue, publicUrl: PUBLIC, release: RELEASE, mode: 'sandbox' },
    gates,
    clock,
    reach: {
      ...{ payments: journal, tickets, counters, entropy, editions, books: journal.books },
      ...{ signed: signer, attest: attestsWith(signer), reported: journal.reported },
    },
    report: (where, error) => {
      throw new Error(where, { cause: error });
    },
  });
  const { store, giveBack } = await pooledStore();
  const door = openEdgeDoor(
    {
      jwks: { keys: [{ ...jwk, kid: thumbprint }] },
      audience: PUBLIC,
      issuer: 'edge',
      previousCatalogue: undefined,
    },
    {
      catalogue,
      sale,
      gates,
      store,
      names: closedNames(catalogue),
      isOperator: () => false,
      common: {},
      observe: () => {},
      report: (where: string, error: unknown) => {
        throw new Error(where, { cause: error });
      },
    },
  );
  const atOrigin = async (request: Request): Promise<Response> =>
    door.isFor(request) ? toResponse(await door.answer(request)) : app.fetch(request);
  const origin: Fetch = async (path, init) => atOrigin(new Request(PUBLIC + path, init));
  const throughEdge = edgeBefore({
    atOrigin,
    settler,
    jwk,
    thumbprint,
    privateKey,
    clock,
    entropy,
    signer,
    seal,
  });
  let nonces = 0;

  return {
    chain,
    journal,
    counted,
    origin,
    edge: throughEdge.fetch,
    edgeCounted: throughEdge.counted,
    /** `PAYMENT-SIGNATURE` for a product, of a payment that nobody has used. */
    payment: (productId: string): string => {
      const { terms } = gates.find(({ product }) => product.id === productId)!;
      const seconds = NOW / 1_000;
      return encodeHeader({
        x402Version: 2,
        resource: { url: terms[0]!.resourceUrl },
        accepted: terms[0]!.offers[0]!,
        payload: {
          signature: `0x${'ab'.repeat(65)}`,
          authorization: {
            from: `0x${'a1'.repeat(20)}`,
            to: SELLER,
            value: terms[0]!.offers[0]!.amount,
            validAfter: '0',
            validBefore: String(seconds + 100),
            nonce: `0x${(++nonces).toString(16).padStart(64, '0')}`,
          },
        },
        extensions: {},
      });
    },
    close: giveBack,
  };
}

interface BeforeOrigin extends Pick<Outside, 'clock' | 'entropy' | 'settler' | 'signer' | 'seal'> {
  readonly atOrigin: (request: Request) => Promise<Response>;
  readonly jwk: Ed25519Jwk & { d: string };
  readonly thumbprint: string;
  readonly privateKey: CryptoKey;
}

function edgeBefore({ atOrigin, jwk, thumbprint, privateKey, ...ports }: BeforeOrigin) {
  const journal = memoryJournal();
  const { assert } = assertor({
    key: privateKey,
    kid: thumbprint,
    issuer: 'edge',
    audience: PUBLIC,
    now: ports.clock.now,
    jti: () => ports.entropy.hex(16),
  });
  const origin: OriginClient = {
    url: PUBLIC,
    pass: (target, init) => atOrigin(new Request(PUBLIC + target, init)),
    assert: async (facts, { method, target, headers, body }) =>
      origin.pass(target, {
        method,
        headers: { ...headers, [ASSERTION_HEADER]: await assert({ method, target, body }, facts) },
        ...(method !== 'GET' && { body }),
      }),
  };
  const outside: Outside = {
    ...ports,
    config: {
      originUrl: PUBLIC,
      publicUrl: PUBLIC,
      payTo: SELLER,
      facilitatorUrl: 'https://facilitator.example',
      evmRpcUrl: 'https://node.example',
      signingJwk: jwk,
      issuer: 'edge',
      audience: PUBLIC,
      settled: undefined,
      sandbox: false,
    },
    origin,
    settlerAlone: () => ports.settler,
    catalogue: catalogueDigest(soldProducts(catalogue)),
    pushJournal: async () => {},
  };
  const namespace = {
    idFromName: (name: string) => ({ name }),
    get: () => ({
      call: (operation: keyof typeof journal, args: unknown[]) =>
        (journal[operation] as (...given: unknown[]) => unknown)(...args),
    }),
  } as unknown as JournalNamespace;
  const counted: string[] = [];
  const app = createEdgeApp({
    gates: gatesOf(outside, namespace, async () => {}),
    origin: outside.origin,
    publicUrl: PUBLIC,
    clock: ports.clock,
    sandbox: false,
    health: async () => ({}),
    lastFailure: async () => undefined,
    note: async () => {},
    count: (name) => void counted.push(name),
    cache: undefined,
  });
  const fetch: Fetch = (path, init) => app.fetch(new Request(PUBLIC + path, init), () => {});
  return { fetch, counted };
}
