import { connect, type Socket } from 'node:net';

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const LENGTHS = ['\r\ncontent-length: ', '\r\nContent-Length: '].map((each) => Buffer.from(each));
const STATUS_AT = 'HTTP/1.1 '.length;
/** What one read may bring; an answer of ours has 7 kB. */
const READ_BYTES = 65_536;

/**
 * A keep-alive connection that looks for nothing but status and length of each answer. One buffer takes every read and
 * nothing is made of it that is not needed, so that a load costs less than what it measures even where an answer is
 * 9 kB: with strings and a pattern the load was the limit, and long answers were measured as slow ones.
 */
export function openConnection(address: URL, answered: (status: string) => void): Socket {
  let head: Buffer = Buffer.alloc(0);
  let status = '';
  /** Bytes of the body that are still to come; undefined while the head is read. */
  let left: number | undefined;
  const read = (count: number, buffer: Uint8Array): boolean => {
    const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, count);
    if (left === undefined) {
      // A head seldom comes in parts; what there is of it must outlive this buffer.
      const seen = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = seen.indexOf(END_OF_HEAD);
      if (end === -1) {
        head = Buffer.from(seen);
        return true;
      }
      head = Buffer.alloc(0);
      const length = lengthIn(seen, end);
      if (length === undefined) return fail('an answer without a length');
      status = seen.toString('latin1', STATUS_AT, STATUS_AT + 3);
      left = length - (seen.length - end - END_OF_HEAD.length);
    } else left -= count;
    if (left > 0) return true;
    if (left < 0) return fail('more than was asked for');
    left = undefined;
    answered(status);
    return true;
  };
  const socket = connect({
    port: Number(address.port),
    host: address.hostname,
    noDelay: true,
    onread: { buffer: Buffer.alloc(READ_BYTES), callback: read },
  });
  return socket;

  function fail(message: string): boolean {
    socket.destroy(new Error(message));
    return false;
  }
}

function lengthIn(answer: Buffer, end: number): number | undefined {
  for (const name of LENGTHS) {
    const at = answer.indexOf(name);
    if (at !== -1 && at < end)
      return Number.parseInt(answer.toString('latin1', at + name.length, at + name.length + 9), 10);
  }
  return undefined;
}
