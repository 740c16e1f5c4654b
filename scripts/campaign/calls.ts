/** Calls that a node answered. A call that a kill cut off is none. */
let answered = 0;

export const answeredCalls = (): number => answered;

/** `fetch`, counted. */
export async function call(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_MS), ...init });
  answered++;
  return response;
}

/** For calls that a node is up for: one that meets a kept connection as it is closed is made again. */
export async function callUp(url: string, init: RequestInit = {}): Promise<Response> {
  for (const until = performance.now() + UP_MS; ; await new Promise((resolve) => setTimeout(resolve, 100)))
    try {
      return await call(url, init);
    } catch (error) {
      if (performance.now() > until) throw error;
    }
}

const UP_MS = 10_000;
const REQUEST_MS = 30_000;
