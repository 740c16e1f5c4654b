import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isReadByOthers, MAY_BE_READ } from '../adapters/private-file.ts';
import { type CappedWallet, cappedWallet } from '../buyer/capped-wallet.ts';
import type { Caps } from '../buyer/caps.ts';
import { isOpenToOthers } from '../buyer/request.ts';
import { openSpending } from '../buyer/spending.ts';
import { evmWallet } from '../buyer/wallets.ts';
import { evmKey as readEvmKey } from '../origin/readers.ts';
import { sandboxAt, stop } from './buyer-keys.ts';

/** The wallet of `assay mcp`, where one is asked for. */

/** Holds the key that pays, where no file does. */
export const KEY_VARIABLE = 'ASSAY_WALLET_KEY';

export interface WalletOptions {
  readonly maxPerCall?: bigint;
  readonly maxPerDay?: bigint;
  readonly askAbove?: bigint;
  readonly keyFile?: string;
  readonly walletDir?: string;
}

/** Undefined: nothing was said of paying, so nothing is paid. Throws where what was said is not enough. */
export async function openWallet(options: WalletOptions, baseUrl: string): Promise<CappedWallet | undefined> {
  const caps = capsIn(options);
  if (!caps) return undefined;
  if (isOpenToOthers(baseUrl)) stop('usage', 'a wallet pays over https only, or on this machine');
  const wallet = evmWallet(await keyFor(options.keyFile, baseUrl));
  const folder = join(options.walletDir ?? stateFolder(), wallet.address.toLowerCase());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isReadByOthers(folder)) stop('no_wallet', `${folder} can be read by others: chmod 700`);
  return cappedWallet({ wallet, caps, folder, spending: openSpending(folder) });
}

/** No cap has a default: whoever lets a program pay says how much. Only to ask about everything goes without saying. */
function capsIn({ maxPerCall, maxPerDay, askAbove, keyFile, walletDir }: WalletOptions): Caps | undefined {
  if (maxPerCall !== undefined && maxPerDay !== undefined)
    return { perCall: maxPerCall, perDay: maxPerDay, askAbove: askAbove ?? 0n };
  if ([maxPerCall, maxPerDay, askAbove, keyFile, walletDir].some((each) => each !== undefined))
    stop('usage', 'to pay, give both --max-per-call and --max-per-day');
  return undefined;
}

async function keyFor(keyFile: string | undefined, baseUrl: string): Promise<`0x${string}`> {
  const given = process.env[KEY_VARIABLE];
  delete process.env[KEY_VARIABLE];
  if (given !== undefined && keyFile !== undefined)
    stop('usage', `give the key in --key-file or in ${KEY_VARIABLE}, not in both`);
  const text = keyFile === undefined ? given : keyIn(keyFile);
  const lent = text ?? (await sandboxAt(baseUrl))?.buyers[0]?.privateKey;
  if (lent === undefined)
    return stop(
      'no_wallet',
      `give --key-file or ${KEY_VARIABLE}: only a sandbox on this machine lends a key`,
    );
  return readEvmKey(lent, () => {}) ?? stop('no_wallet', 'the key is not an EVM key (32 bytes in hex)');
}

/** The file is not named: somebody may have given the key itself. */
function keyIn(keyFile: string): string {
  let isOpen = false;
  let text = '';
  try {
    isOpen = isReadByOthers(keyFile);
    text = readFileSync(keyFile, 'utf8').trim();
  } catch {
    stop('no_wallet', 'the file of --key-file cannot be read');
  }
  return isOpen ? stop('no_wallet', `the file of --key-file ${MAY_BE_READ}`) : text;
}

const stateFolder = (): string =>
  join(process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'assay', 'wallets');
