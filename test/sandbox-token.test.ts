import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentRequirements } from '@x402/core/types';
import { type FacilitatorEvmSigner, toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme as ExactClient } from '@x402/evm/exact/client';
import { ExactEvmScheme as ExactFacilitator } from '@x402/evm/exact/facilitator';
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createTestClient,
  decodeEventLog,
  encodeFunctionData,
  type Hex,
  http,
  parseSignature,
  publicActions,
  type TransactionReceipt,
  walletActions,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EvmSandbox,
  MULTICALL3_ABI,
  readBalances,
  SANDBOX_BUYERS,
  SANDBOX_CHAIN,
  sandboxAccount,
  startEvmSandbox,
  USDC_ABI,
  USDC_BASE,
} from '../src/sandbox/chain.ts';
import { MULTICALL3 } from '../src/values/assets.ts';

const settler = privateKeyToAccount(sandboxAccount('settler').privateKey);
const seller = sandboxAccount('seller').address;
const empty = privateKeyToAccount(sandboxAccount('empty').privateKey);
const buyer = privateKeyToAccount(SANDBOX_BUYERS[0]!.privateKey);
const other = privateKeyToAccount(SANDBOX_BUYERS[1]!.privateKey);
const token = { address: USDC_BASE, abi: USDC_ABI } as const;

const DOMAIN = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC_BASE } as const;
const transferFields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const;
const TYPES = {
  TransferWithAuthorization: transferFields,
  ReceiveWithAuthorization: transferFields,
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;
const FAR = 2n ** 48n;

let nonces = 0n;
const freshNonce = (): Hex => `0x${(++nonces).toString(16).padStart(64, '0')}`;

interface Authorization {
  from: Address;
  to: Address;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
}
const authorization = (changes: Partial<Authorization> = {}): Authorization => ({
  ...{
    from: buyer.address,
    to: seller,
    value: 10_000n,
    validAfter: 0n,
    validBefore: FAR,
    nonce: freshNonce(),
  },
  ...changes,
});
const sign = (
  message: Authorization,
  primaryType: 'TransferWithAuthorization' | 'ReceiveWithAuthorization' = 'TransferWithAuthorization',
  account: PrivateKeyAccount = buyer,
) => account.signTypedData({ domain: DOMAIN, types: TYPES, primaryType, message });
const argsOf = (a: Authorization) => [a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce] as const;

const clientFor = (rpcUrl: string) =>
  createTestClient({
    mode: 'anvil',
    chain: SANDBOX_CHAIN,
    account: settler,
    transport: http(rpcUrl),
    pollingInterval: 10,
  })
    .extend(publicActions)
    .extend(walletActions);

let chain: EvmSandbox;
let client: ReturnType<typeof clientFor>;
beforeAll(async () => {
  chain = await startEvmSandbox();
  client = clientFor(chain.rpcUrl);
});
afterAll(() => chain?.stop());

const balances = (...addresses: Address[]) => readBalances(chain.rpcUrl, addresses);
const mined = async (hash: Hex): Promise<TransactionReceipt> => client.waitForTransactionReceipt({ hash });
const events = (receipt: TransactionReceipt) =>
  receipt.logs.map((log) => {
    expect(log.address).toBe(USDC_BASE.toLowerCase());
    return decodeEventLog({ abi: USDC_ABI, data: log.data, topics: log.topics });
  });

const submit = async (a: Authorization, signature: Hex) =>
  mined(
    await client.writeContract({
      ...token,
      functionName: 'transferWithAuthorization',
      args: [...argsOf(a), signature],
    }),
  );

/** The revert string of a call that must fail; fails the test when the call does not revert. */
async function revertOf(call: Promise<unknown>): Promise<string | undefined> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BaseError)) throw new Error(`the call did not revert: ${String(error)}`);
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  return revert instanceof ContractFunctionRevertedError ? revert.reason : undefined;
}

