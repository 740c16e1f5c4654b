import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEditions, shippedEditions } from '../src/adapters/edition-files.ts';
import { catalogue } from '../src/catalogue.ts';
import { failureCodes, failures } from '../src/checks/failure-signature/codes.ts';
import { USDC_SOLANA, USDC_TEMPO_TERMS } from '../src/gate/assets.ts';
import { type EvmSandbox, startEvmSandbox } from '../src/sandbox/chain.ts';
import { FURTHER_EVM } from '../src/values/networks.ts';
import { PROBLEMS } from '../src/values/problem.ts';
import { chainTools } from './support/chain.ts';
import { assay } from './support/command.ts';
import { shelveEdition } from './support/edition.ts';
import { LEDGER, LEDGER_ON_SOLANA } from './support/rails.ts';
import { disposeServices, type Hosted, startHosted, temporaryFolder } from './support/service.ts';

/**
 * Production with Base alone: what is not configured is nowhere, in no challenge, no document and no discovery, and
 * asking for it is refused rather than answered with Base.
 */

const SHIPPED = fileURLToPath(new URL('../data/ledger/editions/', import.meta.url));
const PUBLIC_URL = 'https://api.assay.test';

let chain: EvmSandbox;
let service: Hosted;

beforeAll(async () => {
  chain = await startEvmSandbox();
  const dataDir = temporaryFolder();
  await shelveEdition(dataDir, undefined, PUBLIC_URL);
  const settler = generatePrivateKey();
  // Without gas nothing would be offered, and nothing could be named.
  await chainTools(chain.rpcUrl).client.setBalance({
    address: privateKeyToAddress(settler),
    value: 10n ** 18n,
  });
  const env = {
    ASSAY_MODE: 'production',
    PUBLIC_URL,
    EVM_RPC_URL: chain.rpcUrl,
    PAY_TO_EVM: privateKeyToAddress(generatePrivateKey()),
    SETTLER_KEY: settler,
  };
  // The release's own edition runs out, so one of today follows it, as a week later at an operator's.
  const folder = join(dataDir, 'editions');
  const files = [
    ...shippedEditions().editions.map(({ file }) => SHIPPED + file),
    ...readEditions(folder).map(({ file }) => join(folder, file)),
  ];
  for (const file of files)
    expect(await assay(['edition', 'publish', file], { env: { DATA_DIR: dataDir, ...env } })).toMatchObject({
      code: 0,
    });
  service = await startHosted({ rpcUrl: chain.rpcUrl, dataDir, env });
});
afterAll(async () => {
  await disposeServices();
  await chain.stop();
});

/** Asked for again where a machine that is busy turned it away. */
async function documentAt(path: string): Promise<Response> {
  const response = await fetch(service.url + path, { headers: { accept: 'application/json' } });
  return response.status === 503 ? documentAt(path) : response;
}

/** What these say of rails is about other sellers. */
const ABOUT_OTHERS: readonly string[] = [failureCodes.path, failures.path];

describe('Solana and MPP that are not configured', () => {
  it('are in no challenge', async () => {
    const response = await fetch(service.url + LEDGER);
    expect(response.status).toBe(402);
    expect(response.headers.has('www-authenticate')).toBe(false);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const { accepts } = decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '');
    expect(accepts.map(({ network }) => network)).toEqual(['eip155:8453']);
  });

  it.each(FURTHER_EVM)('nor is $label, for any product', async ({ name }) => {
    for (const { path, forms } of catalogue.products) {
      const { method } = forms[0]!;
      const response = await fetch(`${service.url}${path}?paymentNetwork=${name}`, { method });
      const { error } = (await response.json()) as { error: string };
      expect([response.status, error]).toEqual([400, 'unknown_payment_network']);
    }
  });

  it.each(['GET', 'HEAD'])('are not answered with Base (%s)', async (method) => {
    const response = await fetch(service.url + LEDGER_ON_SOLANA, { method });
    expect([response.status, response.headers.has('payment-required')]).toEqual([400, false]);
    if (method === 'GET') expect(await response.json()).toMatchObject({ error: 'unknown_payment_network' });
  });

  it('are in no document: neither a network, nor a token, nor a parameter, nor a header', async () => {
    const named = [
      USDC_SOLANA.network,
      USDC_SOLANA.asset,
      USDC_TEMPO_TERMS.network,
      USDC_TEMPO_TERMS.asset,
      // A test network is named where a challenge of somebody else is shown that must not be paid.
      ...FURTHER_EVM.flatMap(({ network, token, isTest }) => (isTest ? [] : [network, token.asset])),
      'paymentNetwork',
      'WWW-Authenticate',
      'org.paymentauth',
    ];
    for (const { path } of catalogue.documents.filter(({ path }) => !ABOUT_OTHERS.includes(path))) {
      const response = await documentAt(path);
      // What asking in vain is answered with is told of every refusal.
      const text = (await response.text()).replaceAll(PROBLEMS.unknown_payment_network.detail, '');
      expect({ path, status: response.status, found: named.filter((name) => text.includes(name)) }).toEqual({
        path,
        status: 200,
        found: [],
      });
    }
  });

  it('are no argument of a tool', async () => {
    const response = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    const text = await response.text();
    expect(text).toContain('buy_ledger');
    expect(text).not.toContain('paymentNetwork');
  });
});
