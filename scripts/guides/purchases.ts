/** The lab's builds, as they were published, buy from a sandbox service: whoever can pay somebody can pay us. */
import { writeFileSync } from 'node:fs';
import { BUILDS, type Build } from '../../src/lab/builds.ts';
import { startForeign, whyNotApart } from '../../src/lab/foreign.ts';
import { placeOf, whyAbsent } from '../../src/lab/install.ts';
import { lockDigest } from '../../src/lab/lock.ts';
import { type BuildProcess, startBuild } from '../../src/lab/process.ts';
import { BUYER, SELLER_HOST } from '../../src/lab/terms.ts';
import { RELEASE } from '../../src/release.ts';
import { NETWORK, TICKET_HEADER } from '../../src/values/limits.ts';
import { optionsOf } from '../options.ts';
import { transfersOn } from './purchases/chain.ts';
import { AUDIT, COLUMNS, type Column, priceOf } from './purchases/columns.ts';
import { judgePurchase, type Purchase, type Row, unexplained } from './purchases/judge.ts';
import { PURCHASES_FILE } from './purchases/matrix.ts';
import { openRelay, type Relay } from './purchases/relay.ts';
import { withSandbox } from './sandbox.ts';

const HELP = `Usage: node scripts/guides/purchases.ts [options]

Every client build of the lab buys every product from a sandbox service, unmodified. Builds that "assay lab install" did
not bring are named, and not run. Exits 1 where a purchase went wrong and nobody knows why.

  --only a,b   these builds
  --write      keeps the result in clients/purchases.json, of which "npm run derive" makes a table; needs every build`;
const values = optionsOf(
  HELP,
  { only: { type: 'string' }, write: { type: 'boolean', default: false } },
  (given) => (given.write && given.only ? '--write keeps every build, and --only names some' : undefined),
);

interface Chain {
  readonly rpcUrl: string;
  readonly asset: string;
  readonly seller: string;
  readonly buyer: string;
}
interface Shop {
  readonly url: string;
  readonly relay: Relay;
  readonly chains: Readonly<Record<'evm' | 'tempo', Chain>>;
}

const only = values.only?.split(',');
// The shop's pages: what buys over MCP is in scripts/guides/payers.ts.
const builds = BUILDS.filter(({ id, transport }) => transport === 'http' && (only?.includes(id) ?? true));
if (only && builds.length !== only.length) throw new Error('--only names a build that the lab does not have');
const rows: Row[] = [];
// Some clients pay only where the challenge names the address that they asked.
await withSandbox(
  async ({ url }) => {
    const shop = { url, relay: await openRelay(url), chains: await chainsOf(url) };
    for (const build of builds) rows.push(await rowOf(shop, build));
    shop.relay.stop();
  },
  { PUBLIC_URL: `http://${SELLER_HOST}` },
);
const missing = rows.filter(({ purchases }) => purchases.every(({ notRun }) => notRun !== undefined));
const red = unexplained(rows);
for (const each of red) console.error(`red: ${each}`);
console.log(
  `${rows.length} builds, ${missing.length} of them not run, ${rows.length * COLUMNS.length} purchases, ${red.length} unexplained`,
);
if (values.write) {
  if (missing.length > 0) throw new Error('nothing is written: not every build ran');
  const text = JSON.stringify({ at: new Date().toISOString(), release: RELEASE, rows }, null, 2);
  writeFileSync(PURCHASES_FILE, `${text}\n`);
}
process.exitCode = red.length > 0 ? 1 : 0;

async function chainsOf(url: string): Promise<Shop['chains']> {
  const { rpc, asset, seller } = (await (await fetch(`${url}/sandbox`)).json()) as Readonly<
    Record<'rpc' | 'asset' | 'seller', Readonly<Record<'evm' | 'tempo', string>>>
  >;
  const of = (name: 'evm' | 'tempo'): Chain => ({
    ...{ rpcUrl: rpc[name], asset: asset[name], seller: seller[name], buyer: BUYER.address },
  });
  return { evm: of('evm'), tempo: of('tempo') };
}

async function rowOf(shop: Shop, build: Build): Promise<Row> {
  const { id, protocol, language } = build;
  const row: Row = { build: id, protocol, language, lockDigest: lockDigest(build), purchases: [] };
  const absent = whyAbsent(build) ?? (language === 'node' ? undefined : await whyNotApart());
  let process: BuildProcess | undefined;
  for (const column of COLUMNS) {
    const reason = absent ?? (column.ask.cap === undefined ? undefined : build.cannot.cap);
    if (reason !== undefined) {
      row.purchases.push({ ...blank(column), notRun: reason });
      continue;
    }
    if (!process?.alive) process = await started(shop, build);
    row.purchases.push(await bought(shop, build, process, column));
  }
  await process?.stop();
  for (const purchase of row.purchases) {
    const { word, why } = judgePurchase(row, purchase);
    console.log(`${id}, ${purchase.column}: ${word}${why && ` (${why})`}`);
  }
  return row;
}

function chainFor({ chains }: Shop, { protocol }: Build): Chain {
  return protocol === 'mpp' ? chains.tempo : chains.evm;
}

function started(shop: Shop, build: Build): Promise<BuildProcess> {
  const rpcPort = Number(new URL(chainFor(shop, build).rpcUrl).port);
  const ways = { [SELLER_HOST]: shop.relay.port, 'chain.example': rpcPort };
  return build.language === 'node'
    ? startBuild(build, placeOf(build), ways)
    : startForeign(build, placeOf(build), ways);
}

function blank({ name, price, ask: { cap } }: Column): Purchase {
  return {
    ...{ column: name, price, signed: 0, status: null, error: null, receipt: null },
    ...{ transfers: [], offered: [] },
    ...(cap !== undefined && { cap }),
  };
}

async function bought(shop: Shop, build: Build, process: BuildProcess, column: Column): Promise<Purchase> {
  const chain = chainFor(shop, build);
  const before = (await transfersOn(chain)).length;
  shop.relay.begin(
    column.path === AUDIT ? { [TICKET_HEADER]: await ticketFor(shop.url, column.body ?? {}) } : {},
  );
  const report = await process.run({
    caseId: `${column.name}.${build.id}`,
    ask: column.ask,
    // The service's clock goes on.
    now: Math.floor(Date.now() / 1_000) * 1_000,
    wanted: { path: column.path, body: JSON.stringify(column.body ?? {}) },
  });
  return {
    ...blank(column),
    ...shop.relay.heard(),
    signed: report.signed,
    status: report.statusSeen,
    error: report.error && `${report.error.name}: ${report.error.messagePrefix}`,
    transfers: (await transfersOn(chain)).slice(before),
  };
}

/** Approved as any buyer has it approved; it is good for one purchase of this body. */
async function ticketFor(url: string, payload: object): Promise<string> {
  const response = await fetch(`${url}/api/buyer-payment-scope-check/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ route: AUDIT, method: 'POST', network: NETWORK, maxAmountAtomicUnits: priceOf(AUDIT) },
      ...{ buyerApproval: true, payload },
    }),
  });
  const { ticket } = (await response.json()) as { readonly ticket?: string };
  if (ticket === undefined) throw new Error('the audit was not approved');
  return ticket;
}
