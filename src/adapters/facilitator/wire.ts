import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { z } from 'zod';
import { codeOf, Failure } from '../../values/failure.ts';
import type { Offer, SignedAuthorization } from '../../values/payment.ts';

/**
 * The HTTP wire of x402 v2 facilitators: `POST /verify`, `POST /settle`, `GET /supported`, the bodies that
 * `HTTPFacilitatorClient` of `@x402/core` sends. That client is not used itself: it follows redirects with the
 * buyer's signature in the body, reads answers of any length and quotes them in its errors.
 */

const ANSWER_MAX_BYTES = 64_000;

export type FacilitatorFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Open where the protocol may grow; what decides about money is typed, and bounded by the size of the answer. */
const verifyAnswer = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().nullish(),
  payer: z.string().nullish(),
});
const settleAnswer = z.object({
  success: z.boolean(),
  errorReason: z.string().nullish(),
  payer: z.string().nullish(),
  transaction: z.string().nullish(),
  network: z.string().nullish(),
});
const supportedAnswer = z.object({
  kinds: z.array(z.object({ x402Version: z.number(), scheme: z.string(), network: z.string() })),
  signers: z.record(z.string(), z.array(z.string())).nullish(),
});
export type VerifyAnswer = z.infer<typeof verifyAnswer>;
export type SettleAnswer = z.infer<typeof settleAnswer>;
export type SupportedAnswer = z.infer<typeof supportedAnswer>;

/** Why there is no answer that could be believed. Holds nothing of what the facilitator said, nor of the payment. */
export class NoAnswer extends Failure {
  override readonly name = 'NoAnswer';
  readonly why: 'unreachable' | 'timeout' | 'redirect' | 'status' | 'too_large' | 'not_json' | 'wrong_shape';
  constructor(operation: string, why: NoAnswer['why'], status?: number) {
    const said = `${operation}: ${why}${status === undefined ? '' : ` ${status}`}`;
    super(`facilitator ${said}`, codeOf(said));
    this.why = why;
  }
}

export interface Wire {
  verify(offer: Offer, signed: SignedAuthorization): Promise<VerifyAnswer>;
  settle(offer: Offer, signed: SignedAuthorization): Promise<SettleAnswer>;
  supported(): Promise<SupportedAnswer>;
}

export interface WireOptions {
  readonly url: string;
  readonly fetch?: FacilitatorFetch;
  readonly verifyTimeoutMs?: number;
  readonly settleTimeoutMs?: number;
}

/** Every method throws `NoAnswer` unless the facilitator itself gave a well-formed answer in time. */
export function openWire({
  url,
  fetch = globalThis.fetch,
  verifyTimeoutMs = 3_000,
  settleTimeoutMs = 10_000,
}: WireOptions): Wire {
  const base = url.replace(/\/+$/, '');
  return {
    async verify(offer, signed) {
      const answered = await call('verify', verifyTimeoutMs, bodyOf(offer, signed));
      const answer = read('verify', verifyAnswer, answered);
      // Some facilitators refuse with a 4xx and the same body; only a 200 may say yes.
      if (answered.status >= 500 || (answered.status !== 200 && answer.isValid))
        throw new NoAnswer('verify', 'status', answered.status);
      return answer;
    },
    async settle(offer, signed) {
      return read(
        'settle',
        settleAnswer,
        only200('settle', await call('settle', settleTimeoutMs, bodyOf(offer, signed))),
      );
    },
    async supported() {
      return read(
        'supported',
        supportedAnswer,
        only200('supported', await call('supported', verifyTimeoutMs)),
      );
    },
  };

  async function call(operation: string, timeoutMs: number, body?: object): Promise<Answered> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${base}/${operation}`, {
        method: body ? 'POST' : 'GET',
        headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        // Never followed: a redirect would hand the buyer's signature to somebody else.
        redirect: 'manual',
        signal,
        ...(body && { body: JSON.stringify(body) }),
      });
      const { status } = response;
      if (status === 0 || (status >= 300 && status < 400)) {
        await response.body?.cancel();
        throw new NoAnswer(operation, 'redirect', status);
      }
      return { status, json: await readJson(operation, response) };
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      throw new NoAnswer(operation, signal.aborted ? 'timeout' : 'unreachable');
    }
  }
}

interface Answered {
  readonly status: number;
  /** Undefined: not JSON. */
  readonly json: unknown;
}

function only200(operation: string, answered: Answered): Answered {
  if (answered.status !== 200) throw new NoAnswer(operation, 'status', answered.status);
  return answered;
}

function read<T>(operation: string, schema: z.ZodType<T>, { status, json }: Answered): T {
  const answer = schema.safeParse(json);
  if (answer.success) return answer.data;
  if (status !== 200) throw new NoAnswer(operation, 'status', status);
  throw new NoAnswer(operation, json === undefined ? 'not_json' : 'wrong_shape');
}

/** The envelope of a v2 payment without anything that says what is being bought. */
function bodyOf(
  offer: Offer,
  { authorization, signature }: SignedAuthorization,
): {
  readonly x402Version: number;
  readonly paymentPayload: PaymentPayload;
  readonly paymentRequirements: PaymentRequirements;
} {
  const paymentRequirements: PaymentRequirements = { ...offer, extra: { ...offer.extra } };
  return {
    x402Version: 2,
    paymentPayload: {
      x402Version: 2,
      accepted: paymentRequirements,
      payload: { signature, authorization: { ...authorization } },
    },
    paymentRequirements,
  };
}

async function readJson(operation: string, response: Response): Promise<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  let text: string | undefined = '';
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > ANSWER_MAX_BYTES) throw new NoAnswer(operation, 'too_large');
    text = decoded(text, () => decoder.decode(chunk, { stream: true }));
  }
  try {
    return JSON.parse(decoded(text, () => decoder.decode())!);
  } catch {
    return undefined;
  }
}

/** Undefined from the first byte on that is not UTF-8. */
function decoded(before: string | undefined, next: () => string): string | undefined {
  try {
    return before === undefined ? undefined : before + next();
  } catch {
    return undefined;
  }
}
