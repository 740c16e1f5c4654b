import type { Socket } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';

/**
 * Reads HTTP answers off a keep-alive connection and looks for nothing but the status and the length of each, so that a
 * load costs less than what it measures even where an answer is 9 kB. Anything else ends the connection with an error.
 */
export function readAnswers(socket: Socket, answered: (status: string) => void): void {
  let pending: Buffer = Buffer.alloc(0);
  let status = '';
  /** Bytes of the body that are still to come; undefined while the head is read. */
  let left: number | undefined;
  socket.on('data', (chunk: Buffer) => {
    if (left === undefined) {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = pending.indexOf(END_OF_HEAD);
      if (end === -1) return;
      const head = pending.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(head);
      if (!length) return socket.destroy(new Error('an answer without a length'));
      status = head.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3);
      left = Number(length[1]) - (pending.length - end - END_OF_HEAD.length);
      pending = Buffer.alloc(0);
    } else left -= chunk.length;
    if (left > 0) return;
    if (left < 0) return socket.destroy(new Error('more than was asked for'));
    left = undefined;
    answered(status);
  });
}
