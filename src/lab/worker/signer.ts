import type { Hex, PrivateKeyAccount, TypedDataDefinition } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** The buyer's key, with a count of what it signed: also of signatures that never leave the process. */
export interface CountingSigner {
  readonly account: PrivateKeyAccount;
  count(): number;
  nonces(): number;
}

export function openSigner(privateKey: Hex, whenSigned: () => void): CountingSigner {
  const account = privateKeyToAccount(privateKey);
  const nonces: string[] = [];
  const note = (nonce: unknown) => {
    nonces.push(String(nonce));
    whenSigned();
  };
  const signTypedData = async (definition: TypedDataDefinition): Promise<Hex> => {
    const signature = await account.signTypedData(definition);
    note((definition.message as { nonce?: unknown }).nonce);
    return signature;
  };
  const signTransaction: PrivateKeyAccount['signTransaction'] = async (transaction, options) => {
    const signature = await account.signTransaction(transaction, options);
    note(signature);
    return signature;
  };
  return {
    account: {
      ...account,
      signTypedData: signTypedData as PrivateKeyAccount['signTypedData'],
      signTransaction,
    },
    count: () => nonces.length,
    nonces: () => new Set(nonces).size,
  };
}
