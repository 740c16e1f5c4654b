import type { Product, Published } from '../declare.ts';
import { EXAMPLE_AS_OF } from '../rehearsal.ts';
import { shellQuote } from '../values/command.ts';
import { byPrice } from './routes.ts';

/** Options of the reference buyer that make a body, by the member that each fills. */
const OPTIONS = {
  subject: '--subject',
  goal: '--goal',
  knownSignals: '--signal',
  constraints: '--limit',
} as const;

interface FirstPurchase {
  readonly command: string;
  readonly answer: string;
  /** The body that it sends, and the whole answer to it. */
  readonly asked: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The first purchase that we show: with evidence, since an answer without any is the same for everybody. What it
 * answers is worked out here, so it cannot differ from what is sold: of the cheapest product that takes evidence and
 * recommends something. Undefined where none does.
 */
export function firstPurchase(
  published: Pick<Published, 'catalogue' | 'publicUrl' | 'release'>,
): FirstPurchase | undefined {
  for (const product of byPrice(published)) {
    const purchase = purchaseOf(product, published);
    if (purchase) return purchase;
  }
  return undefined;
}

function purchaseOf(
  product: Product,
  { publicUrl, release }: Pick<Published, 'publicUrl' | 'release'>,
): FirstPurchase | undefined {
  const form = product.forms.find(({ method }) => method === 'POST');
  if (!form) return undefined;
  const example = form.example as Readonly<Record<string, string | readonly string[]>>;
  const options = Object.entries(OPTIONS).flatMap(([member, option]) =>
    [example[member] ?? []].flat().map((value) => `${option} ${quoted(value)}`),
  );
  const facts = { asOf: EXAMPLE_AS_OF, release };
  const body = form.run(form.input.parse(example), facts) as FirstPurchase['body'];
  const recommendation = body['recommendation'];
  if (typeof recommendation !== 'string') return undefined;
  const url = publicUrl === '' ? '' : ` --url ${publicUrl}`;
  return {
    command: `npm run -s assay -- buy ${product.id} ${options.join(' ')} --max ${product.price.label.slice(1)}${url}`,
    answer: recommendation,
    asked: example,
    body,
  };
}

const quoted = (value: string): string => (/^[\w./:@-]+$/.test(value) ? value : shellQuote(value));
