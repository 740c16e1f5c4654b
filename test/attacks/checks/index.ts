import type { Check, Checks } from './check.ts';
import { DOCUMENTS } from './documents.ts';
import { HTTP } from './http.ts';
import { LIMITS } from './limits.ts';
import { MONEY } from './money.ts';
import { NETWORK } from './network.ts';
import { PRIVACY } from './privacy.ts';
import { TICKETS } from './tickets.ts';

const TABLES: readonly Checks[] = [MONEY, HTTP, TICKETS, DOCUMENTS, NETWORK, PRIVACY, LIMITS];

/**
 * Every sentence that a row may say. A check throws when what it looks at is not as it should be: for `must` the
 * sentence is what has to hold, for `never` it names the thing that must not be there.
 */
export const CHECKS: ReadonlyMap<string, Check> = merge(TABLES);

/** Whether a sentence is about what was counted of calls: an edge tells that some time after its answers. */
export const isAboutCounts = ({ text }: { readonly text: string }): boolean =>
  /counter|counted|bucket/.test(text);

function merge(tables: readonly Checks[]): ReadonlyMap<string, Check> {
  const all = new Map<string, Check>();
  for (const [sentence, check] of tables.flatMap((table) => Object.entries(table))) {
    if (all.has(sentence)) throw new Error(`two checks for: ${sentence}`);
    all.set(sentence, check);
  }
  return all;
}
