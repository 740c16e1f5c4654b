import type { Case } from './case.ts';

/** What sellers and buyers run into on any day, told in their own words rather than by a code. */
const NODES =
  'alchemy|infura|quicknode|quiknode|helius|ankr|drpc|blastapi|llamarpc|publicnode|chainstack|triton';
const KEY_REFUSED =
  '(?:\\b40[13]\\b|forbidden|unauthorized|must be authenticated|invalid (?:api )?key|project id|not enabled for this app)';

export const EVERYDAY: readonly Case[] = [
  {
    id: 'paywall-mounted-after-the-routes',
    of: ['route_not_protected'],
    says: [
      /\bmiddleware\w*\b.{0,60}\b(?:after|below|behind) (?:the |my |our |all )*(?:\w+ )?(?:routes?|handlers?|routers?)\b|paymentmiddleware\w*.{0,60}\b(?:after|below|behind) (?:the |my |our |all )*(?:\w+ )?(?:routes?|handlers?|routers?)\b|\b(?:routes?|handlers?|routers?)\b.{0,40}\b(?:before|above|ahead of) (?:the |my |our )*(?:payment ?|x402 ?)middleware/,
      /x402|mpp|402|payment|paywall/,
    ],
    acts: 'seller',
    fate: 'unsigned',
    leads: true,
    fix: 'Handlers run in the order in which they are mounted, and the first one answers. Seller: mount the payment middleware above every route that it guards: Express and Hono `app.use(paymentMiddleware(…))` before `app.get(…)`; FastAPI `app.add_middleware(…)` or the decorator, and no router included above it. Then restart. Check: `curl -s -o /dev/null -w "%{http_code}\\n" <url>` says 402. Buyer: pay nothing for what is free.',
  },
  {
    id: 'paywall-under-a-mounted-path',
    of: ['route_not_protected'],
    says: [
      /\buse\(\/[\w/-]+,|\bmount(?:ed|s)?\b.{0,30}\b(?:under|at|on) \/|\bbase ?path\b|\bsub-?app\b|\b(?:route|router|global) ?prefix\b|\.route\(\/[\w/-]+,|include_router\(.{0,60}prefix/,
      /\b(?:no|never|without)(?: a| any| the)? 402|402 ever|answers? (?:with )?200|\b200\b.{0,20}without|not protected|lets? (?:everyone|all|it|anyone) (?:in|through)/,
      /x402|mpp|402|payment|paywall/,
    ],
    acts: 'seller',
    fate: 'unsigned',
    leads: 'alone',
    fix: 'The key of a route has to be the path that the middleware sees, and a mount or prefix changes it. Seller: log it inside the middleware (Express `req.originalUrl` and `req.path`, Hono `c.req.path`); then mount the middleware on the app with the whole path as key ("GET /shop/paid"), or inside the router with the rest ("GET /paid"), one key for each method. Check: `curl -s -o /dev/null -w "%{http_code}\\n" <url>` says 402. Buyer: pay nothing for what is free.',
  },
  {
    id: 'paywall-only-where-it-was-written',
    of: ['route_not_protected', 'server_misconfigured'],
    says: [
      /local(?:ly|host)?\b.{0,80}\b(?:vercel|railway|render|netlify|cloud ?run|fly\.io|heroku|production|prod\b|deploy\w*|lambda|workers?|docker)|\b(?:vercel|railway|render|netlify|cloud ?run|fly\.io|heroku|production|prod\b|deploy\w*|lambda|workers?|docker)\b.{0,80}\blocal(?:ly|host)?\b/,
      /\b200\b.{0,30}(?:without|no|instead of)|(?:without|no|never a?|instead of)(?: a| any| the)? ?402|not asked to pay|free for (?:all|every)|open to (?:all|every)/,
      /x402|mpp|402|payment|paywall/,
    ],
    acts: 'seller',
    fate: 'unsigned',
    leads: 'alone',
    fix: 'The code is the same, so something in front of it or around it differs. Seller: look in this order: a page or cache answers first (`curl -si <url> | grep -iE "age|x-vercel-cache|cf-cache-status"`: make the route dynamic, `Cache-Control: no-store`); the platform rewrites the path (log it inside the middleware); a variable is missing there (`payTo`, price, network: fail at start instead). Check: three calls in a row say 402. Buyer: pay nothing for what is free.',
  },
  {
    id: 'resource-names-an-inner-address',
    of: ['server_misconfigured', 'payment_not_bound', 'malformed_challenge'],
    says: [
      /\bresource(?:\.?url| url)?\b.{0,30}(?:http:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|:\d{4}\b)/,
      /\b402\b|x402|challenge|payment/,
      /proxy|railway|render|vercel|fly\b|docker|ngrok|tunnel|cloudflare|nginx|behind|public|deploy|production|refuse|mismatch|https/,
    ],
    unless: /fee_?payer|fee payer/,
    acts: 'seller',
    fate: 'unsigned',
    leads: 'alone',
    fix: 'The app names the address that it hears on, not the one that buyers call, and clients that compare the two refuse. Seller: set `resource` of the route to the whole public https URL (a variable like `PUBLIC_URL`), or let the app trust its proxy: Express `app.set("trust proxy", 1)`, uvicorn `--proxy-headers --forwarded-allow-ips="*"`, nginx `proxy_set_header Host $host; X-Forwarded-Proto $scheme`. Check: `curl -si <url> | grep -i ^payment-required | cut -d" " -f2 | base64 -d | jq -r .resource.url` is the URL that you called. Buyer: pay nothing for another address, and tell the seller.',
  },
  {
    id: 'price-over-a-named-cap',
    of: ['price_above_cap'],
    says: /\b(?:price|amount|cost|quote)\W{0,3}(?:of )?\$?[\d.]+ ?(?:usdc?|usd)? ?(?:is |was )?(?:above|over|exceeds|greater than|more than|higher than|>) (?:the |my |our |your |configured )*(?:max_?payments?\w*|max_?amount_?per\w*|max_?price\w*|max_?spend\w*|spend_?cap\w*|payment_?cap\w*|max_?usdc\w*)/,
    acts: 'buyer',
    fate: 'unsigned',
    leads: 'alone',
    fix: 'A limit of your own client refused before it signed. Buyer: the price (USDC has 6 decimals: 250000 is $0.25) is what the seller publishes for this call: raise the limit that the message names to exactly that⟦, and call again⟧. It is more: do not pay, ask the seller. Seller: publish prices, and offer a call below the usual caps ($0.10, $1).',
  },
  {
    id: 'middleware-with-arguments-of-another-version',
    of: ['server_misconfigured', 'client_version_mismatch'],
    says: [
      /paymentmiddleware|payment_middleware|withx402|paymentproxy|x402resourceserver/,
      /cannot read propert\w+ of undefined ?\(reading (?:payto|network|price|accepts|scheme|register|url|initialize)\)|is not iterable|(?:resourceserver|server|facilitator)\S* is not a function|unexpected keyword argument|missing \d+ required positional/,
    ],
    acts: 'seller',
    fate: 'unsigned',
    leads: true,
    fix: 'The arguments are those of another version. Seller: version 1 takes (payTo, routes, facilitator); version 2 takes routes with `accepts`, and a server: `paymentMiddleware({ "GET /paid": { accepts: [{ scheme: "exact", price: "$0.01", network: "eip155:8453", payTo }], description: "…" } }, new x402ResourceServer(new HTTPFacilitatorClient({ url })).register("eip155:8453", new ExactEvmScheme()))`. See which you have: `npm ls | grep x402` (Python: `pip show x402`), and take the example of that version. Check: the server starts, and a call without payment says 402. Buyer: nothing to change.',
  },
  {
    id: 'node-refuses-the-key',
    of: ['rpc_unavailable'],
    says: [
      new RegExp(`(?:${NODES}).{0,80}${KEY_REFUSED}|${KEY_REFUSED}.{0,80}(?:${NODES})`),
      /x402|402|payment|facilitator|settle|verify|\bmpp\b/,
    ],
    acts: 'facilitator',
    fate: 'good',
    leads: true,
    fix: 'The node refuses the key in its URL, so nothing could be read or sent. Facilitator: `curl -s -X POST <node> -H "content-type: application/json" -d "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"eth_chainId\\",\\"params\\":[]}"` from the same machine: 401 or 403: the key is wrong or cut, the network is off for that app, or its allow list leaves this machine out. Set a second node as fallback. Seller: the same, if the URL is yours; else use another facilitator until then. Buyer: send the same payment again while it is valid.',
  },
];
