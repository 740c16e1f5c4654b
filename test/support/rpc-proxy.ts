import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A JSON-RPC proxy in front of a chain, to stop a service at an exact point of a sale:
 * `hold-request`: the call never reaches the chain, `hold-answer`: it does and nobody hears of it, `result`: it is
 * answered by a node that believes this, `cut`: the node is gone from this call on, as `cut()`.
 */
export type Fault = 'hold-request' | 'hold-answer' | 'cut' | { readonly result: unknown };

/** One call, and what is answered to it. */
export interface RpcCall {
  readonly jsonrpc: '2.0';
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}
export interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}
/** What a node answers that has its own idea of the chain. `ask`: what the chain says. */
export type View = (call: RpcCall, ask: (call: RpcCall) => Promise<RpcAnswer>) => Promise<RpcAnswer>;

export interface RpcProxy {
  readonly url: string;
  /** From now on, calls of `method` meet this fault; undefined ends it. Calls that are held stay held. */
  set(method: string, fault: Fault | undefined): void;
  /** From now on every call is answered by this view; undefined: by the chain. */
  view(view: View | undefined): void;
  /** From now on calls are taken and never answered; `false` ends it, and their connections. */
  silence(isSilent: boolean): void;
  /** Cuts every connection and refuses new ones, as a node that is down. */
  cut(): void;
  /** Ends `cut`. */
  mend(): void;
  /** How many calls of `method` have come in so far. */
  seen(method: string): number;
  /** How many calls have come in so far. */
  total(): number;
  /** Settles when `method` has been held for the first time since the fault was set. */
  held(method: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startRpcProxy(target: string): Promise<RpcProxy> {
  const faults = new Map<string, Fault>();
  const counts = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  const arrivals = new Map<string, Promise<void>>();
  let down = false;
  let silent = false;
  let viewed: View | undefined;

  const server = createServer(
    (incoming, outgoing) => void relay(incoming, outgoing).catch(() => outgoing.destroy()),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function cut(): void {
    down = true;
    server.closeAllConnections();
  }

  async function relay(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (down) return void incoming.socket.destroy();
    const body = Buffer.concat(await incoming.toArray()).toString('utf8');
    const parsed = JSON.parse(body) as { method: string } | { method: string }[];
    const methods = [parsed].flat().map((call) => call.method);
    for (const method of methods) counts.set(method, (counts.get(method) ?? 0) + 1);
    const held = methods.find((method) => faults.has(method));
    const fault = held === undefined ? undefined : faults.get(held);
    if (held !== undefined && fault === 'hold-request') return waiting.get(held)?.();
    if (held !== undefined && fault === 'cut') {
      cut();
      return waiting.get(held)?.();
    }
    if (typeof fault === 'object') {
      const { id } = JSON.parse(body) as { id: unknown };
      return void outgoing
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result: fault.result }));
    }
    if (silent) return;
    const view = viewed;
    if (view) {
      const said = await Promise.all([parsed as RpcCall | RpcCall[]].flat().map((call) => seen(view, call)));
      if (down || silent) return void incoming.socket.destroy();
      const text = JSON.stringify(Array.isArray(parsed) ? said : said[0]);
      return void outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text);
    }
    const answer = await passOn(body);
    const text = await answer.text();
    if (held !== undefined && fault === 'hold-answer') return waiting.get(held)?.();
    if (down) return void incoming.socket.destroy();
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  }

  const passOn = (body: string): Promise<Response> =>
    fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

  async function seen(view: View, call: RpcCall): Promise<object> {
    const ask = async (asked: RpcCall) => (await (await passOn(JSON.stringify(asked))).json()) as RpcAnswer;
    const { result, error } = await view(call, ask);
    return { jsonrpc: '2.0', id: call.id, ...(error ? { error } : { result: result ?? null }) };
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(method, fault) {
      if (fault === undefined) return void faults.delete(method);
      faults.set(method, fault);
      arrivals.set(method, new Promise((resolve) => waiting.set(method, resolve)));
    },
    view: (view) => {
      viewed = view;
    },
    silence(isSilent) {
      silent = isSilent;
      if (!isSilent) server.closeAllConnections();
    },
    cut,
    mend() {
      down = false;
    },
    seen: (method) => counts.get(method) ?? 0,
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    held: (method) => arrivals.get(method) ?? Promise.reject(new Error(`no fault was set for ${method}`)),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
