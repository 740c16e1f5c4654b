import { compose, type Service } from '../../src/origin/compose.ts';
import { readConfig } from '../../src/origin/config.ts';
import { sharedChain } from '../shared/index.ts';
import { personIn } from '../shared/people.ts';
import { shelveIfOutdated } from './edition.ts';
import { temporaryFolder } from './service.ts';

/** The service as `serve` composes it, in this process and without a port: for what nobody sees from outside. */
export async function composed(env: Readonly<Record<string, string>> = {}): Promise<Service> {
  const { rpcUrl, people } = await sharedChain();
  const settings = { EVM_RPC_URL: rpcUrl, DATA_DIR: temporaryFolder(), LEDGER_LAB: 'off', ...env };
  await shelveIfOutdated(settings);
  const { config, faults } = readConfig(settings, 1);
  if (faults.length > 0) throw new Error(faults.map(({ variable }) => variable).join());
  const service = await compose(
    { ...config, nodeId: 'composed' },
    'http://127.0.0.1:4021',
    {
      evm: [{ name: 'base', rpcUrl, payTo: personIn(people, 'seller').address }],
      settlerKey: personIn(people, 'settler').privateKey,
    },
    { event: () => {}, report: () => {}, notice: () => {}, moved: () => {}, onJournalDeath: () => {} },
  );
  await service.recover();
  return service;
}
