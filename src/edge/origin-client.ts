import { ASSERTION_HEADER, type AssertionFacts, type Assertor } from '../adapters/edge/assertion.ts';

/** The edge's way to its origin: one assertion a call, no redirects, never waiting for ever. */
export interface OriginClient {
  readonly url: string;
  /** Undefined when the origin did not answer: whether it has acted is not known. */
  assert(facts: AssertionFacts, call: OriginCall): Promise<Response | undefined>;
  /** A call without an assertion, as the client made it. Throws when the origin does not answer within `patienceMs`. */
  pass(target: string, init: RequestInit, patienceMs?: number): Promise<Response>;
}

export interface OriginCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const TIMEOUT_MS = 10_000;
/** For a call with a payment: above all that the origin itself waits for, a receipt or the outcome of a twin. */
export const PAYMENT_TIMEOUT_MS = 40_000;

export function originClient({
  url,
  assertor,
}: {
  readonly url: string;
  readonly assertor: Assertor;
}): OriginClient {
  const pass = (target: string, init: RequestInit, patienceMs = TIMEOUT_MS): Promise<Response> =>
    fetch(url + target, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
  return {
    url,
    pass,
    async assert(facts, { method, target, headers, body }) {
      try {
        const assertion = await assertor.assert({ method, target, body }, facts);
        return await pass(target, {
          method,
          headers: { ...headers, [ASSERTION_HEADER]: assertion },
          ...(method !== 'GET' && { body }),
        });
      } catch {
        return undefined;
      }
    },
  };
}
