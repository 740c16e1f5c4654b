/**
 * Unpaid calls over keep-alive connections, in a process of its own. Every answer must be a 402.
 * Started by the benchmark as `node cannon.ts <url> <seconds> <connections>`; prints one JSON object.
 */
import { openConnection } from './answers.ts';

const [address, seconds, connections] = process.argv.slice(2);
if (!address || !seconds || !connections)
  throw new Error('usage: node cannon.ts <url> <seconds> <connections>');

const url = new URL(address);
const REQUEST = Buffer.from(
  `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: application/json\r\n\r\n`,
);

let answers = 0;
let ending = false;

/** Ask, read the whole answer, ask again. */
function caller(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = openConnection(url, (status) => {
      if (status !== '402') return socket.destroy(new Error(`answered ${status}`));
      answers++;
      if (ending) socket.end();
      else socket.write(REQUEST);
    });
    socket.once('connect', () => socket.write(REQUEST));
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
