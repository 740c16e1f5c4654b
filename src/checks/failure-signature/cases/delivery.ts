import type { Case } from './case.ts';

/** Paid and not delivered, answers that cannot be read, refunds, receipts. The closer case stands first. */
export const DELIVERY: readonly Case[] = [
  {
    id: 'paid-answer-is-a-page',
    of: ['response_invalid', 'upstream_error'],
    says: [
      /<!doctype|<html|text\/html|unexpected token <|html instead|returns? html/,
      /\bpaid\b|after pay|charged|settled|success:true|payment_response/,
    ],
    acts: 'seller',
    fate: 'held',
    leads: true,
    fix: 'You got a web page for the data: the payment is used, and the same call would give the same page. Buyer: send the seller transaction, URL and time, and ask for the answer or a refund. Read the first 300 characters of it: a login or error page, a captcha of a CDN, or the page for browsers (then send `Accept: application/json` with the next purchase). Seller: answer JSON to paid calls whatever `Accept` and User-Agent say, and 5xx without settling on errors.',
  },
  {
    id: 'body-read-twice',
    of: ['response_invalid', 'client_version_mismatch'],
    says: /body (?:is |has )?(?:already )?(?:been )?(?:used|read|consumed|unusable)|body is disturbed|locked|body stream already read|already been consumed/,
    acts: 'buyer',
    fate: 'paid',
    fix: 'The body of one answer or request was read twice. Buyer: read it once, `const text = await res.text()`, and parse that (a request: pass a string, since the client sends it a second time with the payment). PAYMENT-RESPONSE is still there: `success` true means it is paid, so send the same payment with the same request for the answer.',
  },
  {
    id: 'no-address-of-resource-for-receipt',
    of: ['receipt_invalid'],
    says: /no resource url|resource url (?:is )?(?:not )?(?:available|missing)|extractresourceurl|no network available for signing|without (?:a )?resource url/,
    acts: 'seller',
    fate: 'paid',
    leads: 'alone',
    fix: 'Seller: the receipt names the URL, and the extension does not find it. Set `resource: "https://…"` in the configuration of the route (whole URL), or update @x402/extensions, which takes it from the request (`context.transportContext.request.adapter.getUrl()`). Test: pay once and decode PAYMENT-RESPONSE; `extensions["offer-receipt"]` holds a receipt. Buyer: you paid and have the answer; the transaction hash is your proof meanwhile, so relax the audit step for it.',
  },
  {
    id: 'receipt-not-offered',
    of: ['receipt_invalid'],
    says: /(?:no|missing|without|lacks?|absent|null|undefined).{0,30}(?:receipt|payment-response|x-payment-response)|(?:receipt|payment-response).{0,40}(?:missing|absent|null|undefined|not (?:there|present|returned|set|sent))/,
    acts: 'seller',
    fate: 'open',
    fix: 'The transfer on chain (AuthorizationUsed with the nonce) proves the payment; `curl -i` with the paid call shows whether PAYMENT-RESPONSE (v1: X-PAYMENT-RESPONSE; MPP: Payment-Receipt) is there. Seller: it is there and a page does not see it: add it to Access-Control-Expose-Headers; it is not: set it on the paid answer and on failures too, `res.setHeader("PAYMENT-RESPONSE", base64(settleResponse))`. Buyer: do not pay again for a receipt; ask the seller for it.',
  },
  {
    id: 'receipt-signer-is-not-the-payee',
    of: ['receipt_invalid'],
    says: [
      /receipt|offer/,
      /(?:signer|signed by|issuer|recovered).{0,80}(?:not|differ|mismatch|unknown|other).{0,60}(?:payto|seller|payee|author|domain)?|not authori[sz]ed to sign/,
    ],
    acts: 'seller',
    fate: 'paid',
    fix: 'The signature is good and the signer is not shown to speak for the seller. Seller: sign with the key of `payTo`, or publish the key: verificationMethod and assertionMethod in /.well-known/did.json of the same host. Check: `curl https://<host>/.well-known/did.json | jq .assertionMethod` lists the `kid`. Buyer: keep receipt and transaction; until the key is published the chain is the proof, and nothing has to be paid again.',
  },
  {
    id: 'refund-wanted',
    of: ['upstream_error', 'policy_refused'],
    says: /\brefund(?:s|ed|ing)?\b.{0,120}(?:how|not|never|no |want|request|ask|possible|missing|get)|(?:how|not|never|no|want|request|ask|get).{0,60}\brefund/,
    acts: 'seller',
    fate: 'spent',
    fix: 'x402 has no way back: a refund is a new transfer that the seller makes. Buyer: send the seller transaction hash, URL, time and what came back, and name the address (`from` of the payment); where a facilitator or marketplace takes complaints, send it there too. Seller: `cast send <asset> "transfer(address,uint256)" <from> <value>` and tell the hash. Nobody can pull it from the chain; do not sign anything that promises to.',
  },
  {
    id: 'partial-stream',
    of: ['response_invalid', 'network_timeout', 'upstream_error'],
    says: [
      /stream|\bsse\b|event-?source|chunk/,
      /(?:cut|stop|end|abort|clos|drop|broke|incomplete|terminat|premature|hang|disconnect)/,
      /paid|pay|settle|charg|voucher|402/,
    ],
    acts: 'seller',
    fate: 'paid',
    fix: 'The stream broke after it was paid. Buyer: ask once more for the same with the same payment; a session (MPP): reopen the stream with the voucher that was accepted last, it counts from its cumulative amount. Seller: settle at the end of the stream or by vouchers as it goes, send a comment line every 15 s so that proxies (nginx `proxy_read_timeout`, Cloudflare 100 s) keep it open, and let it be resumed by Last-Event-ID.',
  },
  {
    id: 'settle-response-not-decoded',
    // What nobody signed, or was refused, was not charged.
    unless:
      /(?:payment|signature) (?:\w+ ){0,4}(?:dummy|made up|fake)\b|http\/[\d.]+ [45]\d\d\b|content-length:0\b/,
    of: ['response_invalid', 'malformed_payment_header', 'malformed_challenge'],
    says: [/payment-response/, /(?:decode|parse|base64|json|invalid|garbage|atob|undefined|not valid)/],
    acts: 'seller',
    leads: true,
    fate: 'open',
    fix: 'The header of the receipt does not decode: try it by hand, `echo "<value>" | base64 -d | jq .`. Buyer: it gives success and transaction: update your client, or call `decodePaymentResponseHeader` of @x402/core/http; if the body is missing too, send the same payment with the same request. Seller: it fails: send base64 of the JSON once, in one line, under PAYMENT-RESPONSE (v1: X-PAYMENT-RESPONSE).',
  },
];
