import { describe } from 'vitest';
import { type Expected, examplesStage, itDoesWhatItSays } from './support/doc-examples.ts';

/** The examples of the pages that are not for buyers; those are in `docs.test.ts`. */
const PAGES: Readonly<Record<string, Expected>> = {
  'docs/protocol.md': {
    challenge: { prints: /^402\npayment_required exact eip155:8453 10000 \$0\.01/ },
    refusal: { prints: /"error":"invalid_request".*"issues":\[/ },
  },
  'docs/operators.md': {
    doctor: { prints: /fault\(s\) in production mode[\s\S]*PUBLIC_URL[\s\S]*PAY_TO_EVM/ },
    look: { prints: /"status":"ready"[\s\S]*"release":"v[\s\S]*402/ },
    keys: { prints: /keys-example\/signing-keys\.json: 1 key\(s\), new signing key / },
    books: { prints: /^\d+ paid, journal against chain: (agrees|not_run)/ },
  },
};

examplesStage();
describe.each(Object.keys(PAGES))('%s', (file) => itDoesWhatItSays(file, PAGES[file]!));
