import type { View } from '../../reading/view.ts';
import type { PriceComparison } from './amounts.ts';

const ADDRESS = /0x[0-9a-f]{2,}(?=\.|\b)/g;
const TIMED =
  /\b(?:now|today|yesterday|before|earlier|previous(?:ly)?|last|was|were|old|new|then|since|notes?|records?|receipts?|first|visit|used to|expected|on file|named)\b|!=|==|->|=>|→/;

/** Two addresses where the recipient is spoken of: the same one still, or another. They may be shortened. */
export function compareRecipients(raw: string, all: readonly View[]): PriceComparison | null {
  const text = raw.replaceAll('_', ' ');
  const views = all.filter(({ modality }) => modality === 'asserted');
  const has = (...concepts: string[]) => views.some((view) => concepts.some((one) => view.concepts.has(one)));
  if (views.length === 0 || !has('PAYTO') || has('NOT', 'NOT_TRUE', 'REVERSE', 'ASSET', 'USDC')) return null;
  const found = [...text.matchAll(ADDRESS)].map(([address]) => address);
  const [first, second] = found;
  if (found.length !== 2 || !first || !second || !TIMED.test(text)) return null;
  const same = first.startsWith(second) || second.startsWith(first);
  return {
    meaning: same
      ? { signal: 'payto_stable', state: 'present' }
      : { signal: 'payto_changed', state: 'present' },
    views,
    whole:
      same &&
      views.every(
        ({ unknown, terms }) =>
          unknown.length === 0 && terms.every(({ roles }) => !roles.every((role) => role === 'state')),
      ),
  };
}
