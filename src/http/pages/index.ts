import type { Published } from '../../declare.ts';
import type { ActionPack } from '../../documents/action-pack.ts';
import { actionPackPage } from './action-pack.ts';
import { auditPage } from './audit.ts';
import { books } from './books.ts';
import { calibrationPage } from './calibration.ts';
import { failuresPage } from './failures.ts';
import { home } from './home.ts';
import { ledger } from './ledger.ts';
import type { Page } from './page.ts';
import { proof } from './proof.ts';
import { statusPage } from './status.ts';
import { tryPage } from './try.ts';

/** Every page with an address of its own. A new page: one file and one line. */
export const PAGES: readonly Page[] = [home, tryPage, auditPage, proof, ledger, books, statusPage];

/** The page of a document that has one, by the document's id. A new kind of page: one file and one line. */
export function pageOf(
  { id, path }: { id: string; path: string },
  body: object,
  published: Published,
): string {
  const [, make] = OF_DOCUMENTS.find(([prefix]) => id.startsWith(prefix)) ?? [];
  if (!make) throw new Error(`the document ${id} has no page`);
  return make(path, body, published);
}

type Make = (path: string, body: object, published: Published) => string;
const OF_DOCUMENTS: readonly (readonly [prefix: string, make: Make])[] = [
  ['action-pack-', (path, body, published) => actionPackPage(path, body as ActionPack, published)],
  [
    'calibration',
    (path, body, published) =>
      calibrationPage(path, body as Parameters<typeof calibrationPage>[1], published),
  ],
  [
    'failures',
    (path, body, published) => failuresPage(path, body as Parameters<typeof failuresPage>[1], published),
  ],
];

/** HTML is for people. A program says that it wants JSON; whoever also takes HTML is a browser. */
export function wantsJson(accept: string | null): boolean {
  return accept !== null && /\bapplication\/json\b/.test(accept) && !/\btext\/html\b/.test(accept);
}
