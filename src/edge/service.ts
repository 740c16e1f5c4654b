import { z } from 'zod';
import { type Product, product } from '../declare.ts';
import { isSettledAtEdge, type SoldProduct } from '../discovery/sold.ts';
import { SOLD } from '../discovery/sold-products.ts';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import { viewOf } from '../gate/at-work.ts';
import { type Gate, gateFor } from '../gate/gate.ts';
import { type Terms, termsFor } from '../gate/offer.ts';
import { x402Rail } from '../gate/rails/x402.ts';
import type { Ports } from '../ports.ts';
import { RELEASE } from '../release.ts';
import { REVISIONS } from '../revisions.derived.ts';
import { usd } from '../values/money.ts';
import { originDesk } from './desk.ts';
import type { Outside } from './outside.ts';
import { type JournalNamespace, shardedJournal } from './shards.ts';

export interface EdgeGate {
  readonly gate: Gate;
  /** The same for one call with a payment, which may wait only for work that it began itself (Outside.settlerAlone). */
  readonly alone: () => Gate;
}

/** The gates of the routes that are settled at the edge, over the edge's own ports. */
export function gatesOf(
  outside: Outside,
  namespace: JournalNamespace,
  report: (route: string, code: string, assertion?: string) => Promise<void>,
): readonly EdgeGate[] {
  const { config, clock, entropy, signer, seal } = outside;
  const whole = shardedJournal(namespace);
  const shared = { ...AT_THE_ORIGIN, signer, seal, clock, entropy, node: 'edge' };
  return SOLD.filter((sold) => isSettledAtEdge(sold) && (config.settled?.has(sold.id) ?? true)).map(
    (sold) => {
      const terms = termsOf(sold, outside);
      const rails = [x402Rail(terms, shared)];
      const alone = () => {
        // Who waits for a row waits by its journal: each call has a view of its own.
        const journal = viewOf(whole, shardedJournal(namespace));
        return gateFor({
          terms,
          rails,
          ports: { ...shared, journal, settler: outside.settlerAlone() },
          release: RELEASE,
          owners: new Set(),
          origin: originDesk({
            product: sold,
            outside,
            journal,
            report: (code, assertion) => report(sold.path, code, assertion),
          }),
        });
      };
      return { gate: alone(), alone };
    },
  );
}

function termsOf(sold: SoldProduct, { config }: Outside): Terms {
  const payIns = [{ ...USDC_BASE_TERMS, payTo: config.payTo }];
  return termsFor(productOf(sold), payIns, config.publicUrl, RELEASE, undefined, sold.bazaar);
}

/** The metadata as a product: bodies are any JSON here, the origin parses them; nothing can be run. */
function productOf({ forms, price, bazaar: _bazaar, ...sold }: SoldProduct): Product {
  return product({
    ...sold,
    revision: REVISIONS[sold.id]!,
    price: usd(price.slice(1)),
    response: z.looseObject({}),
    forms: forms.map(({ method, summary, query, example }) => ({
      method,
      summary,
      example,
      input: z.looseObject(Object.fromEntries(query.map((name) => [name, z.string().optional()]))),
      run: () => {
        throw new Error('products run at the origin');
      },
    })),
  });
}

/** Who issues tickets and publishes editions looks at them: the gate at an edge never asks for either. */
const nowhere = () => Promise.reject(new Error('this is at the origin'));
const AT_THE_ORIGIN: Pick<Ports, 'tickets' | 'editions'> = {
  tickets: { issue: nowhere, find: nowhere },
  editions: { latest: nowhere, get: nowhere },
};
