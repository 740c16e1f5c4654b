import { Command } from 'commander';
import type { JSONWebKeySet } from 'jose';
import { keysOf, payloadOf } from '../buyer/evidence.ts';
import {
  PREFLIGHT_RECORD,
  type PreflightRecord,
  recordSchema,
} from '../checks/buyer-agent-payment-safety/record.ts';
import { sameAddress } from '../values/assets.ts';
import { decodeObject, type Json, record } from '../values/challenge.ts';
import { DOES_NOT_HOLD, guarded, jwksIn, read, Unreadable } from './reading.ts';

/** `assay verify record`: may this payment be approved on what was answered before. */
export const recordVerifyCommand = (now: () => number = Date.now): Command =>
  new Command('record')
    .description(
      'check a preflight record: its signature, its expiry, and that it is for the payment to be signed',
    )
    .argument(
      '<file>',
      'a compact JWS, or the saved answer of /api/buyer-agent-payment-safety/score or its record',
    )
    .requiredOption('--keys <file>', "a saved copy of the service's /.well-known/jwks.json")
    .option(
      '--challenge <file>',
      'the challenge about to be signed: the record must be for one of its entries',
    )
    .option('--json', 'print only what it says, as JSON')
    .action((file: string, { keys, challenge, json }: Flags) =>
      guarded(async () => {
        const jws = recordIn(read(file).trim());
        if (jws === undefined) throw new Unreadable(`${file} holds no record`);
        const entries = challenge === undefined ? undefined : entriesIn(challenge);
        const signed = await payloadOf(jws, keysOf(jwksIn(keys) as JSONWebKeySet));
        const says = recordSchema.safeParse(signed?.says);
        if (signed?.record !== PREFLIGHT_RECORD || !says.success)
          return doesNotHold('the record is not signed with one of these keys, or was changed');
        const { data } = says;
        if (data.expiresAt * 1000 <= now()) return doesNotHold('the record has expired: ask again');
        if (entries && !entries.some((entry) => isOf(data.payment, entry)))
          return doesNotHold(`the record is of another payment than those of ${challenge}`);
        console.log(
          json ? JSON.stringify(data) : `The record holds. It says:\n${JSON.stringify(data, null, 2)}`,
        );
      }),
    );

interface Flags {
  readonly keys: string;
  readonly challenge?: string;
  readonly json?: boolean;
}

function doesNotHold(message: string): void {
  console.error(message);
  process.exitCode = DOES_NOT_HOLD;
}

function recordIn(text: string): string | undefined {
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return text;
  const saved = record(parsed(text));
  const { jws } = saved.jws === undefined ? record(saved.record) : saved;
  return typeof jws === 'string' ? jws : undefined;
}

/** Each entry with the resource of its challenge. */
function entriesIn(file: string): readonly Json[] {
  const text = read(file).trim();
  const challenge = record(parsed(text));
  const { accepts, resource } = Array.isArray(challenge.accepts) ? challenge : (decodeObject(text) ?? {});
  if (!Array.isArray(accepts)) throw new Unreadable(`${file} holds no challenge`);
  const { url } = record(resource);
  return accepts.map((entry) => ({ ...record(entry), resourceUrl: url ?? null }));
}

const isOf = (payment: PreflightRecord['payment'], entry: Json): boolean =>
  (['scheme', 'network', 'amount', 'resourceUrl'] as const).every((name) => payment[name] === entry[name]) &&
  (['asset', 'payTo'] as const).every((name) =>
    sameAddress(payment.network, payment[name], String(entry[name])),
  );

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
