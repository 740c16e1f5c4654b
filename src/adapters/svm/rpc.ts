import { codeOf, Failure } from '../../values/failure.ts';
import { ANSWERS, type Method, type RpcAnswer } from './answers.ts';

/** Many times what the longest page of history needs. */
const MAX_ANSWER_BYTES = 10_485_760;

export interface SolanaRpcOptions {
  readonly rpcUrl: string;
  /** Milliseconds for one call. */
  readonly timeoutMs?: number;
}

/** Asks a node. Throws unless it answers in the form that the method has. */
export type RpcCall = <M extends Method>(method: M, params?: readonly unknown[]) => Promise<RpcAnswer<M>>;

export function openRpc({ rpcUrl, timeoutMs = 3_000 }: SolanaRpcOptions): RpcCall {
  return async (method, params = []) => {
    const ask = () =>
      fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    const response = await ask().catch((error: unknown) => {
      // A connection that the node closed while it was idle. Asking twice can do no harm, sending neither.
      if (error instanceof TypeError) return ask();
      throw error;
    });
    if (!response.ok)
      throw new Failure(
        `the node answered ${method} with HTTP ${response.status}`,
        codeOf(`${method} ${response.status}`),
      );
    const { result, error } = (await jsonOf(response)) as { result?: unknown; error?: { code?: number } };
    // Its own words are not repeated: they may quote a transaction.
    if (error || result === undefined) {
      const code = Number.isSafeInteger(error?.code) ? error?.code : undefined;
      throw new Failure(`the node refused ${method} (${code})`, codeOf(`${method} refused ${code ?? ''}`));
    }
    const answer = ANSWERS[method].safeParse(result);
    if (!answer.success) throw new Failure(`the node answered ${method} with something else`, 'OTHER_ANSWER');
    return answer.data as RpcAnswer<typeof method>;
  };
}

async function jsonOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > MAX_ANSWER_BYTES) throw new Failure('the node answered too much', 'ANSWER_TOO_LARGE');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) ?? {};
  } catch {
    throw new Failure('the node answered something else than JSON', 'NOT_JSON');
  }
}
