/** How much a process of ours really holds: its heap after a full collection, asked for over Node's inspector. */
export interface Heap {
  /**
   * Bytes alive on the main thread's heap, and those of them that are compiled code, which V8 makes more of for as long as
   * it finds functions worth it. The process stands still meanwhile, for some tens of milliseconds.
   */
  alive(): Promise<{ readonly all: number; readonly code: number }>;
  close(): void;
}

/** Bytecode and its tables are in the trusted space. */
const CODE =
  "process.getBuiltinModule('node:v8').getHeapSpaceStatistics().filter(({ space_name }) => /code|trusted/.test(space_name)).reduce((sum, { space_used_size }) => sum + space_used_size, 0)";

interface Reply {
  readonly id?: number;
  readonly result?: { readonly usedSize?: number; readonly result?: { readonly value?: number } };
  readonly error?: { readonly message: string };
}

/** `inspector`: the ws:// address that a process started with `--inspect=127.0.0.1:0` prints. */
export async function openHeap(inspector: string): Promise<Heap> {
  const socket = new WebSocket(inspector);
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  let last = 0;
  const ask = (method: string, params: object = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, (reply) => {
        waiting.delete(id);
        if (reply.error) reject(new Error(`${method}: ${reply.error.message}`));
        else resolve(reply);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    async alive() {
      await ask('HeapProfiler.collectGarbage');
      const all = (await ask('Runtime.getHeapUsage')).result?.usedSize ?? Number.NaN;
      const code = (await ask('Runtime.evaluate', { expression: CODE, returnByValue: true })).result?.result;
      return { all, code: code?.value ?? Number.NaN };
    },
    close: () => socket.close(),
  };
}
