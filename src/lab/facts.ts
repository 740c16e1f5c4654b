import { type Hex, recoverTypedDataAddress } from 'viem';
import { AUTHORIZATION_TYPES } from '../adapters/evm/eip3009.ts';
import type { CaseRecord } from '../ledger/evidence.ts';
import { type ToldPaid, toldPaidOf } from '../ledger/told.ts';
import { BASE, chainIdOf } from '../values/payment.ts';
import { BUYER, ELSEWHERE_PATH, LAB_EPOCH, LAB_SELLER } from './terms.ts';

/** The part of a record from which a verdict follows. */
export type LabEvidence = Pick<
  CaseRecord,
  | 'requests'
  | 'signedAuthorisations'
  | 'distinctNonces'
  | 'settlements'
  | 'statusSeen'
  | 'error'
  | 'told'
  | 'transcript'
>;

/** What a record says, in the terms in which rules ask. Every fact is computed from the record, so anyone can check a verdict. */
export interface LabFacts {
  readonly requests: number;
  /** Requests that carried a credential. */
  readonly paid: number;
  readonly signed: number;
  readonly nonces: number;
  readonly settlements: number | null;
  readonly status: number | null;
  readonly threw: boolean;
  readonly error: string | null;
  /** What the caller was told about the money. */
  readonly told: ToldPaid;
  /** Lower-case name of the header that carried the first credential. */
  readonly header: string | null;
  /** Atomic units of the first credential. */
  readonly amount: string | null;
  readonly network: string | null;
  /** Every credential pays the seller, and was made by the buyer over the terms that it names. */
  readonly toSeller: boolean | null;
  readonly signatureValid: boolean | null;
  /** Seconds from the lab's clock until the longest-lived credential ends. */
  readonly validForSeconds: number | null;
  /** A credential reached the other origin. */
  readonly leaked: boolean;
  /** Every paid request carried the body of the first request. */
  readonly bodyKept: boolean;
  /** The challenge's extensions came back. */
  readonly extensionsKept: boolean;
  /** Unknown fields of the chosen terms came back. */
  readonly unknownKept: boolean;
  /** Distinct payment-identifiers that were sent. */
  readonly identifiers: number;
  /** Distinct credentials among the paid requests. */
  readonly credentials: number;
}

/** The last two are no headers: the record's names for a payment in the `_meta` of a tool call, as an object or in base64. */
const CREDENTIAL_HEADERS = [
  'payment-signature',
  'x-payment',
  'authorization',
  'mcp-payment',
  'mcp-payment-base64',
] as const;

interface Credential {
  readonly header: string;
  readonly value: string;
  readonly target: string;
  readonly bodyDigest: string | null;
  readonly payload: Payload | undefined;
}

interface Payload {
  readonly network?: string;
  readonly accepted?: {
    readonly network: string;
    readonly asset: string;
    readonly amount: string;
    readonly extra?: Record<string, unknown>;
  };
  readonly extensions?: Record<string, { readonly info?: Record<string, unknown> }>;
  readonly payload?: {
    readonly signature?: string;
    readonly authorization?: Record<'from' | 'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce', string>;
  };
}

