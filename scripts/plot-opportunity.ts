/**
 * Draws docs/opportunity-model/probability.svg from the engine: how the probability moves as evidence comes in, piece
 * by piece. Run: node scripts/plot-opportunity.ts
 */
import { writeFileSync } from 'node:fs';
import { combine, sigmoid } from '../src/products/opportunity-check/combine.ts';
import { signalEvidence, weightOf } from '../src/products/opportunity-check/evidence.ts';
import { CONSTANTS } from '../src/products/opportunity-check/tables/index.ts';

const FREE = [
  ...[
    'challenge_valid_402',
    'price_visible',
    'network_asset_match',
    'openapi_published',
    'listed_in_discovery',
  ],
  ...['long_listed', 'refund_path', 'free_preview', 'idempotency_supported', 'uptime_ok'],
];
const PAID = [
  ...[
    'challenge_valid_402',
    'price_visible',
    'network_asset_match',
    'signed_offer',
    'payto_stable',
    'known_operator',
  ],
  ...['third_party_paid_success', 'receipt_header_observed', 'signed_receipt_verified', 'prior_paid_200'],
];
const BAD = [
  'unknown_operator',
  'price_drift_up',
  'charges_on_failure',
  'challenge_malformed',
  'dead_or_5xx',
  'paid_then_failed',
];

const BOX = { width: 860, height: 470, left: 62, right: 210, top: 58, bottom: 54 } as const;
const STEPS = 10;

const x = (step: number): number => BOX.left + (step / STEPS) * (BOX.width - BOX.left - BOX.right);
const y = (p: number): number => BOX.top + (1 - p) * (BOX.height - BOX.top - BOX.bottom);
const at = (value: number): string => value.toFixed(1);

interface Point {
  readonly p: number;
  readonly low: number;
  readonly high: number;
}

/** Probability and interval after none, one, two … pieces. */
function course(signals: readonly string[]): Point[] {
  return Array.from({ length: signals.length + 1 }, (_, count) => {
    const { probability, interval80 } = combine(signals.slice(0, count).map((id) => signalEvidence(id)));
    return { p: probability, low: interval80[0], high: interval80[1] };
  });
}

/** The same sum without group discount and cap: what adding up log-odds as if they were independent would say. */
function naive(signals: readonly string[]): number[] {
  const prior = Math.log(CONSTANTS.prior.value / (1 - CONSTANTS.prior.value));
  const weights = signals.map((id) => weightOf(signalEvidence(id)));
  return [0, ...weights].map((_, count) =>
    sigmoid(weights.slice(0, count).reduce((sum, weight) => sum + weight, prior)),
  );
}

const path = (values: readonly number[]): string =>
  values.map((value, i) => `${i === 0 ? 'M' : 'L'}${at(x(i))} ${at(y(value))}`).join(' ');

function band(points: readonly Point[], colour: string): string {
  const upper = points.map(({ high }, i) => `${at(x(i))},${at(y(high))}`);
  const lower = points.map(({ low }, i) => `${at(x(i))},${at(y(low))}`).reverse();
  return `<polygon points="${[...upper, ...lower].join(' ')}" fill="${colour}" fill-opacity="0.13"/>`;
}

function line(values: readonly number[], colour: string, dashed = false): string {
  const dash = dashed ? ' stroke-dasharray="6 5"' : '';
  const dots = dashed
    ? ''
    : values
        .map((value, i) => `<circle cx="${at(x(i))}" cy="${at(y(value))}" r="3.2" fill="${colour}"/>`)
        .join('');
  return `<path d="${path(values)}" fill="none" stroke="${colour}" stroke-width="2.2"${dash}/>${dots}`;
}

function label(step: number, p: number, colour: string, lines: readonly string[]): string {
  const spans = lines.map(
    (text, i) => `<tspan x="${at(x(step) + 10)}" dy="${i === 0 ? 0 : 16}">${text}</tspan>`,
  );
  return `<text x="${at(x(step) + 10)}" y="${at(y(p) + 4)}" fill="${colour}" font-weight="600">${spans.join('')}</text>`;
}

function grid(): string {
  const rows = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (p) =>
      `<line x1="${at(x(0))}" x2="${at(x(STEPS))}" y1="${at(y(p))}" y2="${at(y(p))}" stroke="#dfe3e8"/>` +
      `<text x="${BOX.left - 10}" y="${at(y(p) + 4)}" text-anchor="end" fill="#57606a">${p.toFixed(1)}</text>`,
  );
  const columns = Array.from(
    { length: STEPS + 1 },
    (_, step) =>
      `<text x="${at(x(step))}" y="${BOX.height - BOX.bottom + 20}" text-anchor="middle" fill="#57606a">${step}</text>`,
  );
  return [...rows, ...columns].join('\n');
}

/** The whole picture as SVG text. */
export function drawPlot(): string {
  const [free, paid, bad] = [course(FREE), course(PAID), course(BAD)];
  const floor = CONSTANTS.payFloor.value;
  const [blue, green, red, grey] = ['#0b62c4', '#1a7f37', '#b42318', '#6e7781'];
  const p = (points: readonly Point[]) => points.map((point) => point.p);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${BOX.width}" height="${BOX.height}" viewBox="0 0 ${BOX.width} ${BOX.height}" font-family="system-ui, Helvetica, Arial, sans-serif" font-size="13" role="img" aria-label="Probability of a good call against the number of pieces of evidence">`,
    `<rect width="${BOX.width}" height="${BOX.height}" fill="#ffffff"/>`,
    `<text x="${BOX.left - 40}" y="24" font-size="16" font-weight="700" fill="#1f2328">What can be seen for free levels off; what is hard to fake carries the rest</text>`,
    `<text x="${BOX.left - 40}" y="43" fill="#57606a">Probability of a good call, with 80 % intervals, as evidence comes in piece by piece</text>`,
    grid(),
    band(free, blue),
    band(paid, green),
    band(bad, red),
    `<line x1="${at(x(0))}" x2="${at(x(STEPS))}" y1="${at(y(floor))}" y2="${at(y(floor))}" stroke="${grey}" stroke-dasharray="2 4"/>`,
    `<text x="${at(x(STEPS) - 4)}" y="${at(y(floor) - 6)}" text-anchor="end" fill="${grey}">no call is recommended below ${floor.toFixed(2)}</text>`,
    line(naive(FREE), grey, true),
    line(p(bad), red),
    line(p(free), blue),
    line(p(paid), green),
    label(STEPS, paid.at(-1)!.p, green, [`then hard to fake: ${paid.at(-1)!.p.toFixed(3)}`]),
    label(STEPS, naive(FREE).at(-1)! - 0.09, grey, ['free evidence,', 'if it simply added up']),
    label(STEPS, free.at(-1)!.p, blue, [`free evidence only: ${free.at(-1)!.p.toFixed(3)}`]),
    label(BAD.length, bad.at(-1)!.p + 0.01, red, [`bad news only: ${bad.at(-1)!.p.toFixed(3)}`]),
    `<text x="${at((x(0) + x(STEPS)) / 2)}" y="${BOX.height - 10}" text-anchor="middle" fill="#57606a">pieces of evidence</text>`,
    '</svg>',
  ].join('\n')}\n`;
}

if (import.meta.main) {
  const file = new URL('../docs/opportunity-model/probability.svg', import.meta.url);
  writeFileSync(file, drawPlot());
  console.log(`wrote ${file.pathname}`);
}
