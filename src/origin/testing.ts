import type { CounterName } from '../accounting/counters.ts';
import { memoryJournal } from '../adapters/memory-journal.ts';
import { sealWith } from '../adapters/seal.ts';
import { systemEntropy } from '../adapters/system.ts';
import { sealedTickets } from '../adapters/tickets.ts';
import { catalogue } from '../catalogue.ts';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import { gateFor } from '../gate/gate.ts';
import { termsFor } from '../gate/offer.ts';
import { x402Rail } from '../gate/rails/x402.ts';
import { SELLER } from '../gate/testing.ts';
import { createApp, type Event } from '../http/app.ts';
import { type Rates, rateLimiter } from '../http/limits.ts';
import { sheddingBy, type Turn } from '../http/shedding.ts';
import { attestsWith, type Ports, type Reach } from '../ports.ts';
import { SHEDDING } from './lateness.ts';

export const NOW = 1_795_000_000_000;
const PUBLIC = 'https://assay.example';
const RELEASE = 'v0.0.0-test';
const clock = { now: () => NOW, sleep: async () => {} };

/** The whole application on a journal in memory, before a chain that nobody can reach, at a clock that stands still. */
export function appWithoutChain(rates: Rates, lateMs: () => number = () => 0, turn?: Turn) {
  const events: Event[] = [];
  const counted: CounterName[] = [];
  const journal = memoryJournal();
  const ports: Ports = {
    journal,
    tickets: sealedTickets(journal.tickets, sealWith('test'), systemEntropy),
    editions: {
      latest: async () => undefined,
      byDigest: async () => undefined,
    } as unknown as Ports['editions'],
    settler: {
      authenticate: async () => ({ kind: 'unreachable' }),
      verify: async () => ({ kind: 'unreachable' }),
      settle: async () => ({ kind: 'not_sent' }),
      resolve: async () => ({ kind: 'unknown' }),
    },
    signer: {
      kid: 'did:web:assay.example#1',
      sign: async (payload) => btoa(JSON.stringify(payload)),
      verify: async () => undefined,
    },
    seal: (text) => `key:${text}`,
    clock,
    entropy: { hex: (bytes) => '0'.repeat(bytes * 2) },
  };
  const reach: Reach = {
    payments: journal,
    tickets: ports.tickets,
    counters: { add: (name) => void counted.push(name), read: async () => ({}) },
    entropy: ports.entropy,
    editions: ports.editions,
    books: journal.books,
    signed: ports.signer,
    attest: attestsWith(ports.signer),
    reported: journal.reported,
  };
  const gates = catalogue.products.map((product) => {
    const terms = termsFor(product, [{ ...USDC_BASE_TERMS, payTo: SELLER }], PUBLIC, RELEASE);
    return gateFor({ terms, rails: [x402Rail(terms, ports)], ports, release: RELEASE, owners: new Set() });
  });
  const app = createApp({
    ...(turn && { turn }),
    catalogue,
    published: { catalogue, publicUrl: PUBLIC, release: RELEASE, mode: 'sandbox' },
    gates,
    clock,
    reach,
    fixed: { '/.well-known/jwks.json': { keys: [] } },
    live: { '/healthz': async () => ({ ok: true, body: { status: 'alive' } }) },
    limit: rateLimiter(rates, (address) => address, clock),
    shed: sheddingBy(lateMs, SHEDDING.production),
    observe: (event) => void events.push(event),
    isOperator: (request) => request.headers.get('x-svc-operator-token') === 'right',
  });
  return { app, events, counted };
}
