import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTestClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { startService } from './subjects.ts';

const ASSAY = fileURLToPath(new URL('../bin/assay.mjs', import.meta.url));

/** The service as it runs in production, with the limits of production, on a chain of this machine. `data`: an empty folder. */
export async function startProduction(rpcUrl: string, data: string) {
  const [settler, payTo] = [generatePrivateKey(), privateKeyToAddress(generatePrivateKey())];
  await createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).setBalance({
    address: privateKeyToAddress(settler),
    value: 10n ** 18n,
  });
  const publicUrl = 'https://assay.example';
  const { PATH = '' } = process.env;
  execFileSync(process.execPath, [ASSAY, 'keys', 'rotate'], { env: { PATH, DATA_DIR: data } });
  const service = await startService(data, {
    ASSAY_MODE: 'production',
    PUBLIC_URL: publicUrl,
    EVM_RPC_URL: rpcUrl,
    SETTLER_KEY: settler,
    PAY_TO_EVM: payTo,
  });
  return { ...service, payTo, publicUrl };
}
