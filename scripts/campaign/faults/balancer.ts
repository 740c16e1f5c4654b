import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What stands in front of several nodes at one address: each connection goes to the next one that is ready. */
export interface Balancer {
  readonly url: string;
  stop(): Promise<void>;
}

interface Backend {
  readonly url: URL;
  isReady: boolean;
  readonly sockets: Set<Socket>;
}

const LOOK_EVERY_MS = 500;
/** Which node does not answer `/readyz` by then is left out, and its connections are cut. */
const PATIENCE_MS = 1_000;

export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const backends = urls.map((url): Backend => ({ url: new URL(url), isReady: true, sockets: new Set() }));
  let turn = 0;

  const server = createServer((client) => {
    const ready = backends.filter(({ isReady }) => isReady);
    // Who finds nobody ready asks anyway: the node says why.
    const from = ready.length > 0 ? ready : backends;
    const backend = from[turn++ % from.length]!;
    const node = connect(Number(backend.url.port), backend.url.hostname);
    for (const [socket, other] of [
      [client, node],
      [node, client],
    ] as const) {
      backend.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        backend.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const looking = setInterval(() => void Promise.all(backends.map(look)), LOOK_EVERY_MS);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      clearInterval(looking);
      for (const { sockets } of backends) for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function look(backend: Backend): Promise<void> {
  const asked = fetch(new URL('/readyz', backend.url), { signal: AbortSignal.timeout(PATIENCE_MS) });
  backend.isReady = await asked.then(({ ok }) => ok).catch(() => false);
  if (!backend.isReady) for (const socket of backend.sockets) socket.destroy();
}
