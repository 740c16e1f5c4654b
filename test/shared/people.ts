import {
  createTestClient,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  numberToHex,
  publicActions,
  type TestClient,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { SANDBOX_ACCOUNTS, SANDBOX_CHAIN, type SandboxAccount, USDC_BASE } from '../../src/sandbox/chain.ts';

/** Who takes part on a chain, in the order and with the roles of the sandbox's accounts. */
export type People = readonly SandboxAccount[];

const FUNDS_ATOMIC = 1_000_000_000n;
const GAS_MONEY_WEI = 10n ** 22n;
/** Where the sandbox's token keeps who has how much. */
const BALANCES_SLOT = 1n;

export const personIn = (people: People, role: SandboxAccount['role']): SandboxAccount =>
  people.find((each) => each.role === role)!;
export const buyersIn = (people: People): People => people.filter(({ role }) => role === 'buyer');

/** New people with what the sandbox's have: gas money for all, 1,000 USDC for each buyer. */
export async function fundedPeople(rpcUrl: string): Promise<People> {
  const client = createTestClient({ mode: 'anvil', chain: SANDBOX_CHAIN, transport: http(rpcUrl) }).extend(
    publicActions,
  );
  const people = SANDBOX_ACCOUNTS.map(({ index, role }) => {
    const privateKey = generatePrivateKey();
    return { index, role, privateKey, address: privateKeyToAccount(privateKey).address };
  });
  await Promise.all(
    people.map(async ({ address, role }) => {
      await client.setBalance({ address, value: GAS_MONEY_WEI });
      if (role === 'buyer') await setFunds(client, address, FUNDS_ATOMIC);
    }),
  );
  return people;
}

/** Makes a holder have exactly so much, in atomic units. */
export const setFunds = (
  client: Pick<TestClient<'anvil'>, 'setStorageAt'>,
  holder: Hex,
  atomic: bigint,
): Promise<void> =>
  client.setStorageAt({
    address: USDC_BASE,
    index: balanceSlot(holder),
    value: numberToHex(atomic, { size: 32 }),
  });

const balanceSlot = (holder: Hex): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, BALANCES_SLOT]));
