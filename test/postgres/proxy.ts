import { connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  readonly url: string;
  /** From now on the server's answers are lost; what is sent to it still arrives. */
  mute(): void;
  /** The same from the moment when a client sends this text. */
  muteAfter(text: string): void;
  /** Ends the connections that were muted; new ones work. */
  speak(): void;
  close(): void;
}

/** A network between a store and its server that can swallow answers. */
export async function startProxy(url: string): Promise<Proxy> {
  const server = new URL(url);
  const sockets = new Set<Socket>();
  let muted = false;
  let trigger: string | undefined;

  const proxy = createServer((near) => {
    const far = connect(Number(server.port), server.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .once('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
    near.on('data', (sent) => {
      if (trigger !== undefined && sent.includes(trigger)) muted = true;
      far.write(sent);
    });
    far.on('data', (answer) => {
      if (!muted) near.write(answer);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const through = new URL(url);
  through.port = String(typeof address === 'object' ? address?.port : '');

  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: through.href,
    mute: () => {
      muted = true;
    },
    muteAfter: (text) => {
      trigger = text;
    },
    speak: () => {
      muted = false;
      trigger = undefined;
      cut();
    },
    close: () => {
      cut();
      proxy.close();
    },
  };
}
