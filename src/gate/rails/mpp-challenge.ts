import { Challenge, PaymentRequest } from 'mppx';
import { z } from 'zod';
import { digestJson } from '../../values/digest.ts';
import { parseStrictJson } from '../../values/json.ts';
import { chainIdOf, type Offer } from '../../values/payment.ts';
import { type EpochMs, isoTime, SECOND_MS } from '../../values/time.ts';

/** The MPP challenge: method `tempo`, intent `charge`, signed with a secret of ours (draft-httpauth-payment, "Challenge binding"). */

export const METHOD = 'tempo';
const INTENT = 'charge';
/** A challenge is good for this long when a buyer receives it: time to ask a person for approval. */
export const CHALLENGE_SECONDS = 300;

/** What this service signs challenges with. */
export interface MppIssuer {
  /** Host name of the public address. */
  readonly realm: string;
  /** The first one signs. The others are still accepted, so a rotation breaks no purchase under way. */
  readonly secrets: readonly [string, ...string[]];
}

/** What a challenge of ours says. */
export interface IssuedChallenge {
  readonly id: string;
  readonly realm: string;
  readonly offer: Offer;
  readonly expiresAt: EpochMs;
  /** Path of the route that it was issued for. */
  readonly path: string;
  /** Fingerprint of the request that it was issued for, if that was one that could be sold. */
  readonly fingerprint?: string;
  /** Names everything that we signed, for the delivery receipt. */
  readonly digest: string;
}

const requestOf = ({ amount, asset, payTo, network }: Offer) => ({
  amount,
  currency: asset,
  recipient: payTo,
  methodDetails: { chainId: chainIdOf(network) },
});

/** What an MPP challenge is issued for. `path`: of the route, which the challenge is bound to. */
export interface MppIssue {
  readonly offer: Offer;
  readonly path: string;
  readonly title: string;
  readonly now: EpochMs;
  /**
   * Random, once per challenge. Without it two buyers of one instant would get one challenge, hence one memo on chain,
   * and the second could claim what the first has paid.
   */
  readonly order: string;
  readonly fingerprint: string | undefined;
}

/** A fresh challenge, and the `WWW-Authenticate` that carries it. */
export function issue(
  { realm, secrets }: MppIssuer,
  { offer, path, title, now, order, fingerprint }: MppIssue,
): { readonly id: string; readonly header: string } {
  const challenge = Challenge.from({
    realm,
    method: METHOD,
    intent: INTENT,
    request: requestOf(offer),
    expires: isoTime(now + CHALLENGE_SECONDS * SECOND_MS),
    description: title,
    meta: { order, path, ...(fingerprint !== undefined && { request: fingerprint }) },
    secretKey: secrets[0],
  });
  return { id: challenge.id, header: Challenge.serialize(challenge) };
}

/** A challenge as a credential echoes it. Unknown members are not ours, so they are not signed and not read. */
export const echoSchema = z.object({
  id: z.string().min(1).max(128),
  realm: z.string().max(300),
  method: z.string().max(64),
  intent: z.string().max(64),
  request: z.string().max(4_000),
  expires: z.string().max(40),
  /** Clients of early versions send it decoded. */
  opaque: z.union([z.string().max(4_000), z.record(z.string(), z.string().max(500))]).optional(),
});
/** The part of a credential that repeats the challenge. */
export type Echo = z.infer<typeof echoSchema>;

const requestSchema = z.strictObject({
  amount: z.string().regex(/^[1-9][0-9]{0,15}$/),
  currency: z.string(),
  recipient: z.string(),
  methodDetails: z.strictObject({ chainId: z.number() }),
});
const metaSchema = z.strictObject({
  order: z.string(),
  path: z.string(),
  request: z.string().optional(),
});

/**
 * What a challenge says, if we signed it. Amount, recipient and expiry come from what we signed: the buyer agreed to
 * that, and may already have paid. Undefined for everything else.
 */
export function opened(
  echo: Echo,
  { realm, secrets }: MppIssuer,
  current: Pick<Offer, 'asset' | 'network' | 'maxTimeoutSeconds'>,
): IssuedChallenge | undefined {
  const opaque = typeof echo.opaque === 'object' ? PaymentRequest.serialize(echo.opaque) : echo.opaque;
  const request = decodedPart(echo.request);
  if (request === undefined || opaque === undefined) return undefined;
  const { id, realm: named, method, intent, expires } = echo;
  const signed = { id, realm: named, method, intent, expires, opaque };
  const full = { ...signed, request: request as Record<string, unknown> };
  if (!secrets.some((secretKey) => Challenge.verify(full, { secretKey }))) return undefined;
  // We signed it. Another of our services may share the secret, and another release may have signed other members.
  const terms = requestSchema.safeParse(request);
  const meta = metaSchema.safeParse(decodedPart(opaque));
  const expiresAt = Date.parse(expires);
  if (!terms.success || !meta.success || Number.isNaN(expiresAt)) return undefined;
  if (named !== realm || method !== METHOD || intent !== INTENT) return undefined;
  const { amount, currency, recipient, methodDetails } = terms.data;
  if (currency !== current.asset || methodDetails.chainId !== chainIdOf(current.network)) return undefined;
  return {
    id,
    realm,
    offer: { scheme: 'exact', ...current, amount, payTo: recipient, extra: {} },
    expiresAt,
    path: meta.data.path,
    ...(meta.data.request !== undefined && { fingerprint: meta.data.request }),
    digest: digestJson({ ...signed, request }),
  };
}

/** Unpadded base64url of JSON, read strictly: text that two parsers could read differently is rejected. */
export function decodedPart(text: string): unknown {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const parsed = parseStrictJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return parsed.ok ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}
