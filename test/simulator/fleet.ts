import { type Hex, keccak256, type PrivateKeyAccount } from 'viem';
import { z } from 'zod';
import type { Chain } from '../../src/adapters/evm/chain.ts';
import { sealWith } from '../../src/adapters/seal.ts';
import { type Form, form, type Product, product } from '../../src/declare.ts';
import { catalogueOf } from '../../src/declare-catalogue.ts';
import { USDC_BASE_TERMS } from '../../src/gate/assets.ts';
import type { Gate } from '../../src/gate/gate.ts';
import type { Terms } from '../../src/gate/offer.ts';
import { attestsWith, type Counters, type Ports, type Reach, type Settler } from '../../src/ports.ts';
import { usd } from '../../src/values/money.ts';
import { NO_EDITIONS } from '../support/reach.ts';
import type { Code } from './code.ts';
import { Disk } from './disk.ts';
import { FACILITATOR_URL, Facilitator } from './facilitator.ts';
import { Node, rawTransaction } from './node.ts';
import { NodeLink } from './node-link.ts';
import { plainChain } from './plain-chain.ts';
import { macSigner } from './signer.ts';
import { Process, type World } from './world.ts';

/** The service as the origin composes it (src/origin/compose.ts, housekeeping.ts), over fakes: gates, boot sweep, readiness, periodic sweep. */

export const PUBLIC_URL = 'https://sim.invalid';
export const PAY_TO = '0x5e11e70000000000000000000000000000000001';
export const PRICE = usd('0.01');
const RELEASE = 'v0.0.0-sim';
const SWEEP_MS = 10_000;
const POLL_MS = 1_000;

const input = z.strictObject({ subject: z.string().max(100) });
const response = z.looseObject({ subject: z.string() });

/** Every process has the keys of the service. */
/** Nothing that is sold here needs one. */
const NO_TICKETS: Ports['tickets'] = { issue: async () => '', find: async () => undefined };
const SEAL = sealWith('the simulated service');

/** Counters are another suite's business. */
const NO_COUNTERS: Counters = { add() {}, read: async () => ({}) };

export interface Service {
  readonly process: Process;
  readonly gate: Gate;
  readonly forms: { readonly GET: Form; readonly POST: Form };
  /** The whole HTTP application, when the run goes through it. */
  readonly app: ReturnType<Code['createApp']> | undefined;
}

export interface FleetOptions {
  readonly world: World;
  readonly code: Code;
  /** In process against the chain, or through a facilitator. */
  readonly settler: 'evm' | 'facilitator';
  readonly processes: number;
  /** Two processes that were given one settler key. */
  readonly sharedKey: boolean;
  /** The chain is asked through viem and JSON-RPC, and buyers are contract wallets. */
  readonly throughViem: boolean;
  /** Every node is slow, not one in four. */
  readonly slowNodes: boolean;
  readonly throughApp: boolean;
  /** Called when a paid handler runs. */
  readonly onRun: (subject: string) => void;
  /** Wraps the ports of every process: for mutants. */
  readonly mutate?: ((ports: Ports) => Ports) | undefined;
  readonly skipRecovery?: boolean | undefined;
}

export class Fleet {
  readonly disk: Disk;
  readonly node: Node;
  readonly facilitator: Facilitator;
  readonly services: (Service | undefined)[] = [];
  /** Which process made which owner token. */
  private readonly owners = new Map<string, Process>();
  private readonly links = new Map<string, NodeLink>();
  private readonly options: FleetOptions;
  private readonly product: Product;
  private generation = 0;
  private clockOffset = 0;
  /** Told when a process dies, so that whoever waits for it finds out. */
  onDeath: (process: Process) => void = () => {};

  constructor(options: FleetOptions) {
    const { world } = options;
    this.options = options;
    this.disk = new Disk(world, options.code.memoryJournal);
    this.node = new Node(world, USDC_BASE_TERMS.asset, keccak256);
    this.facilitator = new Facilitator(world);
    this.product = simulatedProduct(world, options.onRun);
    world.crash = (process) => this.crash(process);
    for (let slot = 0; slot < options.processes; slot++) this.boot(slot);
  }

  /** The network: viem's fetch ends here. */
  readonly fetch = (url: string, init: { body: string; signal?: AbortSignal | null }): Promise<unknown> => {
    const { method, params } = JSON.parse(init.body) as { method: string; params?: unknown[] };
    const link = this.links.get(url);
    if (!link) this.options.world.violate('simulator', `nobody listens at ${url}`);
    return link!.request(method, params ?? [], init.signal);
  };