const simulate = (a: Authorization, signature: Hex) =>
  client.simulateContract({
    ...token,
    functionName: 'transferWithAuthorization',
    args: [...argsOf(a), signature],
  });

describe('the token', () => {
  it('names itself and its domain as USDC on Base does', async () => {
    const read = (functionName: 'name' | 'symbol' | 'version' | 'decimals' | 'DOMAIN_SEPARATOR') =>
      client.readContract({ ...token, functionName });
    expect(await read('name')).toBe('USD Coin');
    expect(await read('symbol')).toBe('USDC');
    expect(await read('version')).toBe('2');
    expect(await read('decimals')).toBe(6);
    // The value that the real contract at this address on Base returns.
    expect(await read('DOMAIN_SEPARATOR')).toBe(
      '0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f',
    );
  });

  it('moves exactly the authorized amount and emits both events, in order', async () => {
    const a = authorization();
    const before = await balances(buyer.address, seller);
    const receipt = await submit(a, await sign(a));
    const after = await balances(buyer.address, seller);
    expect(after).toEqual([before[0]! - 10_000n, before[1]! + 10_000n]);
    expect(events(receipt)).toEqual([
      { eventName: 'AuthorizationUsed', args: { authorizer: buyer.address, nonce: a.nonce } },
      { eventName: 'Transfer', args: { from: buyer.address, to: seller, value: 10_000n } },
    ]);
    expect(
      await client.readContract({
        ...token,
        functionName: 'authorizationState',
        args: [buyer.address, a.nonce],
      }),
    ).toBe(true);
    expect(await revertOf(simulate(a, await sign(a)))).toBe('FiatTokenV2: authorization is used or canceled');
  });

  it('takes the (v, r, s) overload', async () => {
    const a = authorization();
    const { v, r, s } = parseSignature(await sign(a));
    const [before] = await balances(seller);
    await mined(
      await client.writeContract({
        ...token,
        functionName: 'transferWithAuthorization',
        args: [...argsOf(a), Number(v), r, s],
      }),
    );
    expect(await balances(seller)).toEqual([before! + 10_000n]);
  });

  it.each<[string, Partial<Authorization>, string]>([
    ['expired', { validBefore: 1n }, 'FiatTokenV2: authorization is expired'],
    ['not yet valid', { validAfter: FAR - 1n }, 'FiatTokenV2: authorization is not yet valid'],
    ['more than the balance', { value: 10n ** 15n }, 'ERC20: transfer amount exceeds balance'],
    ['to the zero address', { to: `0x${'0'.repeat(40)}` }, 'ERC20: transfer to the zero address'],
  ])('refuses an authorization that is %s', async (_name, changes, reason) => {
    const a = authorization(changes);
    expect(await revertOf(simulate(a, await sign(a)))).toBe(reason);
  });

  it('refuses every signature that is not the payer’s over these very fields', async () => {
    const a = authorization();
    const good = await sign(a);
    const invalid = 'FiatTokenV2: invalid signature';
    expect(await revertOf(simulate(a, await sign(a, 'TransferWithAuthorization', other)))).toBe(invalid);
    expect(await revertOf(simulate({ ...a, value: a.value + 1n }, good))).toBe(invalid);
    expect(await revertOf(simulate({ ...a, to: other.address }, good))).toBe(invalid);
    expect(await revertOf(simulate(a, await sign(a, 'ReceiveWithAuthorization')))).toBe(invalid);
    expect(await revertOf(simulate(a, good.slice(0, -2) as Hex))).toBe('ECRecover: invalid signature length');
    expect(await revertOf(simulate(a, `${good.slice(0, -2)}1d` as Hex))).toBe(
      "ECRecover: invalid signature 'v' value",
    );
    await simulate(a, good);
  });

  it('refuses the malleable twin of a valid signature', async () => {
    const a = authorization();
    const { r, s, yParity } = parseSignature(await sign(a));
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const twin = (order - BigInt(s)).toString(16).padStart(64, '0');
    const signature: Hex = `0x${r.slice(2)}${twin}${yParity === 0 ? '1c' : '1b'}`;
    expect(await revertOf(simulate(a, signature))).toBe("ECRecover: invalid signature 's' value");
  });

  it('cancels an authorization, which then cannot be used', async () => {
    const a = authorization();
    const signature = await buyer.signTypedData({
      ...{ domain: DOMAIN, types: TYPES, primaryType: 'CancelAuthorization' },
      message: { authorizer: buyer.address, nonce: a.nonce },
    });
    const cancel = { ...token, functionName: 'cancelAuthorization' } as const;
    const { v, r, s } = parseSignature(signature);
    await client.simulateContract({ ...cancel, args: [buyer.address, a.nonce, Number(v), r, s] });
    const hash = await client.writeContract({ ...cancel, args: [buyer.address, a.nonce, signature] });
    expect(events(await mined(hash))).toEqual([
      { eventName: 'AuthorizationCanceled', args: { authorizer: buyer.address, nonce: a.nonce } },
    ]);
    const used = 'FiatTokenV2: authorization is used or canceled';
    expect(await revertOf(simulate(a, await sign(a)))).toBe(used);
    expect(
      await revertOf(client.simulateContract({ ...cancel, args: [buyer.address, a.nonce, signature] })),
    ).toBe(used);
  });

  it('lets only the payee receive with an authorization', async () => {
    const a = authorization({ to: other.address });
    const signature = await sign(a, 'ReceiveWithAuthorization');
    const call = {
      ...token,
      functionName: 'receiveWithAuthorization',
      args: [...argsOf(a), signature],
    } as const;
    expect(await revertOf(client.simulateContract({ ...call, account: settler }))).toBe(
      'FiatTokenV2: caller must be the payee',
    );
    const [before] = await balances(other.address);
    await mined(await client.writeContract({ ...call, account: other }));
    expect(await balances(other.address)).toEqual([before! + 10_000n]);
  });

  it('asks a signer with code by EIP-1271', async () => {
    const wallet: Address = '0x00000000000000000000000000000000000a11ce';
    // PUSH4 answer, shift it to the left end of a word, return that word: a wallet that says the same to everything.
    const walletSaying = (answer: string): Hex => `0x63${answer}60e01b5f5260205ff3`;
    await mined(await client.writeContract({ ...token, functionName: 'mint', args: [wallet, 10_000n] }));
    const a = authorization({ from: wallet });
    await client.setCode({ address: wallet, bytecode: walletSaying('ffffffff') });
    expect(await revertOf(simulate(a, '0x1234'))).toBe('FiatTokenV2: invalid signature');
    await client.setCode({ address: wallet, bytecode: walletSaying('1626ba7e') });
    expect(events(await submit(a, '0x1234'))).toHaveLength(2);
    expect(await balances(wallet)).toEqual([0n]);
  });

  it('is an ERC-20 token', async () => {
    const as = (account: PrivateKeyAccount) => ({ ...token, account }) as const;
    const spend = {
      ...as(settler),
      functionName: 'transferFrom',
      args: [other.address, seller, 5n],
    } as const;
    expect(await revertOf(client.simulateContract(spend))).toBe('ERC20: transfer amount exceeds allowance');
    const approval = await client.writeContract({
      ...as(other),
      functionName: 'approve',
      args: [settler.address, 7n],
    });
    expect(events(await mined(approval))).toEqual([
      { eventName: 'Approval', args: { owner: other.address, spender: settler.address, value: 7n } },
    ]);
    await mined(await client.writeContract(spend));
    expect(
      await client.readContract({
        ...token,
        functionName: 'allowance',
        args: [other.address, settler.address],
      }),
    ).toBe(2n);
    expect(
      await revertOf(client.simulateContract({ ...as(empty), functionName: 'transfer', args: [seller, 1n] })),
    ).toBe('ERC20: transfer amount exceeds balance');
  });
});

