import type { Case } from './case.ts';

/** Solana, Stellar and other chains that are not EVM. The closer case stands first. */
export const CHAINS: readonly Case[] = [
  {
    id: 'solana-custom-one',
    of: ['insufficient_funds', 'solana_transaction', 'simulation_failed'],
    says: /instructionerror.{0,20}custom:? ?1\b|custom:? ?1\b|custom program error:? ?0x1\b/,
    acts: 'buyer',
    fate: 'good',
    leads: true,
    fix: '`Custom: 1` of the token program is too little of the token (of the system program too little SOL). Buyer: `spl-token balance <mint> --owner <from> -u <cluster>`: below `amount`: fund exactly that wallet with that mint on that cluster; enough: the payment takes another token account, so rebuild it with the current @x402/svm. ⟦Then sign anew when the block hash is over (about 60 s).⟧ Seller: SOL is needed only by `extra.feePayer`: fund it.',
  },
  {
    id: 'solana-simulation-failed',
    of: ['simulation_failed', 'solana_transaction'],
    says: /^(?=.*(?:solana|svm|instructionerror|program log))(?=.*(?:simulat|instructionerror|custom))/,
    acts: 'buyer',
    fate: 'doubtful',
    fix: 'The trial on Solana failed; decode `payload.transaction` (base64) at explorer.solana.com/tx/inspector and press Simulate, on the cluster of the challenge. Buyer: `Custom: 1`: fund the token; BlockhashNotFound: too old or another cluster; instruction 0 or 1: compute budget⟦; then sign a fresh challenge once the block hash is over (60 s)⟧. Seller: AccountNotFound or InvalidAccountData: `payTo` has no token account for the mint, create it; else `invalidMessage` of /verify says it.',
  },
  {
    id: 'solana-token-2022',
    of: ['solana_transaction', 'wrong_asset'],
    says: /token-?2022|token extensions|tokenz|pyusd|transfer ?fee|incorrectprogramid/,
    acts: 'buyer',
    fate: 'dead',
    fix: 'The mint belongs to Token-2022 (PYUSD and others), and accounts and program differ from SPL Token: `spl-token display <mint>` prints Program: Tokenz…. Buyer: use @x402/svm that reads the owner of the mint (current), which derives the token account with that program. A transfer fee on the mint pays the seller less than `amount`: exact cannot work⟦; pay in USDC⟧. Seller: offer USDC, or see that the facilitator lists that mint. ⟦Then sign a fresh challenge.⟧',
  },
  {
    id: 'solana-wrong-cluster',
    of: ['wrong_network', 'solana_transaction'],
    says: [
      /solana|svm/,
      /cluster|genesis|devnet.{0,300}(?:mainnet|5eykt)|(?:mainnet|5eykt).{0,300}(?:devnet|etwtrab)|etwtrab.{0,300}(?:mainnet|5eykt)/,
    ],
    acts: 'buyer',
    fate: 'dead',
    fix: 'Compare the cluster: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp` is main, `solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1` devnet (v1: `solana`, `solana-devnet`); the mint differs too (main USDC EPjFWdd5…, devnet 4zMMC9sr…). Buyer: give signer and RPC of the cluster that the entry names (`solana config get`, `new ExactSvmScheme(signer, { rpcUrl })`). Seller: network, mint and facilitator of one cluster; x402.org has devnet only. ⟦Then sign a fresh challenge.⟧',
  },
  {
    id: 'solana-signer-kind',
    of: ['wallet_misconfigured', 'solana_transaction', 'client_version_mismatch'],
    says: [
      /solana|svm|keypair|phantom|@solana\/kit|web3\.js/,
      /signer|signtransaction|signtransactions|keypair|partial|not a function|is not supported|modifyand|wallet adapter/,
    ],
    acts: 'buyer',
    fate: 'unsigned',
    fix: 'Buyer: @x402/svm wants a signer of @solana/kit, not a Keypair of web3.js: `const signer = await createKeyPairSignerFromBytes(bytes)` (64 bytes; from base58: `getBase58Encoder().encode(secret)`). A browser wallet: wrap it as TransactionSigner with signTransactions; it signs partly, the facilitator pays the fee and signs last. Check: `signer.address` is the funded one. Nothing was signed.',
  },
  {
    id: 'stellar-payment',
    of: [
      'unsupported_scheme',
      'simulation_failed',
      'wallet_misconfigured',
      'facilitator_rejected',
      'wrong_network',
      'settlement_failed',
    ],
    says: /stellar|soroban|\bxlm\b|trustline|horizon/,
    acts: 'buyer',
    fate: 'uncertain',
    fix: 'On Stellar three things decide: network and its passphrase (`stellar:pubnet` or `stellar:testnet`), trustlines of payer and payee, and the ledger at which the authorization expires (5 s each). Buyer: `stellar contract invoke --id <asset> -- balance --id <G…>` (no trustline: add it), and send the same payment again until its ledger has passed. ⟦?Then, if no explorer shows the transfer, sign a fresh challenge.⟧ Seller: read `invalidMessage` of /verify, and take a facilitator whose /supported lists that network (x402.org: testnet only).',
  },
  {
    id: 'other-chain-not-served',
    of: ['unsupported_scheme', 'wrong_network'],
    says: /hedera|aptos|algorand|\bavm\b|\bsui\b|\bton\b|\btvm\b|xrpl|near:|cosmos|stacks|\bstx\b|keeta|concordium|starknet|lightning|\bl402\b|nano_/,
    acts: 'buyer',
    fate: 'unsigned',
    fix: 'This network needs a package of its own on each of three sides; the first that lacks it is the fault. Buyer: install and register it (`npm ls | grep @x402/`; avm, aptos, hedera, stellar … each `client.register("<prefix>:*", new Exact…Scheme(signer))`)⟦, or pay another entry; L402 (Lightning) is another protocol: pay its invoice with an L402 client⟧. Seller: register it at the server, and take a facilitator that lists it: `curl <facilitator>/supported | jq -r ".kinds[]|.network"` (x402.org and CDP have few beside EVM and Solana).',
  },
];