  /**
   * The service's clock jumps, on every process: one time source. Clocks on one journal that differ by more than nodes
   * may (gate/rails/rail.ts) are a fault of operation that no answer can be right under.
   */
  setClocks(offsetMs: number): void {
    if (this.options.world.faults.ceased) return;
    this.options.world.note(() => `the clock jumps by ${offsetMs / 1_000} s`);
    this.clockOffset += offsetMs;
    this.options.world.clockSteps++;
  }

  /** Clocks are set right, and nobody stands still any more. */
  heal(): void {
    if (this.clockOffset !== 0) this.options.world.clockSteps++;
    this.clockOffset = 0;
    for (const process of this.slotOf.keys()) process.pausedUntil = 0;
  }

  crash(process: Process): void {
    if (!process.alive) return;
    const { world } = this.options;
    process.alive = false;
    world.note(() => `${process.name} DIES`);
    const slot = this.services.findIndex((service) => service?.process === process);
    const at = slot >= 0 ? slot : this.slotOf.get(process)!;
    this.services[at] = undefined;
    this.onDeath(process);
    world.loop.after(world.random.between(300, 4_000), () => this.boot(at));
  }

  private readonly slotOf = new Map<Process, number>();

  private boot(slot: number): void {
    const { world, code, skipRecovery, processes } = this.options;
    const process = new Process(`p${slot}.${this.generation++}`, world.loop);
    process.skewMs = slot * world.random.between(-2_000, 2_000);
    this.slotOf.set(process, slot);
    const ports = this.portsOf(process, slot);
    const service = this.compose(process, ports);
    const ready = () => {
      process.booting = false;
      this.services[slot] = service;
      world.note(() => `${process.name} ready`);
      if (!process.disturbed) this.checkReadiness(process);
      const again = () =>
        world.loop.after(SWEEP_MS, () =>
          process.resume(() => {
            void code.sweep(ports).catch(() => {});
            again();
          }),
        );
      again();
    };
    if (skipRecovery) {
      ready();
      return;
    }
    code
      .sweep(ports, { all: processes === 1, mine: true, limit: 10_000 })
      .then(ready, () => this.crash(process));
  }

  /** Ready means: whatever a dead worker left was looked at. */
  private checkReadiness(process: Process): void {
    for (const row of this.disk.rows.values()) {
      if (row.state !== 'claimed' && row.state !== 'settling') continue;
      // A token is the node's name and a random part. On a shared journal a node answers for its own rows.
      const owner = this.owners.get(row.owner.slice(row.owner.lastIndexOf('-') + 1));
      if (owner?.alive === false && this.slotOf.get(owner) === this.slotOf.get(process))
        this.options.world.violate(
          'readiness',
          `${process.name} is ready and row ${row.key.slice(0, 6)} is still ${row.state} in the name of a dead process`,
        );
    }
  }

  private compose(process: Process, ports: Ports): Service {
    const { code, throughApp } = this.options;
    const { product } = this;
    const terms = { ...fixedTerms(code, product), product };
    const rails = [code.x402Rail(terms, ports)];
    const gate = code.gateFor({ terms, rails, ports, release: RELEASE, owners: new Set() });
    // Pages work out an example when the service is composed: that is nobody's purchase.
    const shown = { ...product, forms: product.forms.map((each) => ({ ...each, run: () => ({}) })) };
    const catalogue = catalogueOf([shown]);
    const published = { catalogue, publicUrl: PUBLIC_URL, release: RELEASE, mode: 'production' as const };
    const app = throughApp
      ? code.createApp({
          catalogue,
          published,
          gates: [gate],
          clock: ports.clock,
          reach: this.reachOf(ports),
        })
      : undefined;
    const [GET, POST] = product.forms as [Form, Form];
    return { process, gate, forms: { GET, POST }, app };
  }

  private reachOf({ journal, entropy }: Ports): Reach {
    return {
      payments: journal,
      tickets: NO_TICKETS,
      editions: NO_EDITIONS,
      entropy,
      counters: NO_COUNTERS,
      books: this.disk.books,
      signed: macSigner,
      attest: attestsWith(macSigner),
      reported: this.disk.reported,
    };
  }

