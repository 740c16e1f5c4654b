import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Reply } from '../http/respond.ts';
import { Latest } from '../values/latest.ts';

/**
 * Content codings of answers that are the same for all: editions of the ledger, and pages. Nothing else is compressed:
 * the length of what holds a secret beside words of a caller's tells the secret (BREACH), and these bytes hold neither.
 * Each is compressed once, not once a request.
 */

/** An edition is about 240 kB: slow compression is worth its while, and runs on a thread of its own. */
const QUALITY = 9;
const CODINGS = {
  br: (body: string) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: (body: string) => promisify(gzip)(body, { level: QUALITY }),
} as const;
type Coding = keyof typeof CODINGS;

/** Both codings of about fifty pages, and of the current edition and the one before it in both shapes. */
const MAX_KEPT = 128;

export type Encode = (reply: Reply, accepted: string | undefined) => Promise<Encoded>;
export interface Encoded extends Omit<Reply, 'body'> {
  readonly body: string | Buffer | null;
}

export function encoder(codings: Record<Coding, (body: string) => Promise<Buffer>> = CODINGS): Encode {
  const kept = new Latest<{ bytes?: Promise<Buffer> | undefined }>(MAX_KEPT);
  return async (reply, accepted) => {
    const { forAll, body } = reply;
    if (forAll === undefined || body === null) return reply;
    const headers = { ...reply.headers, vary: varyingBy(reply.headers.vary) };
    const coding = codingFor(accepted);
    if (coding === undefined) return { ...reply, headers };
    const name = `${coding} ${forAll}`;
    const made = kept.keep(name, () => ({}));
    made.bytes ??= codings[coding](body);
    const short = await made.bytes.catch(() => undefined);
    if (!short) {
      // It is paid for: where it cannot be compressed it is sent as it is, and the next one is tried again.
      made.bytes = undefined;
      return { ...reply, headers };
    }
    return { ...reply, headers: { ...headers, 'content-encoding': coding }, body: short };
  };
}

const varyingBy = (names: string | undefined): string => {
  if (names?.includes('Accept-Encoding')) return names;
  return names === undefined ? 'Accept-Encoding' : `${names}, Accept-Encoding`;
};

/** What a client takes of ours, the smaller one first; undefined: as it is (RFC 9110, 12.5.3). */
export function codingFor(accepted: string | undefined): Coding | undefined {
  const weights = new Map(
    (accepted ?? '').split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  const takes = (coding: Coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  return (['br', 'gzip'] as const).find(takes);
}
