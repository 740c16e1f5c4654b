import { holds, type Screened } from './screen.ts';

/**
 * Who pasted a text: whoever pays, whoever sells, or whoever runs a facilitator. Where it is not sure both sides are told,
 * the likelier one first.
 */

export type Reader = 'buyer' | 'seller' | 'facilitator';

interface Sign {
  readonly of: Reader;
  /** How much it says: 3 is nearly sure. */
  readonly weight: 1 | 2 | 3;
  readonly says: RegExp;
}

/** As flattened texts have it: lower case, without quotes, no space beside `:,{}[]()=`. */
const SIGNS: readonly Sign[] = [
  // What people say of themselves and of the other side.
  {
    of: 'buyer',
    weight: 3,
    says: /\b(?:the|this|that|their|every|each|some|another|any|a) (?:\w+ )?(?:seller|merchant|vendor|provider s|paid api|x402 shops?)\b|\b(?:their|its) (?:docs?|server|api|endpoint|facilitator|402|jwks|challenge|route|site)\b/,
  },
  {
    of: 'buyer',
    weight: 3,
    says: /\b(?:i|we) (?:have |had |just |already |did |really )?(?:paid|pay|sign|signed|was charged|were charged|got charged|retried|bought|hold|topped)\b|\b(?:my|our|the) (?:\w+ )?(?:agent|bot|wallet|balance|signer|spend\w*|budget|allowance)\b|\bcharged (?:me|us)\b|\bi(?:m| am)? (?:still )?(?:get|getting|see|seeing|keep getting) (?:a |the )?402\b/,
  },
  {
    of: 'buyer',
    weight: 2,
    says: /\bpaid (?:\$?\d|usdc)|\bfrom (?:the )?same script\b|\bno (?:answer|result|picture|data|response|content) (?:came|back|returned)|\bhow (?:to|do i|can i) pay\b|\bbalance (?:is|shows?|went|dropped|fell)\b|\bretry(?:ing)? with (?:the )?header\b/,
  },
  {
    of: 'seller',
    weight: 3,
    says: /\b(?:my|our|your|the) (?:\w+ ){0,2}(?:buyers?|customers?|users?|payers?|callers?|clients) (?:cant|can|cannot|get|gets|got|see|sees|say|says|complain|paid|pay|signs?|send|sends|on|never|is|are|have|has|with)\b|\b(?:a|one|some|many|all|first) (?:buyers?|customers?|payers?)\b|\bbuyers\b|\bclient devs\b/,
  },
  {
    of: 'seller',
    weight: 3,
    says: /\b(?:my|our) (?:\w+ ){0,2}(?:server|endpoint|api|route|routes|shop|middleware|listing|service|resource|paywall|app|worker|backend|store|payto|config|facilitator url|seller|proxy|mcp server)\b|\bpay us\b|\b(?:i|we) (?:sell|serve|deploy(?:ed)?|deliver(?:ed)?|expose|charge|post claim|host)\b|\bwe gave (?:a )?402|\bwere behind\b|\bgave timeout to us\b/,
  },
  {
    of: 'seller',
    weight: 2,
    says: /\bserver log\b|\bmiddleware\b|\bbazaar\b|x402scan|\bdiscovery\/resources|\bcdp_api_key|createcdpfacilitator|createfacilitatorconfig|payment_?middleware|\bapp\.(?:use|get|post|add_middleware)\b|c\.req\.header|require_?payment|pay_to_address|x402resourceserver|resource_?server|no facilitator registered|does not support|facilitator \/?(?:settle|verify|getsupported)|facilitator (?:response|said|answers)|facilitator getsupported|wrangler deploy|npm run dev|\/entrypoints\//,
  },
  {
    of: 'seller',
    weight: 1,
    says: /\b(?:express|hono|fastapi|flask|next(?:js)?|rails|gin|axum|django|laravel|spring|traefik|nginx|cloudflare|vercel|lambda|quickstart)\b|\bfacilitator\b|paymentrequirements|payto in|isvalid/,
  },
  // Frames and clients of one side.
  {
    of: 'buyer',
    weight: 3,
    says: /wrapfetchwithpayment|fetchwithpayment|x402[-_](?:fetch|axios|requests|httpx|reqwest)\b|@x402\/(?:fetch|axios)|\bagentcash\b|\bawal\b|\bmcpc\b|\bnpx mppx\b|mppx\/(?:dist\/)?client|\bpympp client|\bows pay\b|tempo (?:request|wallet)|handlex402payment|withpaymentinterceptor|createpaymentheader|createpaymentpayload|selectpaymentrequirements|\bpayments-mcp\b|max(?:imum)?amountperpayment|spendcontrols|x402_max_|allowed_payees|execute_x402|from n8n|x402client\b|mpp\s?fetch/,
  },
  {
    of: 'buyer',
    weight: 2,
    says: /\b(?:metamask|ledger|phantom|rabby|coinbase wallet|browser wallet|in chrome|devtools)\b|response\.headers\.get|\bcurl -|python requests|eth_signtypeddata|privatekeytoaccount|signtypeddata|\bpaywall asks\b|\bload test\b|new to this/,
  },
  {
    of: 'buyer',
    weight: 1,
    says: /\b(?:my|me|mine)\b.{0,60}\b(?:402|payment)|payment-required|www-authenticate|\bclient\b|\bagent\b/,
  },
  {
    of: 'facilitator',
    weight: 3,
    says: /\b(?:my|our|own|self-?hosted|running) (?:\w+ ){0,2}(?:facilitator|relayer)\b(?! (?:says|said|answers|url|refuses))|\bx402_facilitator_local|facilitatorservice|x402[-_]facilitator\b|r402_|\bwe (?:run|operate|host) (?:a|the|an|our) (?:\w+ )?(?:facilitator|relayer)|facilitator logs?:|facilitator operator|\bsigner (?:wallet|account) of (?:the|our) facilitator/,
  },
  { of: 'facilitator', weight: 2, says: /\bx402-rs\b|x402_chain|metatransactionsenderror|\berpc\b|relayer/ },
];

/** What signs weigh beside the words of the whole text, and all of them together at the most. */
const BY_SIGNS = 0.35;
const MOST_BY_SIGNS = 1.6;
/** Sellers sound like buyers more often than the other way round. */
const SURE = { buyer: 1.2, seller: 0.8 } as const;
const LIKELY = 0.15;
/** From here on signs of a facilitator name him: too few rows are his to learn from. */
const OF_FACILITATOR = 2;

/** Who reads the answer: `reader` where it is as good as sure, else perhaps who is likelier. */
export interface Readers {
  readonly reader: Reader | undefined;
  readonly likely: Reader | undefined;
}

/** `buys` is what the words tell, by rows whose authors say who pasted them. */
export function readersOf(text: Screened, buys: number): Readers {
  const score: Record<Reader, number> = { buyer: 0, seller: 0, facilitator: 0 };
  for (const { of, weight, says } of SIGNS) if (holds(text, says)) score[of] += weight;
  const { buyer, seller, facilitator } = score;
  if (facilitator >= OF_FACILITATOR && facilitator > Math.max(buyer, seller))
    return { reader: 'facilitator', likely: 'facilitator' };
  const bySigns = BY_SIGNS * (buyer - Math.max(seller, facilitator));
  const said = buys + Math.max(-MOST_BY_SIGNS, Math.min(MOST_BY_SIGNS, bySigns));
  const likely = Math.abs(said) < LIKELY ? undefined : said > 0 ? 'buyer' : 'seller';
  return { reader: likely !== undefined && Math.abs(said) >= SURE[likely] ? likely : undefined, likely };
}
