import type { Case } from './case.ts';

/** What stands around the paid call: a tool without a wallet, a peer of another line, a header that is read in part. */
export const SURROUNDINGS: readonly Case[] = [
  {
    id: 'tool-without-a-wallet',
    of: ['missing_payment_header', 'mcp_payment_dialect'],
    says: [
      /\bn8n\b|zapier|make\.com|postman|insomnia|langflow|flowise|open ?webui|librechat|chatgpt|claude desktop|http (?:request )?node|power automate|google sheets/,
      /\b402\b|payment[-_ ]required|x-payment|payment_challenge|accepts/,
    ],
    acts: 'buyer',
    fate: 'unsigned',
    leads: true,
    fix: 'Nothing signs here: this tool has no wallet, so it shows the 402 instead of paying it. Buyer: put a payer in between, with little money and a cap: for HTTP a small server that calls the URL by `wrapFetchWithPayment(fetch, client)`, for MCP a proxy that pays (`npx mcpc`, payments-mcp, withPayment of @x402/mcp). Seller: nothing to change; say in your documents that a client with a wallet is needed. Check: the proxy alone gets 200.',
  },
  {
    id: 'peer-cannot-be-resolved',
    of: ['client_version_mismatch', 'dependency_missing'],
    says: [
      /eresolve|peer dep|unmet peer|conflicting peer|could not resolve dependency|resolutionimpossible|version solving failed/,
      /x402|mppx|@solana|viem|agentkit|cdp-sdk/,
    ],
    acts: 'buyer',
    fate: 'unsigned',
    leads: true,
    fix: 'Two packages want different lines of a third, and nothing is installed. Buyer: read in the message who asks for which line ("peer … from …"), and install that line of it beside: `npm i <package>@<line asked for>` (for @x402/svm: @solana/kit of the line it names). Another package of yours needs a newer one: hold both apart by "overrides" in package.json, and do not install by force. Seller: the same on the server. Check: `npm ls` ends without error.',
  },
  {
    id: 'challenge-of-mpp-malformed',
    of: ['malformed_challenge'],
    says: [
      /auth-?param|separator|decodebase64urljson|missing (?:required )?param|realm|base64url|quoted|malformed.{0,30}www-authenticate/,
      /www-authenticate|mpp|payment id=|paymentauth|decodebase64urljson/,
    ],
    unless: /bearer realm|two headers/,
    acts: 'seller',
    fate: 'unsigned',
    fix: 'The WWW-Authenticate header of the seller breaks its own grammar; no client can repair that safely, and nothing was signed. Seller: send `Payment id="…", realm="…", method="tempo", intent="charge", request="<base64url of JSON>"`: a comma between all parameters, each value in quotes, `request` in base64url without padding, and JSON inside; best let the SDK write it. Check: `curl -si <url> | grep -i ^www-authenticate`, and `request` decodes: `… | tr _- /+ | base64 -d | jq .`. Buyer: send the seller that line; catch the error⟦ and pay another offer of the same 402, if there is one⟧.',
  },
  {
    id: 'several-challenges-one-read',
    of: ['client_version_mismatch', 'malformed_challenge'],
    says: [
      /two (?:www-authenticate )?headers|several (?:www-authenticate|challenges)|only the first|bearer realm.{0,200}payment id|payment id.{0,200}bearer realm|multiple (?:www-authenticate|challenges)/,
      /www-authenticate|payment id=|challenge/,
    ],
    acts: 'buyer',
    fate: 'unsigned',
    leads: 'alone',
    fix: 'The 402 carries several WWW-Authenticate challenges, and the client reads only the first, which is not `Payment`. Buyer: update the client: current ones go through all of them. Until then: take the headers apart yourself and hand the one that begins with `Payment` to the client; in a fetch they come joined by commas. Seller: send the Payment challenge first, or alone on paid routes. Check: the paid call carries `Authorization: Payment`.',
  },
  {
    id: 'one-route-refused-others-pass',
    of: ['facilitator_rejected', 'malformed_challenge'],
    says: [
      /must match one of \[x402v|invalid paymentpayload|paymentpayload is invalid|invalid_payload|invalid paymentrequirements|schema/,
      /twin|identical|same keys|(?:only|just) (?:for|on) (?:this|one|that|\/)|for \/\S+ only|other (?:routes?|endpoints?|apis?) (?:work|settle|pass)|another (?:route|endpoint) (?:works|settles)/,
    ],
    acts: 'seller',
    fate: 'dead',
    leads: true,
    fix: 'One route is refused and its twin settles, so the shape is right and a value is not. Seller: log the body of POST /verify of both and diff them, `diff <(jq -S . good.json) <(jq -S . bad.json)`. First look at `resource.description` (CDP refuses over 500 characters), characters outside ASCII, an `amount` below 1000, a relative URL. Buyer: only the seller can fix it. ⟦Fetch a fresh challenge when it has.⟧',
  },
  {
    id: 'wallet-lacks-the-chain',
    of: ['wallet_misconfigured', 'wrong_network'],
    says: [
      /metamask|rabby|coinbase wallet|wallet|signtypeddata/,
      /chain ?id|only has mainnet|unrecognized chain|4902|not been added|addethereumchain|switchethereumchain/,
      /sign|popup|pops up|typed ?data|never resolves|closes/,
    ],
    unless: /types:\{transferwithauthorization|eip712domain|invalid_exact_evm|verif\w* ?-> ?false|recover/,
    acts: 'buyer',
    fate: 'unsigned',
    leads: true,
    fix: 'The wallet is not on the chain of the offer, so it refuses or drops the typed data. Buyer: add and select that network in the wallet (chainlist.org by its number)⟦, then press Pay again.⟧ Seller of a page: before the prompt call `wallet_switchEthereumChain` with the hex number of the `network` (84532 is 0x14a34, 8453 is 0x2105), and on error 4902 `wallet_addEthereumChain`. Check in the console: `await ethereum.request({ method: "eth_chainId" })` gives that number. Nothing was signed.',
  },
  {
    id: 'handler-fails-with-payments-on',
    of: ['upstream_error', 'server_misconfigured'],
    says: [
      /\b500\b|internal server error/,
      /without payments?|payments? (?:config|off|disabled|enabled|on)|entrypoint|lucid|agent-?kit/,
    ],
    unless: /facilitator (?:is )?down|\/supported|bad gateway/,
    acts: 'seller',
    fate: 'good',
    leads: true,
    fix: 'Your own process answers 500: it works without payments, so the part that payments add throws. Seller: read the first stack trace of its log at that time, and print the settings where it runs, `printenv | grep -E "FACILITATOR|NETWORK|ADDRESS|PAY"`: payee, network or facilitator URL unset or wrong is the usual cause. Let the start fail when a setting is missing. Buyer: send the same payment again once it is fixed.',
  },
  {
    id: 'hash-as-key-of-a-payment',
    of: ['payment_reused', 'settlement_pending_or_unknown'],
    says: [
      /same (?:tx|transaction|hash)|identical (?:tx|transaction|hash)|one transaction for|proof not unique|batch(?:es|ed)?/,
      /parallel|concurrent|load test|several|responses|calls/,
    ],
    acts: 'buyer',
    fate: 'spent',
    leads: true,
    fix: 'The facilitator put several payments into one transaction, so one hash stands for many. Buyer: do not use the hash as a key: each payment is (payer, nonce); count the AuthorizationUsed events of that transaction, `cast receipt <hash> --rpc-url <node>`: one for each answer is right. Seller: the same in your books: a unique key over payer and nonce, the hash beside it. Check: as many events as answers. More events than answers: ask for those answers or a refund.',
  },
  {
    id: 'deadline-of-the-caller',
    of: ['settlement_pending_or_unknown', 'network_timeout'],
    says: [
      /context deadline exceeded|deadline exceeded|contextcanceled|context canceled/,
      /settle|payment|facilitator/,
    ],
    acts: 'seller',
    fate: 'open',
    leads: true,
    fix: 'The call of /settle ran into the deadline of the server that made it; the transfer may be on chain all the same. Seller: raise the timeout of the facilitator client to 60 s (Go: `&http.Client{Timeout: 60 * time.Second}`, and no shorter context around it). On a deadline ask the chain before you refuse: `cast call <asset> "authorizationState(address,bytes32)(bool)" <from> <nonce> --rpc-url <node>`; true: deliver. false: answer 503 with Retry-After, not 401 or 402. Buyer: send the same payment with the same request; sign nothing new before validBefore.',
  },
  {
    id: 'node-error-read-as-zero',
    of: ['rpc_unavailable', 'insufficient_funds'],
    says: [
      /balance.{0,40}\b0\b|shows 0|insufficient/,
      /\b50[23]\b|\b429\b|rpc (?:down|failed|error)|mainnet\.base\.org|node returned/,
      /basescan|explorer|etherscan|but i have|wallet has|is funded/,
    ],
    acts: 'buyer',
    fate: 'unsigned',
    leads: true,
    fix: 'The tool could not reach its node and read that as a balance of 0; your wallet is funded. Buyer: give it another node: set its RPC setting to an endpoint with a key (Alchemy, Infura, QuickNode), not the public one⟦, and run it again⟧. Check: `cast call <asset> "balanceOf(address)(uint256)" <from> --rpc-url <your node>` shows the tokens. Update the tool; report it, if the newest still says 0 on an error. Nothing was signed.',
  },
];
