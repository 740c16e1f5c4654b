/**
 * Free calls that cost the most, as many as the limits let some addresses send, in a process of its own. Started by
 * overload.ts as `node dearest.ts <origin> <addresses> <per second of each> <seconds>`; prints one JSON object: how many
 * were sent and how they were answered.
 */
import { openPool } from './pool.ts';

const [address, addresses, rate, seconds] = process.argv.slice(2);
if (!address || !addresses || !rate || !seconds)
  throw new Error('usage: node dearest.ts <origin> <addresses> <per second of each> <seconds>');

const TICK_MS = 5;
/** Calls under way at once from each address. */
const MAX_OPEN = 4;

const url = new URL(address);
const post = (path: string, body: object, from: number): Buffer => {
  const text = JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: ${url.host}\r\nX-Forwarded-For: 203.0.113.${from}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
};
/** Dear rows of bodies.ts. */
const bodiesOf = (from: number): readonly Buffer[] => [
  post('/api/x402-metadata-preflight/check', { payloadPreview: { goal: '1.1.'.repeat(7_900) } }, from),
  post('/api/x402-metadata-preflight/check', { payloadPreview: { goal: 'one '.repeat(7_900) } }, from),
  post('/api/failure-signature/match', { errorText: '1e9 '.repeat(3_700) }, from),
];

const answers: Record<string, number> = {};
let sent = 0;
const count = (status: string) => {
  answers[status] = (answers[status] ?? 0) + 1;
};

async function stranger(from: number): Promise<void> {
  const bodies = bodiesOf(from);
  const pool = openPool(url, count);
  const begun = performance.now();
  const passed = () => (performance.now() - begun) / 1_000;
  let mine = 0;
  while (passed() < Number(seconds)) {
    // What could not be sent in time is not sent late all at once.
    const due = Math.floor(passed() * Number(rate));
    for (; mine < due && pool.underWay() < MAX_OPEN; mine++, sent++) pool.send(bodies[mine % bodies.length]!);
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
}

await Promise.all(Array.from({ length: Number(addresses) }, (_, i) => stranger(i + 1)));
console.log(JSON.stringify({ sent, perSecond: sent / Number(seconds), answers }));
process.exit();
