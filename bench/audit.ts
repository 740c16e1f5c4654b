import { answerAudit } from '../src/products/agent-revenue-audit/answer.ts';
import { CASES, FACTS, generated } from '../src/products/agent-revenue-audit/cases.testing.ts';
import { AUDIT_LIMITS, type AuditInput } from '../src/products/agent-revenue-audit/schema.ts';

/** Median and p99 of one audit, over unlike inputs and over the largest body the schema admits. Run: `node bench/audit.ts` */

const ROUNDS = 2_000;

function measure(name: string, inputs: readonly AuditInput[]): void {
  for (const input of inputs.slice(0, 200)) answerAudit(input, FACTS);
  const times: number[] = [];
  let bytes = 0;
  for (let i = 0; i < ROUNDS; i++) {
    const input = inputs[i % inputs.length]!;
    const from = performance.now();
    const response = answerAudit(input, FACTS);
    times.push(performance.now() - from);
    if (i < inputs.length) bytes = Math.max(bytes, Buffer.byteLength(JSON.stringify(response)));
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (ROUNDS - 1))]!.toFixed(3);
  console.log(
    `${name}: median ${at(0.5)} ms, p99 ${at(0.99)} ms, largest answer ${(bytes / 1_000).toFixed(1)} kB (n=${ROUNDS})`,
  );
}

/** Words that all match something, up to every limit. */
function largest(): AuditInput {
  const words = 'charged but $1 per call, API key, no docs, OCR 12 tools $29/mo for 10k calls. ';
  const filled = (limit: number) => words.repeat(Math.ceil(limit / words.length)).slice(0, limit);
  return {
    serviceName: filled(AUDIT_LIMITS.serviceName),
    currentOffer: filled(AUDIT_LIMITS.currentOffer),
    targetBuyer: filled(AUDIT_LIMITS.targetBuyer),
    currentPaymentRail: filled(AUDIT_LIMITS.currentPaymentRail),
    currentProblem: filled(AUDIT_LIMITS.currentProblem),
  };
}

measure('fifty unlike inputs', generated(50, 1));
measure(
  'worked cases A1-A12',
  Object.values(CASES).map((one) => one.input),
);
measure('largest body', [largest()]);
