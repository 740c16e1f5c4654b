import { holds, type Screened } from './screen.ts';

/** Which kind of chain a text speaks of: the commands of one ask nothing of another. */

export type Family = 'evm' | 'svm' | 'other';

const SAYS: Readonly<Record<Family, RegExp>> = {
  evm: /eip155|(?<![a-z0-9])evm(?![a-z0-9])|eip-?(?:3009|712|1271|7702)|permit2|authorizationstate|transferwithauthorization|fiattoken|\bbase(?:[- _](?:mainnet|sepolia))?\b(?![-_ ]?(?:64|url|58))|polygon|arbitrum|avalanche|ethereum|\bcast |eth_|basescan|etherscan|metamask|tempo\b|exactevmscheme/,
  svm: /solana|(?<![a-z0-9])svm(?![a-z0-9])|spl-token|exactsvmscheme|lamport|blockhash|\bata\b|phantom/,
  other:
    /stellar|soroban|__check_auth|conflictingnonceinmempool|stacks:\d|\bstacks (?:chain|network|mainnet|testnet|blockchain)|\bon stacks\b|\bstx\b|\bsbtc\b|hedera|\bhts\b|not_associated|badnonce|sponsor relay|pre-?sponsor|dropped_replace|unknown-txid|aptos|algorand|\bavm\b|\bsui\b(?! generis)|xrpl|lightning|\bl402\b|cardano|starknet|\bkeeta\b|concordium|\btron\b|(?<!\ba )\bton\b(?! of)/,
};

/** An address of EVM; chains that are named have such addresses, too (Hedera). */
const ADDRESS = /0x[0-9a-f]{40}/;

/** Its kind, where the text shows one only. */
export function familyIn(text: Screened): Family | undefined {
  const shown = (Object.keys(SAYS) as Family[]).filter((each) => holds(text, SAYS[each]));
  const [only] = shown;
  if (shown.length > 1) return undefined;
  if (only === 'other') return only;
  if (!holds(text, ADDRESS)) return only;
  return only === 'svm' ? undefined : 'evm';
}

/** How each kind of chain is asked whether a payment was used; `<<used>>` in a general fix. */
export const USED: Readonly<Record<Family, string>> = {
  evm: '`cast call <asset> "authorizationState(address,bytes32)(bool)" <from> <nonce> --rpc-url <node>` (true means used)',
  // The transaction has the signature of the fee payer for its id: whoever got no answer has only another one.
  svm: 'the explorer, at the token account of the payer and that time (a transfer to `payTo` means used); with `transaction` of the settle answer: `solana confirm -v <transaction>` (Finalized without an error means used)',
  other: 'the explorer of that chain, by payer and time (a transfer to `payTo` means used)',
};

/** MPP on Tempo pays by a transaction of its own, and the token knows no state of an authorization. */
const TEMPO = /\btempo\b/;
const EIP3009 = /eip-?3009|authorizationstate|transferwithauthorization|x402/;
const USED_ON_TEMPO =
  '`cast receipt <hash> --rpc-url <node>` with the hash of your transaction (status 1 means used)';

/** Permit2 keeps its nonces itself: the token knows nothing of them. */
const PERMIT2 = /permit2/;
const USED_AT_PERMIT2 =
  '`cast call 0x000000000022D473030F116dDEE9F6B43aC78BA3 "nonceBitmap(address,uint256)(uint256)" <from> <nonce / 256> --rpc-url <node>` (bit nonce mod 256 set means used)';

/** As a text needs it. */
export function usedIn(family: Family, flat: string): string {
  if (family !== 'evm') return USED[family];
  if (PERMIT2.test(flat)) return USED_AT_PERMIT2;
  return TEMPO.test(flat) && !EIP3009.test(flat) ? USED_ON_TEMPO : USED.evm;
}
