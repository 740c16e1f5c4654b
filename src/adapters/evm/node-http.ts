import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import {
  createTransport,
  HttpRequestError,
  ResponseBodyTooLargeError,
  RpcRequestError,
  TimeoutError,
  type Transport,
} from 'viem';
import { CHAIN_PATIENCE } from './chain.ts';

/** What viem's own transport allows an answer to be. */
const MAX_ANSWER_BYTES = 10_485_760;

interface Said {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

type Answer = Said | readonly Said[];

/** What many rows ask at the same moment. Nothing that another question could make slow. */
const TOGETHER = new Set(['eth_getTransactionReceipt', 'eth_getBlockByNumber']);
/** Providers bound it; few allow less than a hundred. */
const MAX_TOGETHER = 50;
/** So long a node that did not take several questions at once is asked one by one. */
const ALONE_MS = 600_000;

type Body = { [name: string]: unknown; id: number };

interface Question {
  readonly body: Body;
  readonly resolve: (said: Promise<Said>) => void;
}

/**
 * JSON-RPC over Node's own HTTP client and kept connections, for viem: the same errors and repetitions as its `http`,
 * for less than half of what `fetch`, `Request` and `Response` cost. No redirect is followed: a node does not move.
 * Receipts and blocks that are asked for at the same moment are one request.
 */
export function nodeHttp(rpcUrl: string): Transport {
  const { timeout } = CHAIN_PATIENCE;
  const target = urlToHttpOptions(new URL(rpcUrl));
  const secure = target.protocol === 'https:';
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const request = secure ? httpsRequest : httpRequest;
  let lastId = 0;
  let waiting: Question[] = [];
  let aloneUntil = Number.NEGATIVE_INFINITY;

  return () =>
    createTransport({
      key: 'http',
      name: 'JSON-RPC over node:http',
      type: 'http',
      ...CHAIN_PATIENCE,
      async request({ method, params }) {
        const body = { jsonrpc: '2.0', id: ++lastId, method, params };
        const { error, result } = await (TOGETHER.has(method) ? together(body) : one(body));
        if (error) throw new RpcRequestError({ body, error, url: rpcUrl });
        return result as never;
      },
    });

  function together(body: Body): Promise<Said> {
    return new Promise((resolve) => {
      // What the microtasks of one event bring is here by then.
      if (waiting.length === 0) setImmediate(begin);
      waiting.push({ body, resolve });
    });
  }

  function begin(): void {
    const all = waiting;
    waiting = [];
    const size = performance.now() < aloneUntil ? 1 : MAX_TOGETHER;
    for (let at = 0; at < all.length; at += size) {
      const group = all.slice(at, at + size);
      const answers = group.length === 1 ? undefined : ask(group.map(({ body }) => body));
      for (const { body, resolve } of group) resolve(answers ? among(answers, body) : one(body));
    }
  }

  /** A node that does not answer each of several questions is asked each of them. */
  async function among(answers: Promise<Answer>, body: Body): Promise<Said> {
    const answer = await answers.catch((error: unknown) => {
      if (error instanceof HttpRequestError && error.status !== undefined) return undefined;
      throw error;
    });
    const said = answer && isSeveral(answer) ? answer.find((each) => each?.id === body.id) : undefined;
    if (said) return said;
    aloneUntil = performance.now() + ALONE_MS;
    return one(body);
  }

  async function one(body: Body): Promise<Said> {
    const answer = await ask(body);
    return isSeveral(answer) ? {} : answer;
  }

  async function ask(body: Body | Body[]): Promise<Answer> {
    let late: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const text = JSON.stringify(body);
        const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
        // The deadline is for the whole answer, not for its head alone.
        const asked = request({ ...target, method: 'POST', agent, headers }, (answer) => {
          read(answer).then(resolve, reject);
        });
        asked.once('error', reject);
        late = setTimeout(() => asked.destroy(new TimeoutError({ body, url: rpcUrl })), timeout);
        asked.end(text);
      });
    } catch (error) {
      if (error instanceof HttpRequestError) throw error;
      if (error instanceof ResponseBodyTooLargeError || error instanceof TimeoutError) throw error;
      throw new HttpRequestError({ body, cause: error as Error, url: rpcUrl });
    } finally {
      clearTimeout(late);
    }
  }

  /** An error status is an error of the connection, unless a JSON-RPC error comes with it. */
  async function read(answer: IncomingMessage): Promise<Answer> {
    const text = await textOf(answer);
    const { statusCode: status = 0, statusMessage } = answer;
    const isGood = status >= 200 && status < 300;
    const said = isGood ? (JSON.parse(text) as Answer) : saidIn(text);
    if (
      isGood ||
      isSeveral(said) ||
      (typeof said.error?.code === 'number' && typeof said.error.message === 'string')
    )
      return said;
    throw new HttpRequestError({ status, url: rpcUrl, ...(statusMessage && { details: statusMessage }) });
  }
}

const isSeveral = (answer: Answer): answer is readonly Said[] => Array.isArray(answer);

function saidIn(text: string): Answer {
  try {
    return (JSON.parse(text) as Answer | null) ?? {};
  } catch {
    return {};
  }
}

const textOf = (answer: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    answer.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > MAX_ANSWER_BYTES)
        answer.destroy(new ResponseBodyTooLargeError({ maxSize: MAX_ANSWER_BYTES, size }));
      else chunks.push(chunk);
    });
    answer.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    answer.once('error', reject);
  });
