import { Command } from 'commander';
import { verifierOf } from '../adapters/signing-keys.ts';
import type { Edition } from '../ledger/schema.ts';
import { signedText } from '../ledger/shared.ts';
import { verifyEdition } from '../ledger/verify.ts';
import { verifyWitness } from '../products/x402-compatibility-witness/verify.ts';
import { ownAndShipped } from './edition-shelf.ts';
import { DOES_NOT_HOLD, guarded, jwksIn, read, Unreadable } from './reading.ts';

const PROVED = {
  proofs: 'each of its rows proves that it is of that edition',
  edition: 'its rows are those of that edition',
} as const;
const NOT_PROVED =
  'its rows are in short form, without proofs: compare them with that edition (--edition), or buy the witness with shape=full';

interface Flags {
  readonly keys?: string;
  readonly edition?: string;
  readonly json?: boolean;
}

/** `assay verify witness`: is it what was computed from a signed edition. */
export const witnessVerifyCommand = (): Command =>
  new Command('witness')
    .description('check a compatibility witness: its digest, the signature of its edition, and its rows')
    .argument('<file>', 'the answer, or what "assay buy --save" wrote')
    .option(
      '--keys <file>',
      "a saved copy of the seller's /.well-known/jwks.json (default: our own keys and those of the release)",
    )
    .option('--edition <file>', 'the edition that it names, to compare its rows with')
    .option('--json', 'print the verdict as JSON')
    .action((file: string, { keys, edition, json }: Flags) =>
      guarded(async () => {
        const verify = keys === undefined ? ownAndShipped() : verifierOf(jwksIn(keys));
        const of = edition === undefined ? undefined : await editionAt(edition, verify);
        const verdict = await verifyWitness(witnessIn(file), verify, of);
        if (!verdict.ok) {
          process.exitCode = DOES_NOT_HOLD;
          if (json) console.log(JSON.stringify({ ...verdict, file }));
          else console.error(`${file}: ${verdict.detail}`);
          return;
        }
        const { rows, witness } = verdict;
        const { ledgerDigest, validUntil } = witness;
        const told = rows === null ? NOT_PROVED : PROVED[rows];
        console.log(
          json
            ? JSON.stringify({ ok: true, edition: ledgerDigest, validUntil, rows })
            : `${file}: holds; computed from edition ${ledgerDigest}, valid until ${validUntil}; ${told}`,
        );
      }),
    );

async function editionAt(file: string, verify: Parameters<typeof verifyEdition>[1]): Promise<Edition> {
  const verdict = await verifyEdition(signedText(read(file).trimEnd()), verify);
  if (!verdict.ok) throw new Unreadable(`${file}: ${verdict.detail}`);
  return verdict.edition;
}

function witnessIn(file: string): unknown {
  const text = read(file);
  try {
    const value = JSON.parse(text) as { answer?: unknown } | null;
    return value?.answer ?? value;
  } catch {
    throw new Unreadable(`${file} holds no JSON`);
  }
}
