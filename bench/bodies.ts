/**
 * `node bench/bodies.ts`: what the dearest bodies cost that a stranger may send for nothing, each at its size limit.
 * CPU time of the whole process, as a ratio to hashing that takes 5 ms of it on the machine where the bounds were set, so
 * that neither another machine nor its neighbours change the verdict much. Exits 1 when a body is over its bound.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { optionsOf } from '../scripts/options.ts';
import { auditBuilder } from '../src/checks/agent-revenue-audit-builder/check.ts';
import { encodeHeader, samplePayload } from '../src/gate/testing.ts';
import { appWithoutChain, NOW } from '../src/origin/testing.ts';
import { auditReader } from '../src/products/agent-revenue-audit/reader.ts';

const HELP = `What the dearest bodies cost that a stranger may send for nothing, each at its size limit, in CPU time.

  node bench/bodies.ts
    --runs N      calls of each that are measured (default 200)
    --only TEXT   only the bodies whose name holds it
    --any-speed   no verdict on time: only that each body is answered`;
const values = optionsOf(HELP, {
  runs: { type: 'string', default: '200' },
  only: { type: 'string', default: '' },
  'any-speed': { type: 'boolean', default: false },
});
const RUNS = Number(values.runs);
const RATE = 1e9;
/** What one call may cost: median and p99, in milliseconds of the machine where the hashing takes five. */
const AIM = { median: 5, p99: 10 };

interface Row {
  readonly name: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Known to be over the aim: what it may cost instead, as a multiple of it. */
  readonly open?: number;
  /** The answer must be made of the whole body: no limit of work may stop it. */
  readonly read?: boolean;
}

const PREFLIGHT = '/api/x402-metadata-preflight/check';
const BUILDER = '/api/agent-revenue-audit-builder/prepare';
const filled = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
/** As many as fit, as JSON writes them. */
const fits = (unit: string, bytes: number) =>
  unit.repeat(Math.floor(bytes / (Buffer.byteLength(JSON.stringify(unit)) - 2)));
const preview = (unit: string, open?: number): Row => ({
  name: `preflight, 32 kB of ${JSON.stringify(unit)}`,
  path: PREFLIGHT,
  body: { payloadPreview: { goal: fits(unit, 31_900) } },
  ...(open && { open }),
});
const message = (method: string, params?: object): Row => ({
  name: `MCP, ${method}`,
  path: '/mcp',
  headers: { accept: 'application/json, text/event-stream' },
  body: { jsonrpc: '2.0', id: 1, method, ...(params && { params }) },
});

/** Members of a draft with what each has room for. */
const MEMBERS = Object.entries(auditBuilder(auditReader).prepare.input.shape).flatMap(([name, member]) => {
  const { maxLength } = (member as z.ZodOptional<z.ZodString>).unwrap().meta() ?? {};
  return typeof maxLength === 'number' ? [[name, maxLength] as const] : [];
});
const draft = (unit: string): Row => ({
  name: `audit builder, every text at its limit of ${JSON.stringify(unit)}`,
  path: BUILDER,
  open: 3,
  body: Object.fromEntries(MEMBERS.map(([name, room]) => [name, filled(unit, room)])),
});

/** Words of which each is another one, as a request, a page or a program has them. */
const VARIED = Array.from({ length: 3_000 }, (_, i) => `${((i * 2_654_435_761) >>> 0).toString(36)}`);
const WORDS =
  'should i buy stock data call api price check invest scrape email people message account which token sell law tax court loan list every phone stolen card track secret key wallet'.split(
    ' ',
  );
const said = (count: number, between: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => WORDS[(i * 7 + (i >> 3)) % WORDS.length] + between(i)).join('');
const asked = said(7_000, (i) => (i % 6 === 5 ? '? ' : ' '));
const source = readFileSync(new URL('../src/policy/intent/rules.ts', import.meta.url), 'utf8');
const hexWords = said(1_500, () => ' ')
  .split(' ')
  .map((word) => Buffer.from(`${word} ${word}`).toString('hex'))
  .join(' ');
