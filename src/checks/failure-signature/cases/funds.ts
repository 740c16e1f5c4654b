import type { Case } from './case.ts';

/** Balances, networks, signatures, recipients: what is paid, by whom and where. The closer case stands first. */
export const FUNDS: readonly Case[] = [
  {
    id: 'failed-answer-without-network',
    of: ['insufficient_funds', 'response_invalid', 'facilitator_rejected', 'settlement_failed'],
    says: /network:?.{0,40}(?:at least 1 character|string_too_short|too_small|cannot be empty)/,
    fix: 'Client: read `success` and `errorReason` before you validate the rest; when `success` is false let `network`, `payer` and `transaction` be empty. Facilitator: send `network` in a failed answer too. Buyer: then put right what `errorReason` says (insufficient_funds: fund `from`).',
  },
  {
    id: 'token-has-no-market',
    of: ['insufficient_funds', 'wrong_asset'],
    says: /pairdoesnotexist|quoteswap|no (?:liquidity|pool|pair) (?:for|found|exists)|insufficientliquidity/,
    fix: 'Nobody sells this token to you, so funding cannot help. Buyer: pay another entry of the challenge, in a token that you hold (`mppx <url> --currency <token>`). If there is none, do not pay; ask the seller to quote a token that has a market. Seller: offer USDC.e or pathUSD as well.',
  },
  {
    id: 'first-entry-not-held',
    of: ['insufficient_funds', 'wrong_asset'],
    says: /(?:mppx|challenges?|accepts).{0,80}(?:picks?|takes?|chooses?|selects?|uses?).{0,20}first.{0,160}(?:have 0|have none|no balance|0 of it|insufficient|not enough)/,
    fix: 'Choose the entry that you can pay. mppx: `npx mppx <url> --currency <address of the token you hold>`, or `--auto-swap --pay-with <token>`. @x402: give `new x402Client(selector)` a selector that returns the entry whose `asset` you hold.',
    leads: true,
  },
  {
    id: 'smart-account-holds-nothing',
    of: ['insufficient_funds'],
    says: /smart[_ ](?:wallet|account)|\bsafe\b|embedded wallet|session key|access key|\bowner\b/,
    fix: 'The tokens have to lie at `from` of the payment: for a smart account that is the address of the contract, not of the key that signs for it. Compare both with `cast call <asset> "balanceOf(address)(uint256)" <address>`, move the tokens, and send the same payment again.',
  },
  {
    id: 'other-token-of-that-name',
    of: ['insufficient_funds', 'wrong_asset'],
    says: /usdc\.e|usdbc|bridged|\busdt\b|wrong (?:token|usdc)/,
    fix: 'Tokens of like names are different contracts. Compare `asset` of the entry with the contract that you hold; swap into exactly that `asset`, or choose an entry (`mppx --currency <token>`) for the one that you hold.',
  },
  {
    id: 'test-network-funds',
    of: ['insufficient_funds'],
    says: /sepolia|testnet|84532|devnet|\bamoy\b|\bfuji\b|etwtrabzayq6imfeykouru166vu2xqa1/,
    fix: 'The payment is on a test network. Get test USDC for the address that signs (`from`) at faucet.circle.com on exactly the `network` of the entry; USDC on the main network does not count. Then send the same payment again while it is valid.',
  },
  {
    id: 'provider-names-networks',
    of: ['wrong_network', 'wallet_misconfigured'],
    says: /unsupported network for smart wallets?|base-mainnet|network_?id/,
    fix: 'This wallet provider has names of its own: set its network to `base-mainnet` (test: `base-sepolia`), for CDP and AgentKit `NETWORK_ID=base-mainnet`. Keep `eip155:8453` (v1: `base`) only for x402. If the tool hands you the raw 402, nothing was signed: repeat the call after the change.',
  },
  {
    id: 'closed-list-of-v1',
    of: ['wrong_network', 'client_version_mismatch'],
    says: /invalid[_ ]enum[_ ]value|paymentrequirementsschema|invalid_union.{0,200}network|not assignable to.{0,20}network/,
    fix: 'Packages of v1 (`x402`, `x402-fetch`) have a closed list of networks, and this one is not in it: nothing can be registered there. Move to v2 on both sides (`@x402/fetch` and `@x402/evm`: `client.register("eip155:*", new ExactEvmScheme(account))`), which takes any CAIP-2 name. Until then use a network of the list, such as `base-sepolia`.',
  },
  {
    id: 'selector-took-another-network',
    of: ['wrong_network', 'unsupported_scheme'],
    says: /selectpaymentrequirements|accepts\[0\]|(?:picks?|takes?|returns?|selects?|chooses?).{0,20}(?:the )?first (?:entry|accepts|requirement|option)/,
    fix: 'The client chose an entry that its wallet cannot pay. v1: say the networks, `selectPaymentRequirements(accepts, ["solana"], "exact")`; it knows only short names, so map `solana:5eykt…` to `solana` or use v2. v2: register only the scheme of the wallet (`@x402/svm` for `solana:*`), or give `new x402Client(selector)` a selector.',
  },
  {
    id: 'wallet-on-another-chain',
    of: ['wrong_network', 'wallet_misconfigured'],
    says: /chainmismatch|chain mismatch|must match the (?:active|current)|switch(?:ethereum)?chain|switch (?:the )?(?:network|chain)|\b4902\b/,
    fix: 'Buyer: switch the wallet to the chain of the entry before you sign: `await walletClient.switchChain({ id: 8453 })`. Error 4902: add it first (`wallet_addEthereumChain`). Nothing was signed.',
  },
  {
    id: 'facilitator-refuses-its-network',
    of: ['wrong_network', 'unsupported_scheme'],
    says: /\/supported.{0,60}(?:list|ha[sd]|show|contain)|(?:list|advertis)\w*.{0,40}\/supported|gateway.{0,40}unsupported_?network|settle\(?\)?.{0,20}unsupported_?network/,
    fix: 'Seller: compare `network`, `scheme`, `x402Version` and `extra` that you send to /settle with the entry of `kinds` in /supported, byte for byte (Circle Gateway also wants its `extra.verifyingContract`). If they are equal the fault is the facilitator\u2019s: report it with the request, and settle with another one meanwhile. Buyer: registering a network does not help; keep the payment.',
  },
  {
    id: 'test-network-against-main',
    of: ['wrong_network'],
    says: /sepolia|testnet|84532|devnet|\bamoy\b|\bfuji\b/,
    fix: 'One side is on a test network. Buyer: read `network` of the `accepts` entries and register that one (`client.register("eip155:8453", …)`); do not sign for a test network when real money is asked, or the other way round. Seller: set `network` of the route, and a facilitator whose /supported has it (x402.org has test networks only).',
  },
  {
    id: 'signature-of-safe',
    of: ['smart_wallet_signature', 'invalid_signature'],
    says: /\bsafe\b(?! to)|multi-?sig|\b\d-of-\d\b|gnosis/,
    fix: 'A Safe has no key of its own, so nothing that an owner signs recovers to it. Buyer: pay from an ordinary account (EOA) that the Safe funds with a small budget. Facilitator: to take the Safe itself, check EIP-1271 (`isValidSignature`) and settle with `transferWithAuthorization(…, bytes signature)`, which USDC has from v2.2.',
    leads: true,
  },
  {
    id: 'wrapped-signature',
    of: ['smart_wallet_signature', 'invalid_signature', 'malformed_payment_header', 'facilitator_rejected'],
    says: /(?:6492){3}|e[ri][cp]-?6492|undeployed/,
    fix: 'The signature is wrapped by ERC-6492: a smart wallet that is not deployed signed it, and signing again gives the same. Buyer: deploy the wallet with one transaction, or pay from an ordinary account (EOA). Seller: use a facilitator that accepts ERC-6492 and has the factory of this wallet on its list.',
    leads: true,
  },
  {
    id: 'signature-of-contract',
    of: ['smart_wallet_signature', 'invalid_signature'],
    says: /passkey|smart[_ ](?:wallet|account)|1271|contract wallet|base app|embedded wallet/,
    fix: 'Run `cast code <from>`: if it is not 0x, `from` is a contract and its signature is no 65 bytes of a key. Buyer: pay from an ordinary account (EOA). Seller: use a facilitator that checks EIP-1271, and ERC-6492 for wallets that are not deployed.',
  },
  {
    id: 'typed-data-without-domain',
    of: ['invalid_signature'],
    says: /eip712domain/,
    fix: 'Put EIP712Domain into `types` of eth_signTypedData_v4: [{name:"name",type:"string"},{name:"version",type:"string"},{name:"chainId",type:"uint256"},{name:"verifyingContract",type:"address"}]. Without it the wallet hashes an empty domain. viem `signTypedData` adds it for you.',
  },
  {
    id: 'signature-by-permit2',
    of: ['invalid_signature'],
    says: /permit2/,
    fix: 'Permit2 has a domain of its own: name "Permit2", no version, chainId of the network, verifyingContract 0x000000000022D473030F116dDEE9F6B43aC78BA3. Sign PermitWitnessTransferFrom with `spender` = the x402 proxy of the scheme; let `ExactEvmScheme` of @x402/evm build it.',
  },
  {
    id: 'signature-of-credential',
    of: ['invalid_signature'],
    says: /problems\/|credential|voucher|\bsource\b|keychain|access key/,
    fix: 'MPP: `source` (did:pkh:eip155:<chain>:<address>) has to name the account that signed, and a Tempo access key has to be authorised on chain for it. Make both from one account: `mppx account view`, then `mppx <url> --account <name>`. Seller: print the recovered address beside `source`.',
  },
  {
    id: 'token-hashes-another-domain',
    of: ['invalid_signature', 'wrong_domain_or_token_version'],
    says: /fiattoken\w*:? ?invalid signature|eip-?3009:? ?invalid signature|invalid signature.{0,120}(?:revert|network)|execution reverted.{0,60}invalid signature|domain[_ ]?separator|added the (?:chain|network|token)/,
    fix: 'The token hashes another domain than the one that was signed. Seller: ask it, `cast call <asset> "name()(string)"`, `"version()(string)"` and `"DOMAIN_SEPARATOR()(bytes32)"`, and set `extra.name` and `extra.version` to exactly that. Buyer: sign a fresh challenge after that; resending this one cannot settle.',
  },
  {
    id: 'signature-bytes',
    of: ['invalid_signature'],
    says: /yparity|y_parity|signature length|65 bytes|64 bytes|compact signature|\bv (?:is|must|=|value)|recovery (?:id|bit)|malleab/,
    fix: 'Send 65 bytes as 0x hex: r, s, v, with v 27 or 28 (not 0 or 1) and the low s. viem: `serializeSignature({ r, s, yParity })`; ethers: `Signature.from(sig).serialized`.',
  },
  {
    id: 'recipient-made-per-call',
    of: ['wrong_recipient', 'amount_mismatch', 'payment_not_bound'],
    says: /(?:payto|pay_to|recipient|deposit address|price|amount).{0,80}(?:rotat|per (?:request|call)|each (?:request|call)|every (?:request|call)|random|differ|changes|dynamic)|rotat\w+.{0,40}(?:payto|address)/,
    fix: 'Seller: the paid call is compared with a newer challenge than the one that was signed. Keep `payTo` and `amount` of each challenge where all instances read it (Redis, keyed by `payTo` or an id in `extra`), and verify the paid call against that row. Buyer: a fresh challenge fails in the same way; tell the seller.',
  },
];
