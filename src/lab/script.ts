import type { CaseVerdict, Behaviour as CatalogueRow } from '../ledger/evidence.ts';
import type { LabFacts } from './facts.ts';
import type { PaymentTerms } from './terms.ts';

/** The words of which a behaviour's row is made: what the seller does, what the caller does, what that must come to. */

export type ClientProtocol = 'x402v1' | 'x402v2' | 'mpp';

/** A 402 answer, as changes to the usual one. */
export interface ChallengeChange {
  /** Protocol version on the wire; otherwise the client's own. */
  readonly version?: 1 | 2 | 3;
  /** Ways to pay, each as a change to the usual terms. */
  readonly accepts?: readonly Partial<PaymentTerms & { readonly outputSchema: unknown }>[];
  /** Fields to leave out of every way to pay. */
  readonly without?: readonly string[];
  /** Where the challenge stands; usually the header with a copy in the body (v2), or the body (v1). */
  readonly place?: 'header' | 'body';
  readonly resourceUrl?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Length that the challenge header is filled up to. */
  readonly headerBytes?: number;
  /** Sent instead of a challenge header. */
  readonly rawHeader?: string;
  readonly gzip?: boolean;
  /** Neither header nor body says how to pay. */
  readonly bare?: boolean;
  /** MPP only: seconds until the challenge expires; negative when it has. */
  readonly expiresInSeconds?: number;
}

export type ScriptedReceipt = 'true' | 'none' | 'failed' | 'untrue';

interface Paid {
  /** Settles the credential on the chain before answering. */
  readonly settle?: boolean;
}

export type ScriptedReply =
  | ({ readonly kind: 'challenge'; readonly change?: ChallengeChange } & Paid)
  | ({ readonly kind: 'deliver'; readonly receipt?: ScriptedReceipt; readonly gzip?: boolean } & Paid)
  | ({ readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number } & Paid)
  | ({ readonly kind: 'redirect'; readonly status: 302 | 303 | 307; readonly to: string } & Paid)
  /** The connection ends without an answer. */
  | ({ readonly kind: 'drop' } & Paid)
  /** The answer ends in the middle of its body. */
  | ({ readonly kind: 'cut' } & Paid);

/** What one path answers: without a credential, and to the first, second, … credential (the last one repeats). */
export interface Route {
  readonly unpaid: ScriptedReply;
  readonly paid: readonly [ScriptedReply, ...ScriptedReply[]];
}

/** How a seller over MCP says how to pay, and which payments it takes. */
export interface McpSeller {
  /** In `structuredContent` as specified, in `_meta["x402/error"]` as Cloudflare's servers do, or in both. */
  readonly challenge: 'specified' | 'meta' | 'both';
  /** What `_meta["x402/payment"]` may hold: the object as specified, or its JSON in base64. */
  readonly payment: 'object' | 'base64' | 'any';
  /** The list of tools says that the tool must be paid, and how. */
  readonly listed?: boolean;
}

export interface SellerScript extends Route {
  /** Sells a tool over MCP instead of a page. */
  readonly mcp?: McpSeller;
  /** Other paths than the paid one. */
  readonly also?: Readonly<Record<string, Route>>;
}

/** What the caller does with the client. Remedies of fixes are fields too: a fixed case is the same row with a changed ask. */
export interface Ask {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** `fetch(url)` with no second argument. */
  readonly init?: 'absent' | 'present';
  readonly body?: 'json' | 'stream';
  /** `again`: calls once more when the first call failed. `together`: two calls at the same time. */
  readonly calls?: 'once' | 'again' | 'together';
  readonly abort?: 'before' | 'when_signed';
  readonly clockSkewSeconds?: number;
  /** Highest amount per payment in atomic units, set by the client's own means. */
  readonly cap?: string;
  readonly redirect?: 'error';
  /** Chooses the cheapest way to pay. */
  readonly cheapest?: boolean;
  /** Pays in USDC only. */
  readonly onlyUsdc?: boolean;
  /** Pays on Base only. */
  readonly onlyBase?: boolean;
  /** Refuses challenges for a resource at another host. */
  readonly sameHost?: boolean;
  /** Refuses authorizations that live longer, seconds. */
  readonly maxValiditySeconds?: number;
  /** An answer without a successful receipt is an error. */
  readonly needReceipt?: boolean;
  /** The receipt's transaction must be on the chain. */
  readonly checkTransaction?: boolean;
  /** Adds a payment-identifier where the seller offers the extension. */
  readonly identifier?: boolean;
  /** Refuses challenges whose signed offer does not hold. */
  readonly verifyOffer?: boolean;
  /** After a failure, sends the same credential again instead of asking the client for another. */
  readonly resend?: boolean;
  /** The caller gets what the seller answered last, not what the client says of it. */
  readonly lastAnswer?: boolean;
  /** Reads the body into memory before the call. */
  readonly buffer?: boolean;
  /** Payments that a client makes for one call, where it has a setting. */
  readonly maxPaymentRetries?: number;
  /** Flag of the runtime, for example a larger limit for headers. */
  readonly nodeOption?: string;
}

/** Equal, one of, in a range, or anything else than. */
export type Matcher<T> =
  | T
  | { readonly oneOf: readonly T[] }
  | { readonly atLeast: number }
  | { readonly atMost: number }
  | { readonly not: T };

export type Condition = { readonly [K in keyof LabFacts]?: Matcher<LabFacts[K]> };

/** Any one of these must hold in full. */
export type ScriptRule = readonly [Condition, ...Condition[]];

export interface BehaviourRow extends CatalogueRow {
  readonly question: string;
  /** Clients to which the question can be put; the others get a `not_run` record. */
  readonly protocols: readonly ClientProtocol[];
  /** A reason why nobody is asked yet; the row's records are then `not_run`. */
  readonly notRun?: string;
  /** Settled on a local chain; otherwise the seller only looks at what was signed. */
  readonly chain: boolean;
  readonly ask: Ask;
  readonly seller: SellerScript;
  /** Tried in this order. An observation that fits no rule is a `lab_error`: the row does not understand it. */
  readonly rules: { readonly [V in Extract<CaseVerdict, 'pass' | 'unsupported' | 'fail'>]?: ScriptRule };
}