const mapping = said(4_000, (i) => (i % 2 === 0 ? '_key:\n  - ' : `: "${i}"\n`));
/**
 * The dearest shapes that a search over a hundred of them found, each in the field where it costs most. What is open is
 * what the allowance of work buys (src/policy/work.ts), on a machine that does other things too.
 */
const SHAPES: readonly (readonly ['a goal' | 'metadata' | 'a draft', string, string, open?: number])[] = [
  ['a goal', 'source code', source, 6],
  ['a draft', 'source code', source, 4],
  ['a draft', 'requests', asked, 6],
  ['a draft', 'a minified script', source.replace(/\s+/g, ' '), 4],
  ['a goal', 'base64', Buffer.from(VARIED.join(' ')).toString('base64'), 5],
  ['metadata', 'words in hex', hexWords, 6],
  ['a draft', 'YAML', mapping, 4],
  ['a draft', 'entities of letters', fits('&#97;', 31_000)],
  ['a goal', 'one character that is eighteen', fits('\ufdfa', 31_000)],
  ['a goal', 'look-alikes', fits('p\u0430ssword ', 31_000), 5],
  ['a draft', 'short random words', VARIED.join(' '), 3],
];
const shortened = (text: string, bytes: number): string => {
  let cut = text.slice(0, bytes);
  while (Buffer.byteLength(JSON.stringify(cut)) > bytes) cut = cut.slice(0, -Math.ceil(cut.length / 50));
  return cut.toWellFormed();
};
const bodyOf: Readonly<Record<(typeof SHAPES)[number][0], (text: string) => object>> = {
  'a goal': (text) => ({ payloadPreview: { goal: shortened(text, 31_900) } }),
  metadata: (text) => ({
    resourceUrl: `https://x.example/${shortened(text, 450)}`,
    paymentDescription: shortened(text, 600),
    reason: shortened(text.slice(600), 600),
  }),
  'a draft': (text) =>
    Object.fromEntries(
      MEMBERS.map(([member, room], i) => [
        member,
        shortened(text.slice((i * 2_000) % text.length), room - 10),
      ]),
    ),
};
const shaped = SHAPES.map(
  ([field, shape, text, open]): Row => ({
    name: `${field === 'a draft' ? 'audit builder' : 'preflight'}, ${field} of ${shape}`,
    path: field === 'a draft' ? BUILDER : PREFLIGHT,
    ...(open && { open }),
    body: bodyOf[field](text),
  }),
);

/** What is meant for this: it must pass, and has the aim of the policy engine (docs/policy.md). */
const document = JSON.stringify(
  JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8')),
);

const ROWS: readonly Row[] = [
  ...shaped,
  {
    name: 'preflight, 32 kB of an OpenAPI document, read whole',
    path: PREFLIGHT,
    open: 2,
    read: true,
    body: { payloadPreview: { data: shortened(document, 31_900) } },
  },
  {
    name: 'preflight, "1." 2,000 times',
    path: PREFLIGHT,
    body: { payloadPreview: { goal: '1.'.repeat(2_000) } },
  },
  ...['\t', ' ', '\u200b'].map((unit) => preview(unit)),
  ...['-', '🙂', 'a'].map((unit) => preview(unit, 1.5)),
  ...['1.', '1.1.'].map((unit) => preview(unit, 3)),
  ...['4155550100 ', '+1 212 555 0100 ', '1字', '%2541', 'my name is '].map((unit) => preview(unit, 4)),
  preview('one ', 5),
  {
    name: 'preflight, a list of 1,900 members',
    path: PREFLIGHT,
    open: 1.5,
    body: { payloadPreview: { goal: Array.from({ length: 1_900 }, (_, i) => `a${i % 10}`) } },
  },
  {
    name: 'preflight, 30 objects deep',
    path: PREFLIGHT,
    body: { payloadPreview: Array.from({ length: 30 }).reduce<object>((deep) => ({ deep }), { deep: 'x' }) },
  },
  {
    name: 'passport, 640 characters of "a."',
    path: '/api/agent-spend-passport/prepare',
    body: { goal: filled('a.', 640) },
  },
  ...['4155550100 ', 'Aa1', 'a@b.co '].map((unit) => draft(unit)),
  ...['\\', 'a ', '1e9 '].map(
    (unit): Row => ({
      name: `failure signature, 16 kB of ${JSON.stringify(unit)}`,
      path: '/api/failure-signature/match',
      body: { errorText: filled(unit, 15_000) },
    }),
  ),
  {
    name: 'client forecast, a lock file of 0.9 MB',
    path: '/api/client-payment-forecast/check',
    open: 2,
    body: { route: '/api/opportunity-check', lockFile: fits('{"a":', 890_000) },
  },
  {
    name: 'paid route, a forged payment with 64 signals of 180 of "a"',
    path: '/api/opportunity-check',
    open: 5,
    headers: { 'payment-signature': encodeHeader(samplePayload(NOW / 1_000)) },
    body: {
      subject: 'a'.repeat(500),
      goal: 'a'.repeat(640),
      knownSignals: Array.from({ length: 64 }, (_, i) => filled(`${i}a`, 180)),
    },
  },
  message('ping'),
  message('tools/list'),
  message('tools/call', { name: 'prepare_purchase', arguments: { goal: filled('a.', 640) } }),
];

