import { createLocalJWKSet, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { type Digest, digestBytes } from '../../values/digest.ts';
import { type EpochMs, unixSeconds } from '../../values/time.ts';

/**
 * What an edge says to its origin with each call: an Ed25519 compact JWS in one header, bound to method, target and
 * body, good once and for a minute. The origin holds public keys only, so that nothing it leaks can forge one.
 */
export const ASSERTION_HEADER = 'x-svc-edge-assertion';
/** Nothing that a client sends under this name passes an edge. */
export const EDGE_HEADERS = /^x-svc-edge-/i;
/** Where an edge brings the moves of its journal. */
export const JOURNAL_PATH = '/__svc/edge-x402/journal';
const TYPE = 'svc-edge+jwt';
const LIFE_SECONDS = 60;
/** How far the clocks of edge and origin may be apart. */
const SKEW_SECONDS = 10;

/** A call as both sides see it. */
export interface AssertedCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string;
}

const atomic = z.string().regex(/^(0|[1-9][0-9]{0,77})$/);
const key = z.string().regex(/^[0-9a-f]{64}$/);
const epochMs = z.number().int().nonnegative();

const money = {
  /** Product. */
  rid: z.string().max(80),
  amt: atomic,
  asset: z.string().max(120),
  network: z.string().max(80),
};
const sale = {
  ...money,
  /** Payment key. */
  pay: key,
  asOf: epochMs,
};
const facts = z.discriminatedUnion('kind', [
  /** Before anything is asked about the payment. */
  z.object({ kind: z.literal('judge'), cat: z.string(), ...money }),
  /** Before money moves. */
  z.object({ kind: z.literal('prepare'), cat: z.string(), ...sale }),
  /** Money moved, in this transaction. */
  z.object({ kind: z.literal('paid'), tx: z.string().max(120), ...sale }),
  /** Rows of the edge's journal. */
  z.object({ kind: z.literal('journal'), cat: z.string() }),
]);
export type AssertionFacts = z.infer<typeof facts>;
export type FactsOf<K extends AssertionFacts['kind']> = Extract<AssertionFacts, { kind: K }>;

const claims = z
  .object({
    iss: z.string(),
    aud: z.string(),
    iat: z.number().int(),
    exp: z.number().int(),
    jti: z.string().regex(/^[0-9a-f]{32}$/),
    htm: z.string(),
    htu: z.string(),
    bdg: z.string(),
  })
  .and(facts);

export interface Assertor {
  assert(call: AssertedCall, facts: AssertionFacts): Promise<string>;
}

export interface AssertorOptions {
  readonly key: CryptoKey;
  readonly kid: string;
  readonly issuer: string;
  readonly audience: string;
  readonly now: () => EpochMs;
  readonly jti: () => string;
}

export const assertor = ({ key, kid, issuer, audience, now, jti }: AssertorOptions): Assertor => ({
  assert: ({ method, target, body }, said) => {
    const issuedAt = unixSeconds(now());
    return new SignJWT({ ...said, htm: method, htu: target, bdg: digestBytes(body) })
      .setProtectedHeader({ alg: 'EdDSA', typ: TYPE, kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFE_SECONDS)
      .setJti(jti())
      .sign(key);
  },
});

/** Why an assertion is not believed, in closed words: for operators and the edge's own read-out. */
export type AssertionFault =
  | 'malformed'
  | 'signature'
  | 'expired'
  | 'audience'
  | 'issuer'
  | 'request'
  | 'terms'
  | 'catalogue'
  | 'replayed';

export type Asserted = { readonly facts: AssertionFacts; readonly jti: string; readonly expiresAt: EpochMs };

export interface AssertionVerifier {
  /** Everything but whether it was used before: that is the journal's to say. */
  verify(assertion: string, call: AssertedCall): Promise<Asserted | AssertionFault>;
}

export interface VerifierOptions {
  /** Public keys by `kid`; more than one while they are rotated. */
  readonly jwks: JSONWebKeySet;
  readonly audience: string;
  readonly issuer: string;
  /** Digests of the catalogues that this origin sells from: its own, and one before it while releases overlap. */
  readonly catalogues: readonly Digest[];
  readonly now: () => EpochMs;
}

export function assertionVerifier({
  jwks,
  audience,
  issuer,
  catalogues,
  now,
}: VerifierOptions): AssertionVerifier {
  const keys = createLocalJWKSet({ keys: jwks.keys.map(publicHalf) });
  return {
    async verify(assertion, { method, target, body }) {
      const at = now();
      let payload: unknown;
      try {
        ({ payload } = await jwtVerify(assertion, keys, {
          algorithms: ['EdDSA'],
          typ: TYPE,
          audience,
          issuer,
          clockTolerance: SKEW_SECONDS,
          maxTokenAge: LIFE_SECONDS,
          currentDate: new Date(at),
        }));
      } catch (error) {
        return faultOf(error);
      }
      const read = claims.safeParse(payload);
      if (!read.success || read.data.exp - read.data.iat > LIFE_SECONDS) return 'malformed';
      const said = read.data;
      if (said.htm !== method || said.htu !== target || said.bdg !== digestBytes(body)) return 'request';
      if ('cat' in said && !catalogues.includes(said.cat as Digest)) return 'catalogue';
      return { facts: said, jti: said.jti, expiresAt: (said.exp + SKEW_SECONDS) * 1_000 };
    },
  };
}

/** Only what a verifier needs, whatever a file or a variable holds. */
const publicHalf = ({ kty, crv, x, kid }: JWK): JWK => ({ kty: kty!, crv: crv!, x: x!, kid: kid! });

function faultOf(error: unknown): AssertionFault {
  const { code, claim } = error as { code?: string; claim?: string };
  if (code === 'ERR_JWT_EXPIRED' || claim === 'iat' || claim === 'nbf') return 'expired';
  if (claim === 'aud') return 'audience';
  if (claim === 'iss') return 'issuer';
  if (code === 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' || code === 'ERR_JWKS_NO_MATCHING_KEY')
    return 'signature';
  return 'malformed';
}
