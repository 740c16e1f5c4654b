import { settlersByNetwork } from '../adapters/by-network.ts';
import type { Moved } from '../adapters/durable/outbox.ts';
import type { Totals } from '../adapters/durable/tally.ts';
import { assertor, JOURNAL_PATH } from '../adapters/edge/assertion.ts';
import { importEd25519, thumbprintOf, webSigner } from '../adapters/edge/web-signer.ts';
import { inCommon, openChain } from '../adapters/evm/chain.ts';
import { facilitatorSettler } from '../adapters/facilitator/settler.ts';
import { sealWith } from '../adapters/seal.ts';
import { catalogueDigest } from '../discovery/sold.ts';
import { SOLD } from '../discovery/sold-products.ts';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import type { Clock, Entropy, Seal, Settler, Signer } from '../ports.ts';
import { didWeb } from '../values/did.ts';
import type { Digest } from '../values/digest.ts';
import { type EdgeConfig, type EdgeEnv, readEdgeConfig } from './config.ts';
import { type OriginClient, originClient } from './origin-client.ts';

/** Everything that the Worker and its journal objects reach outside of themselves. */
export interface Outside {
  readonly config: EdgeConfig;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly settler: Settler;
  /**
   * A settler for one call. On Workers whatever a call begins, a question to the chain or a timer, ends with that call, and
   * a call that waits for another one's work alone is ended by the platform with a bare 500.
   */
  readonly settlerAlone: () => Settler;
  readonly signer: Signer;
  readonly seal: Seal;
  readonly origin: OriginClient;
  readonly catalogue: Digest;
  /** Brings rows and counts to the origin's books; throws unless the origin says that it has them. */
  pushJournal(report: JournalReport): Promise<void>;
}

export interface JournalReport {
  readonly rows: readonly Moved[];
  readonly totals?: Totals;
}

const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export const webEntropy: Entropy = {
  hex: (bytes) =>
    [...crypto.getRandomValues(new Uint8Array(bytes))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join(''),
};

/** Undefined when the configuration is not whole. */
export async function openOutside(env: EdgeEnv): Promise<Outside | undefined> {
  const read = readEdgeConfig(env);
  if ('faults' in read) return undefined;
  const { config } = read;
  const { signingJwk, issuer, audience } = config;
  const thumbprint = await thumbprintOf(signingJwk);
  const privateKey = await importEd25519(signingJwk, 'sign');
  const kid = `${didWeb(config.publicUrl)}#${thumbprint}`;
  const publicKeys = new Map([[kid, await importEd25519(signingJwk, 'verify')]]);
  const catalogue = catalogueDigest(SOLD);
  const origin = originClient({
    url: config.originUrl,
    assertor: assertor({
      key: privateKey,
      kid: thumbprint,
      issuer,
      audience,
      now: clock.now,
      jti: () => webEntropy.hex(16),
    }),
  });
  const common = inCommon();
  const logPage = config.sandbox ? 100_000n : 2_000n;
  const settlerAlone = () => {
    const settler = facilitatorSettler({
      url: config.facilitatorUrl,
      clock,
      pollMs: config.sandbox ? 20 : 500,
      chain: openChain({ rpcUrl: config.evmRpcUrl, logPage, common }),
    });
    return settlersByNetwork({ [USDC_BASE_TERMS.network]: settler });
  };
  return {
    config,
    clock,
    entropy: webEntropy,
    settler: settlerAlone(),
    settlerAlone,
    signer: webSigner({ kid, privateKey, publicKeys }),
    seal: sealWith(signingJwk.d),
    origin,
    catalogue,
    async pushJournal(report) {
      const answer = await origin.assert(
        { kind: 'journal', cat: catalogue },
        {
          method: 'POST',
          target: JOURNAL_PATH,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(report),
        },
      );
      await answer?.body?.cancel();
      if (!answer?.ok) throw new Error('the origin did not take the journal');
    },
  };
}
