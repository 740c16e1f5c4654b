import type { Buyers } from './buyers.ts';
import { PRICE } from './fleet.ts';
import { type Mined, type SignedTransfer, type Transaction, transfersIn } from './token-chain.ts';
import type { World } from './world.ts';

const THIRD = `0x${'3d'.repeat(20)}`;
const EDGE = `0x${'ed'.repeat(20)}`;

/** Who else is on the chain: front-runners, payers who think again, sequencers that reorganise. */
export class Strangers {
  private readonly world: World;
  private count = 0;

  constructor(world: World, buyers: Buyers) {
    this.world = world;
    world.chain.onMined = (mined) => this.mined(mined);
    buyers.broadcastByEdge = ({ transfer, id }) => {
      buyers.revealed.add(id);
      this.submit(EDGE, transfer, 10, 0);
    };
  }

  /** A transaction of ours, or of our facilitator's, is in the mempool for everybody to see. */
  broadcast(tx: Transaction): void {
    const { world } = this;
    const { faults, random, chain, loop } = world;
    for (const transfer of transfersIn(tx.calls)) {
      const silent = faults.strikes('chain.used_nonce_no_revert');
      if (silent) chain.silentOnUsedNonce = true;
      if (faults.strikes('chain.front_run'))
        this.submit(THIRD, transfer, 1, random.chance(0.8) ? 0 : random.between(2_000, 60_000));
      else if (silent) this.submit(THIRD, transfer, 1, 0);
      if (faults.strikes('chain.cancel_race')) this.cancel(transfer);
      if (faults.strikes('payer.drains')) this.drain(transfer.from);
    }
    if (faults.strikes('token.paused')) chain.pausedUntil = loop.now + random.between(3_000, 40_000);
    if (faults.strikes('chain.mempool_drop'))
      loop.after(random.between(0, 1_900), () => {
        const dropped = chain.drop(tx.hash);
        world.note(() => `mempool ${dropped ? 'forgets' : 'no longer has'} ${tx.hash.slice(0, 10)}`);
      });
  }

  private mined({ tx, height, success, logs }: Mined): void {
    const { world } = this;
    world.note(
      () =>
        `chain: block ${height} ${tx.sender.slice(0, 8)} ${tx.hash.slice(0, 10)} ${success ? logs.map(({ event, nonce }) => `${event}${nonce ? ` ${nonce.slice(0, 8)}` : ''}`).join(', ') : 'reverted'}`,
    );
    if (world.faults.strikes('chain.reorg')) {
      const depth = world.random.between(1, 3);
      world.loop.after(world.random.between(0, 4_000), () => {
        world.note(() => `chain: reorg of ${depth}`);
        world.chain.reorg(depth, world.random.between(0, 3_000));
      });
    }
  }

  private submit(sender: string, transfer: SignedTransfer, priority: number, delayMs: number): void {
    const { world } = this;
    world.note(() => `${sender} broadcasts ${transfer.nonce.slice(0, 8)} in ${delayMs} ms`);
    world.chain.submit(
      { hash: this.hash(), sender, nonce: undefined, calls: [{ kind: 'authorized', transfer }], priority },
      delayMs,
    );
  }

  private cancel({ from, nonce }: SignedTransfer): void {
    const { chain, random } = this.world;
    this.world.note(() => `payer cancels ${nonce.slice(0, 8)}`);
    chain.submit(
      {
        hash: this.hash(),
        sender: from,
        nonce: undefined,
        calls: [{ kind: 'cancel', from, nonce }],
        priority: random.pick([1, 20]),
      },
      random.pick([0, 0, 3_000]),
    );
  }

  private drain(payer: string): void {
    const { chain, random, loop } = this.world;
    const value = chain.balance(payer) - Number(PRICE.amount) + 1;
    if (value <= 0) return;
    const stash = `${payer}-stash`;
    const move = (from: string, to: string) =>
      chain.submit(
        {
          hash: this.hash(),
          sender: from,
          nonce: undefined,
          calls: [{ kind: 'move', from, to, value }],
          priority: 1,
        },
        0,
      );
    move(payer, stash);
    loop.after(random.between(5_000, 40_000), () => move(stash, payer));
  }

  private hash(): string {
    return `0x57a9${String(this.count++).padStart(60, '0')}`;
  }
}
