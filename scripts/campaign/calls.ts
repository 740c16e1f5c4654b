/** Calls that a node answered. A call that a kill cut off is none. */
let answered = 0;

export const answeredCalls = (): number => answered;

/** `fetch`, counted. */
export async function call(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_MS), ...init });
  answered++;
  return response;
}

const REQUEST_MS = 30_000;
