import type { Purchase } from './judge.ts';

/** `Transfer(address,address,uint256)` */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const topicOf = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

interface Log {
  readonly address: string;
  readonly data: string;
  readonly transactionHash: string;
}

/** Every transfer of the token from the buyer to the seller so far, oldest first. */
export async function transfersOn(chain: {
  readonly rpcUrl: string;
  readonly asset: string;
  readonly buyer: string;
  readonly seller: string;
}): Promise<Purchase['transfers']> {
  const { rpcUrl, asset, buyer, seller } = chain;
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getLogs',
      params: [
        {
          address: asset,
          fromBlock: '0x0',
          toBlock: 'latest',
          topics: [TRANSFER, topicOf(buyer), topicOf(seller)],
        },
      ],
    }),
  });
  const { result } = (await response.json()) as { readonly result: readonly Log[] };
  return result.map(({ transactionHash, data }) => ({
    transaction: transactionHash,
    amount: BigInt(data.slice(0, 66)).toString(),
  }));
}
