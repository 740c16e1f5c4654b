import { holds, type Screened } from './screen.ts';

/** Which protocol of payment a text speaks: the headers and members of one mean nothing to another. */

export type PaymentDialect = 'v1' | 'v2' | 'mpp';

const SAYS: Readonly<Record<PaymentDialect, RegExp>> = {
  mpp: /\bmppx?\b|py-?mpp|www-authenticate:? ?payment|authorization:? payment|paymentauth|tempo\.(?:charge|session)|problems\//,
  v1: /x402version:? ?1\b|x-payment\b|maxamountrequired|(?<![@\w/])x402-(?:fetch|axios|express|hono|next|mcp)\b/,
  v2: /x402version:? ?2\b|payment-(?:required|signature|response)\b|@x402\//,
};

/** The one that a text shows; a seller or tool of both may show two. */
export function dialectIn(text: Screened): PaymentDialect | undefined {
  const shown = (Object.keys(SAYS) as PaymentDialect[]).filter((each) => holds(text, SAYS[each]));
  return shown.length === 1 ? shown[0] : undefined;
}

/** `<<sent>>` in a general fix, and so on. */
const WORDS: Readonly<Record<string, Readonly<Record<PaymentDialect, string>> & { readonly any: string }>> = {
  sent: {
    v1: 'X-PAYMENT',
    v2: 'PAYMENT-SIGNATURE',
    mpp: '`Authorization: Payment`',
    any: 'PAYMENT-SIGNATURE (v1: X-PAYMENT)',
  },
  receipt: {
    v1: 'X-PAYMENT-RESPONSE',
    v2: 'PAYMENT-RESPONSE',
    mpp: 'Payment-Receipt',
    any: 'PAYMENT-RESPONSE',
  },
  amount: { v1: '`maxAmountRequired`', v2: '`amount`', mpp: '`amount`', any: '`amount`' },
  decode: {
    v1: 'curl -s <url> | jq .accepts',
    v2: 'curl -si <url> | grep -i ^payment-required | cut -d" " -f2 | base64 -d | jq .',
    mpp: 'curl -si <url> | grep -i ^www-authenticate',
    any: 'curl -si <url> | grep -i ^payment-required | cut -d" " -f2 | base64 -d | jq .',
  },
};

export const inWordsOfDialect = (fix: string, dialect: PaymentDialect | undefined): string =>
  fix.replace(/<<(\w+)>>/g, (whole, name: string) => WORDS[name]?.[dialect ?? 'any'] ?? whole);