/** One collection of garbage falls on whichever call runs: a p99 of some hundred calls is let off that much. */
const GARBAGE = 1.6;

const MEASURE = Buffer.alloc(5_200_000, 7);
/** 5 ms of CPU on the machine where the bounds were set. Native: what V8 makes of a loop of ours differs five times from run to run. */
const hashing = () => createHash('sha256').update(MEASURE).digest();

const { app } = appWithoutChain({ costly: RATE, payment: RATE, message: RATE, other: RATE });

async function cpuOf(work: () => unknown, runs: number) {
  const spent: number[] = [];
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1_000);
  }
  spent.sort((a, b) => a - b);
  const at = (share: number) => spent[Math.floor(share * (runs - 1))]!;
  return { median: at(0.5), p99: at(0.99) };
}

async function measure({ name, path, body, headers, open, read }: Row): Promise<string | undefined> {
  const text = JSON.stringify(body);
  const call = async () => {
    const request = new Request(`https://assay.example${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text,
    });
    const response = await app.fetch(request);
    return { status: response.status, answer: await response.text() };
  };
  const { status, answer } = await call();
  // A body that is refused before it is read would measure nothing.
  if (status === 400 || status === 413 || status === 415) return `${name}: answered ${status}`;
  if (read && answer.includes('analysis_limit')) return `${name}: not read whole`;
  await cpuOf(call, Math.floor(RUNS / 3));
  const unit = values['any-speed'] ? 1 : (await cpuOf(hashing, 20)).median / 5;
  const spent = await cpuOf(call, RUNS);
  const [median, p99] = [spent.median / unit, spent.p99 / unit];
  const times = open ?? 1;
  const isOver = median > AIM.median * times || p99 > AIM.p99 * times * GARBAGE;
  const mark = median > AIM.median || p99 > AIM.p99 ? (isOver ? 'over its bound' : 'over the aim') : '';
  console.log(`${median.toFixed(2).padStart(7)} ${p99.toFixed(2).padStart(7)}  ${name}  ${mark}`);
  return isOver && !values['any-speed']
    ? `${name}: ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)}`
    : undefined;
}

if (!values['any-speed']) {
  await cpuOf(hashing, 20);
  console.log(`The hashing takes ${(await cpuOf(hashing, 50)).median.toFixed(2)} ms here.`);
}
console.log(' median     p99  of a call');
const faults: string[] = [];
for (const row of ROWS) {
  if (!row.name.includes(values.only)) continue;
  const fault = await measure(row);
  if (fault) faults.push(fault);
}
for (const fault of faults) console.error(`bodies: ${fault}`);
if (faults.length > 0) process.exitCode = 1;