  private portsOf(process: Process, slot: number): Ports {
    const { world, mutate } = this.options;
    const ports: Ports = {
      journal: this.leased(this.disk.connect(process)),
      tickets: NO_TICKETS,
      editions: NO_EDITIONS,
      settler: this.settlerOf(process, slot),
      node: `n${slot}`,
      signer: macSigner,
      seal: SEAL,
      clock: this.clockOf(process),
      entropy: {
        hex: (bytes) => {
          const text = world.random.hex(bytes);
          this.owners.set(text, process);
          return text;
        },
      },
    };
    return mutate ? mutate(ports) : ports;
  }

  /** A clock that jumps while a row is leased. */
  private leased(journal: Ports['journal']): Ports['journal'] {
    const { random, faults, loop } = this.options.world;
    return {
      ...journal,
      claim: async (claim) => {
        const claimed = await journal.claim(claim);
        if (faults.strikes('clock.jump_during_ttl'))
          loop.after(random.between(0, 5_000), () => this.setClocks(random.pick([-600_000, 600_000])));
        return claimed;
      },
    };
  }

  private clockOf(process: Process) {
    const { world } = this.options;
    return {
      now: () => world.loop.now + this.clockOffset + process.skewMs,
      // Timers fire late, never early: a poll of 20 ms may take its time on a busy machine.
      sleep: (ms: number) => world.cross(process, ms + world.random.below(Math.max(ms, 1_500)), () => {}, 0),
    };
  }

  private chainOf(process: Process): Chain {
    const { world, code, throughViem, slowNodes } = this.options;
    const link = new NodeLink(world, this.node, process, slowNodes || world.random.chance(0.25));
    if (!throughViem) return plainChain(world, link, USDC_BASE_TERMS.asset, code);
    const rpcUrl = `http://${process.name}.sim/`;
    this.links.set(rpcUrl, link);
    return code.openChain({ rpcUrl, logPage: 2_000n });
  }

  private settlerOf(process: Process, slot: number): Settler {
    const { world, code, settler, sharedKey } = this.options;
    const chain = this.chainOf(process);
    const clock = this.clockOf(process);
    const report = (where: string, error: unknown) =>
      world.note(() => `${process.name} reports ${where}: ${String(error).split('\n')[0]}`);
    if (settler === 'facilitator')
      return code.facilitatorSettler({
        url: FACILITATOR_URL,
        chain,
        clock,
        recover: world.wallets.recover,
        fetch: this.facilitator.connect(process),
        pollMs: POLL_MS,
        report,
      });
    return code.evmSettler({
      chain,
      recover: world.wallets.recover,
      chainId: 8453,
      account: settlerAccount(sharedKey ? 0 : slot),
      clock,
      pollMs: POLL_MS,
      report,
    });
  }
}

const termsMade = new WeakMap<Code, Terms>();

/** Terms are fixed per configuration, and every run has the same: only what its product runs is a run's own. */
function fixedTerms(code: Code, product: Product): Terms {
  const made =
    termsMade.get(code) ??
    code.termsFor(product, [{ ...USDC_BASE_TERMS, payTo: PAY_TO }], PUBLIC_URL, RELEASE);
  termsMade.set(code, made);
  return made;
}

/** An account whose signature is its name: the lane's business is order and bytes, not curves. */
function settlerAccount(slot: number): PrivateKeyAccount {
  const address = `0x5e77${String(slot).padStart(36, '0')}`;
  const signTransaction = async ({ to, nonce, data }: { to: Hex; nonce: number; data: Hex }): Promise<Hex> =>
    rawTransaction(address, to, nonce, data);
  return { address, signTransaction } as unknown as PrivateKeyAccount;
}

function simulatedProduct(world: World, onRun: (subject: string) => void): Product {
  const run = (
    { subject }: { subject: string },
    { asOf, release }: { asOf: number; release: string },
  ): object => {
    onRun(subject);
    if (world.faults.strikes('product.throws')) throw new Error('the product has a bug');
    return { subject, asOf, release };
  };
  const example = { subject: 'example' };
  return product({
    id: 'simulated',
    path: '/api/simulated',
    price: PRICE,
    title: 'Simulated',
    description: 'What the simulator buys.',
    revision: '1',
    response,
    forms: [
      form({ method: 'GET', summary: 'Buy by query', input, example, run }),
      form({ method: 'POST', summary: 'Buy by body', input, example, run }),
    ],
  });
}