export const decodeBase64Json = (value: string): unknown => {
  try {
    return JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Computes the facts of a record. `asset`: the token of a v1 challenge, which a v1 credential does not name. `clock`: Unix
 * seconds at which the client's clock stood.
 */
export async function labFactsOf(evidence: LabEvidence, asset: string, clock = LAB_EPOCH): Promise<LabFacts> {
  const credentials = credentialsIn(evidence);
  const payloads = credentials.flatMap(({ payload }) => payload ?? []);
  const authorizations = payloads.flatMap(({ payload }) => payload?.authorization ?? []);
  const [first] = payloads;
  const unique = (values: readonly (string | undefined)[]) =>
    new Set(values.filter((value) => value !== undefined)).size;
  return {
    requests: evidence.requests,
    paid: credentials.length,
    signed: evidence.signedAuthorisations,
    nonces: evidence.distinctNonces,
    settlements: evidence.settlements,
    status: evidence.statusSeen,
    threw: evidence.error !== null,
    error: evidence.error?.name ?? null,
    told: toldPaidOf(evidence),
    header: credentials[0]?.header ?? null,
    amount: authorizations[0]?.value ?? null,
    network: first?.accepted?.network ?? first?.network ?? null,
    toSeller:
      authorizations.length === 0
        ? null
        : authorizations.every(({ to }) => to.toLowerCase() === LAB_SELLER.toLowerCase()),
    signatureValid:
      authorizations.length === 0
        ? null
        : (await Promise.all(payloads.map((payload) => signedByBuyer(payload, asset)))).every(Boolean),
    validForSeconds:
      authorizations.length === 0
        ? null
        : Math.max(...authorizations.map(({ validBefore }) => Number(validBefore) - clock)),
    leaked: credentials.some(({ target }) => target.startsWith(ELSEWHERE_PATH)),
    bodyKept:
      credentials.length > 0 &&
      evidence.transcript[0]?.request.bodyDigest !== null &&
      credentials.every(({ bodyDigest }) => bodyDigest === evidence.transcript[0]?.request.bodyDigest),
    extensionsKept:
      payloads.length > 0 && payloads.every(({ extensions }) => extensions?.['lab-echo'] !== undefined),
    unknownKept:
      payloads.length > 0 && payloads.every(({ accepted }) => accepted?.extra?.labField !== undefined),
    identifiers: unique(payloads.map(({ extensions }) => identifierOf(extensions))),
    credentials: unique(credentials.map(({ value }) => value)),
  };
}

const identifierOf = (extensions: Payload['extensions']): string | undefined => {
  const id = extensions?.['payment-identifier']?.info?.id;
  return typeof id === 'string' ? id : undefined;
};

export function credentialsIn({ transcript }: Pick<LabEvidence, 'transcript'>): readonly Credential[] {
  return transcript.flatMap(({ request }) => {
    const found = credentialOf(request.headers);
    if (found === undefined) return [];
    const { header, value } = found;
    const payload = found.payload as Payload | undefined;
    return [{ header, value, target: request.target, bodyDigest: request.bodyDigest, payload }];
  });
}

/** The credential among a request's headers, and what it decodes to. */
export function credentialOf(headers: Readonly<Record<string, string>>) {
  const header = CREDENTIAL_HEADERS.find((name) => headers[name] !== undefined);
  if (header === undefined) return undefined;
  const value = headers[header]!;
  const base64 = header === 'mcp-payment' ? btoa(value) : value.replace(/^Payment /, '');
  return { header, value, payload: decodeBase64Json(base64) };
}

const V1_CHAINS: Readonly<Record<string, string>> = { base: BASE };

/** Whether the buyer's key signed this EIP-3009 transfer for the token and chain that the credential names. */
async function signedByBuyer(payload: Payload, v1Asset: string): Promise<boolean> {
  const signed = payload.payload;
  const network = payload.accepted?.network ?? V1_CHAINS[payload.network ?? ''];
  if (!signed?.authorization || !signed.signature || !network) return false;
  const { from, to, value, validAfter, validBefore, nonce } = signed.authorization;
  try {
    const signer = await recoverTypedDataAddress({
      domain: {
        name: String(payload.accepted?.extra?.name ?? 'USD Coin'),
        version: String(payload.accepted?.extra?.version ?? '2'),
        chainId: chainIdOf(network),
        verifyingContract: (payload.accepted?.asset ?? v1Asset) as Hex,
      },
      types: AUTHORIZATION_TYPES,
      primaryType: 'TransferWithAuthorization',
      message: {
        from: from as Hex,
        to: to as Hex,
        value: BigInt(value),
        validAfter: BigInt(validAfter),
        validBefore: BigInt(validBefore),
        nonce: nonce as Hex,
      },
      signature: signed.signature as Hex,
    });
    return signer === BUYER.address && from.toLowerCase() === signer.toLowerCase();
  } catch {
    return false;
  }
}