describe('Multicall3', () => {
  it('settles several authorizations in one transaction, and a bad one does not stop the rest', async () => {
    const good = [authorization(), authorization({ from: other.address, value: 20_000n })];
    const bad = authorization({ validBefore: 1n });
    const call = async (a: Authorization, account: PrivateKeyAccount, allowFailure = true) => ({
      target: USDC_BASE,
      allowFailure,
      callData: encodeFunctionData({
        abi: USDC_ABI,
        functionName: 'transferWithAuthorization',
        args: [...argsOf(a), await sign(a, 'TransferWithAuthorization', account)],
      }),
    });
    const calls = [await call(good[0]!, buyer), await call(bad, buyer), await call(good[1]!, other)];
    const aggregate = { address: MULTICALL3, abi: MULTICALL3_ABI, functionName: 'aggregate3' } as const;
    const { result } = await client.simulateContract({ ...aggregate, args: [calls] });
    expect(result.map((each) => each.success)).toEqual([true, false, true]);
    const [before] = await balances(seller);
    const receipt = await mined(await client.writeContract({ ...aggregate, args: [calls] }));
    expect(await balances(seller)).toEqual([before! + 30_000n]);
    expect(events(receipt).map((event) => event.eventName)).toEqual([
      ...['AuthorizationUsed', 'Transfer', 'AuthorizationUsed', 'Transfer'],
    ]);
    const strict = [await call(bad, buyer, false)];
    expect(await revertOf(client.simulateContract({ ...aggregate, args: [strict] }))).toBe(
      'Multicall3: call failed',
    );
  });
});

