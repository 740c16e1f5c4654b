import type { Published } from '../declare.ts';
import { EXAMPLE_AS_OF } from '../rehearsal.ts';
import { shellQuote } from '../values/command.ts';
import { cheapest } from './routes.ts';

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
 * answers is worked out here, so it cannot differ from what is sold. Undefined where the cheapest product takes none.
 */
export function firstPurchase(
  published: Pick<Published, 'catalogue' | 'publicUrl' | 'release'>,
): FirstPurchase | undefined {
  const product = cheapest(published);
  const form = product.forms.find(({ method }) => method === 'POST');
  if (!form) return undefined;
  const example = form.example as Readonly<Record<string, string | readonly string[]>>;
  const options = Object.entries(OPTIONS).flatMap(([member, option]) =>
    [example[member] ?? []].flat().map((value) => `${option} ${quoted(value)}`),
  );
  const facts = { asOf: EXAMPLE_AS_OF, release: published.release };
  const body = form.run(form.input.parse(example), facts) as FirstPurchase['body'];
  const recommendation = body['recommendation'];
  if (typeof recommendation !== 'string') return undefined;
  const url = published.publicUrl === '' ? '' : ` --url ${published.publicUrl}`;
  return {
    command: `npm run -s assay -- buy ${product.id} ${options.join(' ')} --max ${product.price.label.slice(1)}${url}`,
    answer: recommendation,
    asked: example,
    body,
  };
}

const quoted = (value: string): string => (/^[\w./:@-]+$/.test(value) ? value : shellQuote(value));
