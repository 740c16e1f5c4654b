/**
 * Unpaid calls over keep-alive connections, in a process of its own. It looks for nothing but the status and the length
 * of each answer, so that it costs less than what it measures even where an answer is 9 kB.
 * Started by the benchmark as `node cannon.ts <url> <seconds> <connections>`; prints one JSON object.
 */
import { connect, type Socket } from 'node:net';

const [address, seconds, connections] = process.argv.slice(2);
if (!address || !seconds || !connections)
  throw new Error('usage: node cannon.ts <url> <seconds> <connections>');

const { hostname, port, pathname, host } = new URL(address);
const REQUEST = Buffer.from(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n\r\n`);
const END_OF_HEAD = '\r\n\r\n';
const WANTED = 'HTTP/1.1 402 ';

let answers = 0;
let ending = false;

/** Ask, read the whole answer, ask again. */
function caller(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname, () => socket.write(REQUEST));
    socket.setNoDelay(true);
    let pending: Buffer = Buffer.alloc(0);
    /** Bytes of the body that are still to come; undefined while the head is read. */
    let left: number | undefined;
    socket.on('data', (chunk) => {
      if (left === undefined) {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const end = pending.indexOf(END_OF_HEAD);
        if (end === -1) return;
        const head = pending.toString('latin1', 0, end);
        if (!head.startsWith(WANTED)) return socket.destroy(new Error(`answered ${head.split('\r\n')[0]}`));
        const length = /\r\ncontent-length: (\d+)/i.exec(head);
        if (!length) return socket.destroy(new Error('an answer without a length'));
        left = Number(length[1]) - (pending.length - end - END_OF_HEAD.length);
        pending = Buffer.alloc(0);
      } else left -= chunk.length;
      if (left > 0) return;
      if (left < 0) return socket.destroy(new Error('more than was asked for'));
      left = undefined;
      answers++;
      if (ending) socket.end();
      else socket.write(REQUEST);
    });
    socket.once('error', reject);
    // A server may end a connection after so many answers: another one is opened.
    socket.once('close', () => (ending ? resolve() : void caller().then(resolve, reject)));
  });
}

setTimeout(() => {
  ending = true;
}, Number(seconds) * 1_000);
const from = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, caller));
console.log(JSON.stringify({ answers, seconds: (performance.now() - from) / 1_000 }));
