import { Command } from 'commander';
import type { JSONWebKeySet } from 'jose';
import { keysOf, payloadOf } from '../buyer/evidence.ts';
import { digestBytes } from '../values/digest.ts';
import { editionVerifyCommand } from './edition.ts';
import { DOES_NOT_HOLD, guarded, jwksIn, read, readBytes, Unreadable } from './reading.ts';
import { recordVerifyCommand } from './verify-record.ts';
import { witnessVerifyCommand } from './verify-witness.ts';

export const verifyCommand = (): Command =>
  new Command('verify')
    .description('check offline what a seller signed; exit 0 valid, 1 not valid, 2 cannot be read')
    .addCommand(
      jwsCommand('offer', 'a signed offer: a compact JWS, or a challenge that carries one', offerIn),
    )
    .addCommand(
      jwsCommand(
        'receipt',
        'a receipt or delivery receipt: a compact JWS, or a file that "assay buy --save" wrote',
        receiptIn,
      ),
    )
    .addCommand(recordVerifyCommand())
    .addCommand(witnessVerifyCommand())
    .addCommand(editionVerifyCommand('edition'));

interface Flags {
  readonly keys: string;
  readonly body?: string;
  readonly json?: boolean;
}

function jwsCommand(what: string, description: string, find: (text: string) => unknown): Command {
  return new Command(what)
    .description(description)
    .argument('<file>', 'file to check')
    .requiredOption('--keys <file>', "a saved copy of the seller's /.well-known/jwks.json")
    .option('--body <file>', 'the delivered bytes, to compare with bodyDigest')
    .option('--json', 'print only the signed payload, as JSON')
    .action((file: string, { keys, body, json }: Flags) =>
      guarded(async () => {
        const jws = find(read(file).trim());
        if (typeof jws !== 'string') throw new Unreadable(`${file} holds no ${what}`);
        const sellers = keysOf(jwksIn(keys) as JSONWebKeySet);
        const delivered = body === undefined ? undefined : digestBytes(readBytes(body));
        const payload = await payloadOf(jws, sellers);
        if (!payload) return doesNotHold(`the ${what} is not signed with one of these keys, or was changed`);
        if (delivered !== undefined && payload.bodyDigest !== delivered)
          return doesNotHold(`the ${what} is for other bytes than ${body}`);
        console.log(
          json ? JSON.stringify(payload) : `The ${what} holds. It says:\n${JSON.stringify(payload, null, 2)}`,
        );
      }),
    );
}

function doesNotHold(message: string): void {
  console.error(message);
  process.exitCode = DOES_NOT_HOLD;
}

const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The compact JWS that a file holds; anything but a string: it holds none. */
function receiptIn(text: string): unknown {
  if (COMPACT_JWS.test(text)) return text;
  return (parsed(text) as { deliveryReceipt?: unknown } | undefined)?.deliveryReceipt;
}

function offerIn(text: string): unknown {
  if (COMPACT_JWS.test(text)) return text;
  const challenge = parsed(text) as
    | { extensions?: { 'offer-receipt'?: { info?: { offers?: { signature?: unknown }[] } } } }
    | undefined;
  return challenge?.extensions?.['offer-receipt']?.info?.offers?.[0]?.signature;
}

/** Undefined as well for the JSON `null`, which has no members to look at. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
