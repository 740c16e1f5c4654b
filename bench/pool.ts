import type { Socket } from 'node:net';
import { openConnection } from './answers.ts';

/**
 * Connections of one sender: taken up again when their answer is there, and opened while all are under way. `told` hears
 * the status of each answer, or `none` where the connection was closed instead.
 */
export function openPool(url: URL, told: (status: string) => void) {
  const idle: Socket[] = [];
  const under = new Set<Socket>();

  function opened(): Socket {
    const socket = openConnection(url, (status) => {
      told(status);
      under.delete(socket);
      idle.push(socket);
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      if (under.delete(socket)) told('none');
      const at = idle.indexOf(socket);
      if (at !== -1) idle.splice(at, 1);
    });
    return socket;
  }

  return {
    /** How many wait for an answer. */
    underWay: () => under.size,
    send(request: Buffer): void {
      const socket = idle.pop() ?? opened();
      under.add(socket);
      socket.write(request);
    },
    /** Of those that wait for nothing. */
    close(): void {
      for (const socket of idle.splice(0)) socket.destroy();
    },
  };
}
