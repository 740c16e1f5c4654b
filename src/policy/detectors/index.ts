import { birthRows } from './births.ts';
import { checkedIdRows } from './checked-ids.ts';
import { financialRows } from './financial.ts';
import { healthRows } from './health.ts';
import { identityRows } from './identity.ts';
import { labelRows } from './labels.ts';
import { seedPhrases } from './mnemonic.ts';
import { nearbyValues } from './nearby.ts';
import { opaqueTokens } from './opaque.ts';
import { personalRows } from './personal.ts';
import { phones } from './phones.ts';
import type { Detector, SpanDetector } from './row.ts';
import { scriptRows } from './scripts.ts';
import { chosenRows, secretRows } from './secrets.ts';
import { paymentRows, walletRows } from './wallets.ts';

/** Rows that run before the allowed shapes: a label in front of a UUID makes it a key. */
export const firstRows: readonly Detector[] = [...paymentRows, ...secretRows, ...labelRows];

/** Rows that run on what the allowed shapes leave. The order decides which row names a span that several would take. */
export const rows: readonly Detector[] = [
  ...walletRows,
  ...scriptRows,
  ...financialRows,
  ...identityRows,
  ...checkedIdRows,
  ...birthRows,
  ...personalRows,
  ...healthRows,
  ...chosenRows,
];

/** Detectors without a single pattern, last: they take what no row has named. */
export const spanDetectors: readonly SpanDetector[] = [seedPhrases, ...nearbyValues, phones, opaqueTokens];

/** Every kind a finding may carry, with its severity and redaction token: the vocabulary of `privacyCheck.findings`. */
export const kinds: readonly { readonly kind: string; readonly severity: string; readonly token: string }[] =
  [
    ...new Map(
      [...firstRows, ...rows, ...spanDetectors].map((row) => [
        row.id,
        { kind: row.id, severity: row.severity, token: row.token },
      ]),
    ).values(),
  ];