describe('the official facilitator', () => {
  const requirements: PaymentRequirements = {
    ...{ scheme: 'exact', network: 'eip155:8453', asset: USDC_BASE, amount: '10000', payTo: seller },
    ...{ maxTimeoutSeconds: 120, extra: { name: 'USD Coin', version: '2' } },
  };
  const pay = async (account: PrivateKeyAccount) => ({
    ...(await new ExactClient(account).createPaymentPayload(2, requirements)),
    ...{ x402Version: 2, accepted: requirements, resource: { url: 'http://127.0.0.1/paid' } },
  });
  // viem types the block to verify at as a union whose members the facilitator's type does not name.
  const verifyTypedData: FacilitatorEvmSigner['verifyTypedData'] = (args) =>
    client.verifyTypedData(args as Parameters<typeof client.verifyTypedData>[0]);
  const facilitator = () => {
    const signer = toFacilitatorEvmSigner({ ...client, verifyTypedData, address: settler.address });
    return new x402Facilitator().register('eip155:8453', new ExactFacilitator(signer));
  };

  it('verifies and settles a payment, and then knows that its nonce is used', async () => {
    const payment = await pay(buyer);
    const fac = facilitator();
    expect(await fac.verify(payment, requirements)).toMatchObject({ isValid: true, payer: buyer.address });
    const [before] = await balances(seller);
    const settled = await fac.settle(payment, requirements);
    expect(settled).toMatchObject({ success: true, network: 'eip155:8453', payer: buyer.address });
    expect(await balances(seller)).toEqual([before! + 10_000n]);
    const receipt = await client.getTransactionReceipt({ hash: settled.transaction as Hex });
    expect(events(receipt).map((event) => event.eventName)).toEqual(['AuthorizationUsed', 'Transfer']);
    expect(await fac.verify(payment, requirements)).toMatchObject({
      ...{ isValid: false, invalidReason: 'invalid_exact_evm_nonce_already_used' },
    });
  });

  it('tells an empty wallet from other failures', async () => {
    expect(await facilitator().verify(await pay(empty), requirements)).toMatchObject({
      ...{ isValid: false, invalidReason: 'invalid_exact_evm_insufficient_balance' },
    });
  });
});
