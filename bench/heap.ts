/** How much a process of ours really holds: its heap after a full collection, asked for over Node's inspector. */
export interface Heap {
  /** Bytes alive on the main thread's heap. The process stands still meanwhile, for some tens of milliseconds. */
  alive(): Promise<number>;
  close(): void;
}

interface Reply {
  readonly id?: number;
  readonly result?: { readonly usedSize?: number };
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
  const ask = (method: string): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, (reply) => {
        waiting.delete(id);
        if (reply.error) reject(new Error(`${method}: ${reply.error.message}`));
        else resolve(reply);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    async alive() {
      await ask('HeapProfiler.collectGarbage');
      return (await ask('Runtime.getHeapUsage')).result?.usedSize ?? Number.NaN;
    },
    close: () => socket.close(),
  };
}
