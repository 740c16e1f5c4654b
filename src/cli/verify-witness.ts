import { Command } from 'commander';
import { verifierOf } from '../adapters/signing-keys.ts';
import type { Edition } from '../ledger/schema.ts';
import { signedText } from '../ledger/shared.ts';
import { type VerifyJws, verifyEdition } from '../ledger/verify.ts';
import { verifyWitness, type WitnessVerdict } from '../products/x402-compatibility-witness/verify.ts';
import { digestBytes } from '../values/digest.ts';
import { ownAndShipped } from './edition-shelf.ts';
import { DOES_NOT_HOLD, guarded, jwksIn, read, Unreadable } from './reading.ts';

const BY_RECEIPT = "the seller's delivery receipt is over these bytes";
const BY_EDITION = 'it was computed again from that edition';
const MORE_PROOF =
  'Add --edition FILE, or check the file that "assay buy --save" wrote, with --keys: its delivery receipt covers all of it.';

interface Flags {
  readonly keys?: string;
  readonly edition?: string;
  readonly json?: boolean;
}

/**
 * `assay verify witness`: is the whole of it what is computed from a signed edition, or what the seller signed when it
 * was delivered. A part that neither shows may have been changed: then it is not said to hold, and the exit code is 1.
 */
export const witnessVerifyCommand = (): Command =>
  new Command('witness')
    .description('check a compatibility witness: computed again from its edition, or by its delivery receipt')
    .argument('<file>', 'the answer, or what "assay buy --save" wrote')
    .option(
      '--keys <file>',
      "a saved copy of the seller's /.well-known/jwks.json (default: our own keys and those of the release)",
    )
    .option('--edition <file>', 'the edition that it names, to compute it again')
    .option('--json', 'print the verdict as JSON')
    .action((file: string, { keys, edition, json }: Flags) =>
      guarded(async () => {
        const verify = keys === undefined ? ownAndShipped() : verifierOf(jwksIn(keys));
        const of = edition === undefined ? undefined : await editionAt(edition, verify);
        const { answer, deliveryReceipt } = witnessIn(file);
        const verdict = await verifyWitness(answer, verify, of);
        const receipt = await receiptOver(answer, deliveryReceipt, verify);
        if (!verdict.ok) return failed(file, verdict.detail, json);
        if (receipt === 'other') return failed(file, 'its delivery receipt is for another answer', json);
        told(file, verdict, receipt === 'holds', json);
      }),
    );

function failed(file: string, detail: string, json?: boolean): void {
  process.exitCode = DOES_NOT_HOLD;
  if (json) console.log(JSON.stringify({ ok: false, detail, file }));
  else console.error(`${file}: ${detail}`);
}

function told(
  file: string,
  { witness, rows, ...verdict }: WitnessVerdict & { readonly ok: true },
  deliveryReceipt: boolean,
  json?: boolean,
): void {
  const { ledgerDigest: edition, validUntil, subject } = witness;
  const notProved = deliveryReceipt ? [] : verdict.notProved;
  const ok = notProved.length === 0;
  if (!ok) process.exitCode = DOES_NOT_HOLD;
  const of = `${subject.client} ${subject.version} over ${subject.protocol}, of ${edition}`;
  if (json) console.log(JSON.stringify({ ok, edition, validUntil, rows, deliveryReceipt, notProved }));
  else if (ok)
    console.log(
      `${file}: holds for ${of}, good until ${validUntil}; ${deliveryReceipt ? BY_RECEIPT : BY_EDITION}`,
    );
  else
    console.error(
      `${file}: not proved, so anybody may have changed it: ${notProved.join(', ')}. ${MORE_PROOF}`,
    );
}

/** Whether a key that is trusted signed the very bytes of the answer as delivered. Undefined: no such receipt is here. */
async function receiptOver(
  answer: unknown,
  jws: unknown,
  verify: VerifyJws,
): Promise<'holds' | 'other' | undefined> {
  const payload = typeof jws === 'string' ? await verify(jws) : undefined;
  if (!payload) return undefined;
  return (payload as { bodyDigest?: unknown }).bodyDigest === digestBytes(JSON.stringify(answer))
    ? 'holds'
    : 'other';
}

async function editionAt(file: string, verify: Parameters<typeof verifyEdition>[1]): Promise<Edition> {
  const verdict = await verifyEdition(signedText(read(file).trimEnd()), verify);
  if (!verdict.ok) throw new Unreadable(`${file}: ${verdict.detail}`);
  return verdict.edition;
}

/** An answer as it was delivered, or as `assay buy --save` keeps it with its receipt. */
function witnessIn(file: string): { readonly answer: unknown; readonly deliveryReceipt?: unknown } {
  const text = read(file);
  try {
    const value = JSON.parse(text) as { answer?: unknown; deliveryReceipt?: unknown } | null;
    return value?.answer === undefined ? { answer: value } : (value as { answer: unknown });
  } catch {
    throw new Unreadable(`${file} holds no JSON`);
  }
}
