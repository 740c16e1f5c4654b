/** Which kind of chain a text speaks of: the commands of one ask nothing of another. */

export type Family = 'evm' | 'svm' | 'other';

const SAYS: Readonly<Record<Family, RegExp>> = {
  evm: /eip155|\bevm\b|eip-?(?:3009|712|1271|7702)|permit2|authorizationstate|transferwithauthorization|fiattoken|\bbase(?:[- _](?:mainnet|sepolia))?\b(?![-_ ]?(?:64|url|58))|polygon|arbitrum|avalanche|ethereum|\bcast |eth_|basescan|etherscan|metamask|0x[0-9a-f]{40}|tempo\b|exactevmscheme/,
  svm: /solana|\bsvm\b|spl-token|exactsvmscheme|lamport|blockhash|\bata\b|phantom/,
  other:
    /stellar|soroban|__check_auth|conflictingnonceinmempool|stacks\b|\bstx\b|\bsbtc\b|hedera|aptos|algorand|\bavm\b|\bsui\b|xrpl|lightning|\bl402\b|cardano|starknet|\bkeeta\b|concordium|\btron\b|\bton\b/,
};

/** Its kind, where the text shows one only. */
export function familyIn(text: string): Family | undefined {
  const shown = (Object.keys(SAYS) as Family[]).filter((each) => SAYS[each].test(text));
  return shown.length === 1 ? shown[0] : undefined;
}

/** How each kind of chain is asked whether a payment was used; `<<used>>` in a general fix. */
export const USED: Readonly<Record<Family, string>> = {
  evm: '`cast call <asset> "authorizationState(address,bytes32)(bool)" <from> <nonce> --rpc-url <node>` (true is used)',
  svm: '`solana confirm -v <signature>` with the cluster of the challenge (Finalized is used)',
  other: 'the explorer of that chain, by payer and time (a transfer to `payTo` is used)',
};

/** MPP on Tempo pays by a transaction of its own, and the token knows no state of an authorization. */
const TEMPO = /\btempo\b/;
const EIP3009 = /eip-?3009|authorizationstate|transferwithauthorization|x402/;
const USED_ON_TEMPO =
  '`cast receipt <hash> --rpc-url <node>` with the hash of your transaction (status 1 is used)';

/** As a text needs it. */
export const usedIn = (family: Family, flat: string): string =>
  family === 'evm' && TEMPO.test(flat) && !EIP3009.test(flat) ? USED_ON_TEMPO : USED[family];
