import { describe } from 'vitest';
import { type Expected, examplesStage, itDoesWhatItSays } from './support/doc-examples.ts';

/** The guides, each of which ends in something bought, as a reader would follow them. */
const PAGES: Readonly<Record<string, Expected>> = {
  'docs/first-check.md': {
    ask: { prints: /^10000 units to 0x[0-9a-fA-F]{40} on eip155:8453/ },
    sign: { prints: /^signed once/ },
    pay: { prints: /^0x[0-9a-f]{64}\n[a-z_]+: /, buys: 1 },
  },
  'docs/first-witness.md': { witness: { prints: /^exact match, \d+ cases\n[\s\S]+/, buys: 1 } },
  'docs/first-audit.md': {
    prepare: { prints: /^[a-z_]+\n$/ },
    audit: { prints: /^[A-Z][\s\S]{40}/, buys: 1 },
  },
  'docs/ledger-rows.md': {
    rows: { prints: /^clients: .*@x402\/fetch[\s\S]*\n\d+ rows in \d+ bytes/, buys: 1 },
  },
  'docs/refusals.md': {
    refusal: {
      prints:
        /^428 preflight_required: first POST \/api\/x402-compatibility-witness\/preflight\nbought: x402-compatibility-witness/,
      buys: 1,
    },
  },
  'docs/pay-once.md': { once: { prints: /^answered twice, paid once, in 0x[0-9a-f]{64}/, buys: 1 } },
};

examplesStage();
describe.each(Object.keys(PAGES))('%s', (file) => itDoesWhatItSays(file, PAGES[file]!));
