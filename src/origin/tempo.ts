import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemEntropy } from '../adapters/system.ts';
import { openTempoChain, type TempoChain } from '../adapters/tempo/chain.ts';
import { tempoSettler } from '../adapters/tempo/settler.ts';
import { readTransaction, TIP20_ABI, warmUp } from '../adapters/tempo/transaction.ts';
import { USDC_TEMPO_TERMS } from '../gate/assets.ts';
import type { PayIn, Terms } from '../gate/offer.ts';
import { mppRail } from '../gate/rails/mpp.ts';
import type { MppIssuer } from '../gate/rails/mpp-challenge.ts';
import type { Rail } from '../gate/rails/rail.ts';
import type { Clock, Entropy, Settler } from '../ports.ts';
import { ASSET_DECIMALS } from '../values/money.ts';
import { chainIdOf } from '../values/payment.ts';
import type { Config, Fault } from './config.ts';

/** Where a running service gets its Tempo chain from: the sandbox gives these, production configures them. */
export interface TempoSide {
  readonly rpcUrl: string;
  readonly payTo: string;
}

export interface Tempo {
  readonly payIn: PayIn;
  readonly settler: Settler;
  railFor(terms: Terms): Rail;
  /** `ok` where the chain can be asked and is Tempo. */
  look(): Promise<string>;
  /** Loads what the first signed transaction would have to wait for. */
  warmUp(): Promise<void>;
}

/** The MPP rail, wired. Throws nothing: what is wrong with its chain is said by `tempoFaults`. */
export function openTempo(
  side: TempoSide,
  secrets: MppIssuer['secrets'],
  publicUrl: string,
  {
    clock,
    entropy,
    pollMs,
    report,
  }: {
    clock: Clock;
    entropy: Entropy;
    pollMs: number;
    report: (where: string, error: unknown) => void;
  },
): Tempo {
  const issuer = { realm: new URL(publicUrl).hostname, secrets };
  const chain = openTempoChain({ rpcUrl: side.rpcUrl });
  return {
    payIn: { ...USDC_TEMPO_TERMS, payTo: side.payTo },
    warmUp,
    look: async () =>
      (await chain.client.getChainId()) === chainIdOf(USDC_TEMPO_TERMS.network) ? 'ok' : 'tempo_unavailable',
    settler: tempoSettler({ chain, clock, pollMs, report }),
    railFor: (terms) => mppRail(terms, { issuer, readTransaction, clock, entropy }),
  };
}

/** What only the chain can say: that it is Tempo, and that the token is the one that challenges name. */
export async function tempoFaults(
  rpcUrl: string,
  chain: TempoChain = openTempoChain({ rpcUrl }),
): Promise<Fault[]> {
  const expected = chainIdOf(USDC_TEMPO_TERMS.network);
  const variable = 'TEMPO_RPC_URL';
  try {
    const chainId = await chain.client.getChainId();
    if (chainId !== expected)
      return [{ variable, message: `answers with chain id ${chainId}, not ${expected}` }];
    const token = { address: USDC_TEMPO_TERMS.asset as `0x${string}`, abi: TIP20_ABI } as const;
    const [decimals, currency] = await Promise.all([
      chain.client.readContract({ ...token, functionName: 'decimals' }),
      chain.client.readContract({ ...token, functionName: 'currency' }),
    ]);
    return decimals === ASSET_DECIMALS && currency === 'USD'
      ? []
      : [
          {
            variable,
            message: 'leads to a token that is not USDC as configured (decimals or currency differ)',
          },
        ];
  } catch {
    return [{ variable, message: 'cannot be asked for its chain id and token' }];
  }
}

/** In a sandbox nobody sets a secret: one is made once and kept, so that a challenge outlives a restart. */
export function mppSecrets({ mppSecrets: given, dataDir }: Config): MppIssuer['secrets'] {
  const [current, ...earlier] = given;
  if (current !== undefined) return [current, ...earlier];
  const file = join(dataDir, 'mpp-secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, `${systemEntropy.hex(32)}\n`, { mode: 0o600 });
  }
  return [readFileSync(file, 'utf8').trim()];
}
