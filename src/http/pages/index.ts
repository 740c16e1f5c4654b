import type { ActionPack } from '../../documents/action-pack.ts';
import { actionPackPage } from './action-pack.ts';

/** The page of a document that has one, by the document's id. A new kind of page: one file and one line. */
export function pageOf(id: string, body: object): string {
  const [, make] = PAGES.find(([prefix]) => id.startsWith(prefix)) ?? [];
  if (!make) throw new Error(`the document ${id} has no page`);
  return make(body);
}

const PAGES: readonly (readonly [prefix: string, make: (body: object) => string])[] = [
  ['action-pack-', (body) => actionPackPage(body as ActionPack)],
];

/** HTML is for people. A program says that it wants JSON; whoever also takes HTML is a browser. */
export function wantsJson(accept: string | null): boolean {
  return accept !== null && /\bapplication\/json\b/.test(accept) && !/\btext\/html\b/.test(accept);
}
