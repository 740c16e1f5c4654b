import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { JSONWebKeySet } from 'jose';
import { keysOf, payloadOf } from '../buyer/evidence.ts';
import { digestBytes } from '../values/digest.ts';
import { editionVerifyCommand } from './edition.ts';

/** Exit codes of `assay verify`. */
const DOES_NOT_HOLD = 1;
const UNREADABLE = 2;

export const verifyCommand = (): Command =>
  new Command('verify')
    .description('check offline what a seller signed; exit 0 holds, 1 does not, 2 cannot be read')
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
    .addCommand(editionVerifyCommand('edition'));

function jwsCommand(what: string, description: string, find: (text: string) => string | undefined): Command {
  return new Command(what)
    .description(description)
    .argument('<file>', 'file to check')
    .requiredOption('--keys <file>', "the seller's /.well-known/jwks.json, saved")
    .option('--body <file>', 'the delivered bytes: compared with bodyDigest')
    .option('--json', 'print the signed payload as JSON only')
    .action(async (file: string, { keys, body, json }: { keys: string; body?: string; json?: boolean }) => {
      const text = read(file);
      const jwks = read(keys);
      const jws = text === undefined ? undefined : find(text.trim());
      if (jws === undefined || jwks === undefined)
        return end(UNREADABLE, jws === undefined ? `${file} holds no ${what}` : `${keys} cannot be read`);
      const payload = await payloadOf(jws, keysOf(JSON.parse(jwks) as JSONWebKeySet));
      if (!payload)
        return end(DOES_NOT_HOLD, `the ${what} is not signed with one of these keys, or was changed`);
      if (body !== undefined && payload.bodyDigest !== digestBytes(readFileSync(body)))
        return end(DOES_NOT_HOLD, `the ${what} is for other bytes than ${body}`);
      console.log(
        json ? JSON.stringify(payload) : `The ${what} holds. It says:\n${JSON.stringify(payload, null, 2)}`,
      );
    });
}

function end(code: number, message: string): void {
  console.error(message);
  process.exitCode = code;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

function receiptIn(text: string): string | undefined {
  if (COMPACT_JWS.test(text)) return text;
  return parsed(text)?.deliveryReceipt as string | undefined;
}

function offerIn(text: string): string | undefined {
  if (COMPACT_JWS.test(text)) return text;
  const challenge = parsed(text) as
    | { extensions?: { 'offer-receipt'?: { info?: { offers?: { signature?: string }[] } } } }
    | undefined;
  return challenge?.extensions?.['offer-receipt']?.info?.offers?.[0]?.signature;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
