import type { SignedAuthorization } from '../../src/values/payment.ts';
import type { Loop } from './loop.ts';

/** An EVM chain with one EIP-3009 token on it: accounts, nonces, a mempool, blocks every two seconds, and reorgs. */

export const BLOCK_MS = 2_000;

/** What a transaction does. Authorizations are identified by payer and nonce, as the token does. */
export type Call =
  | { readonly kind: 'authorized'; readonly transfer: SignedTransfer }
  | { readonly kind: 'cancel'; readonly from: string; readonly nonce: string }
  | { readonly kind: 'move'; readonly from: string; readonly to: string; readonly value: number };

export interface SignedTransfer {
  readonly from: string;
  readonly to: string;
  readonly value: number;
  readonly validAfter: number;
  readonly validBefore: number;
  readonly nonce: string;
  readonly signature: string;
}

export interface Transaction {
  readonly hash: string;
  readonly sender: string;
  /** Account nonce; undefined for senders whose order does not matter here. */
  readonly nonce: number | undefined;
  /** All of them happen, or none; `eachAlone`: one that fails takes nothing with it. */
  readonly calls: readonly Call[];
  readonly eachAlone?: boolean;
  /** Smaller is mined first within a block. */
  readonly priority: number;
}

export interface Log {
  readonly event: 'AuthorizationUsed' | 'AuthorizationCanceled' | 'Transfer';
  readonly from: string;
  readonly nonce?: string;
  readonly to?: string;
  readonly value?: number;
}

export interface Mined {
  readonly tx: Transaction;
  readonly height: number;
  readonly success: boolean;
  /** The token was paused when it was mined first. */
  readonly paused: boolean;
  readonly logs: readonly Log[];
}

/** Money that an authorization moved, on the chain as it is now. */
export interface Paid {
  readonly from: string;
  readonly nonce: string;
  readonly to: string;
  readonly value: number;
  readonly transaction: string;
  readonly sender: string;
}

export type Submitted =
  | 'accepted'
  | 'already known'
  | 'nonce too low'
  | 'replacement transaction underpriced';

export const authorizationId = (from: string, nonce: string): string => `${from}|${nonce}`;

export class TokenChain {
  private readonly genesisMs: number;
  private readonly genesisHeight = 1_000_000;
  private heldAt: number | undefined;
  /** Transactions that wait to be mined again, while a reorganisation lasts. */
  private readonly undone = new Set<string>();
  private behind = 0;
  /** First block of each branch that took the place of another. */
  private readonly branches: number[] = [];
  private readonly balances = new Map<string, number>();
  private readonly states = new Map<string, 'used' | 'canceled'>();
  private readonly nonces = new Map<string, number>();
  private readonly mempool = new Map<string, { tx: Transaction; readyAt: number; order: number }>();
  private readonly mined = new Map<string, Mined>();
  private readonly endedIn = new Map<string, string>();
  private readonly undo: { height: number; hash: string; steps: (() => void)[] }[] = [];
  private readonly loop: Loop;
  private readonly isSigned: (transfer: SignedTransfer) => boolean;
  private order = 0;
  private wakesAt = 0;
  /** Authorizations that ever moved money, reorged or not. */
  readonly everPaid = new Set<string>();
  /** When each of them first did. */
  readonly firstPaidAt = new Map<string, number>();
  /** Paxos-style token: a used nonce answers success and does nothing. */
  silentOnUsedNonce = false;
  /** The token's owner has stopped all transfers until then: epoch milliseconds. */
  pausedUntil = 0;
  onMined: (mined: Mined) => void = () => {};
  onSilent: () => void = () => {};

  constructor(loop: Loop, isSigned: (transfer: SignedTransfer) => boolean) {
    this.loop = loop;
    this.genesisMs = loop.now - (loop.now % BLOCK_MS);
    this.isSigned = isSigned;
  }

  /* ---- reads ---- */

  height(): number {
    return (this.heldAt ?? this.tip()) - this.behind;
  }

  /** What a node shows that is so many blocks behind the others. */
  seenFrom<T>(behind: number, look: () => T): T {
    const before = this.behind;
    this.behind = behind;
    try {
      return look();
    } finally {
      this.behind = before;
    }
  }

  /** What a node shows of an earlier block; undefined when it has no such block. */
  seenAt<T>(hash: string, look: () => T): T | undefined {
    const height = this.heightOf(hash);
    if (height === undefined || height > this.height()) return undefined;
    return this.seenFrom((this.heldAt ?? this.tip()) - height, look);
  }

  /** No two blocks have the same one, also of one height on either side of a reorganisation. */
  hash(height: number = this.height()): string {
    const branch = this.branches.findLastIndex((first) => height >= first);
    return `0x${(branch + 1).toString(16).padStart(32, '0')}${height.toString(16).padStart(32, '0')}`;
  }

  private heightOf(hash: string): number | undefined {
    const height = Number.parseInt(hash.slice(34), 16);
    return this.hash(height) === hash ? height : undefined;
  }

  private isVisible(hash: string | undefined): boolean {
    const mined = hash === undefined ? undefined : this.mined.get(hash);
    return mined !== undefined && mined.height <= this.height();
  }

  private tip(): number {
    return this.genesisHeight + Math.floor((this.loop.now - this.genesisMs) / BLOCK_MS);
  }
  /** Epoch seconds of a block. */
  timestamp(height: number = this.height()): number {
    return Math.floor((this.genesisMs + (height - this.genesisHeight) * BLOCK_MS) / 1_000);
  }
  balance(account: string): number {
    let balance = this.balances.get(account) ?? 0;
    if (this.behind === 0) return balance;
    // What this node does not see yet has not happened for it.
    for (const { logs, height } of this.mined.values())
      for (const { event, from, to, value } of height > this.height() ? logs : [])
        if (event === 'Transfer') balance += (from === account ? value! : 0) - (to === account ? value! : 0);
    return balance;
  }

  /** FiatToken answers true for used and for cancelled alike. */
  isSpent(from: string, nonce: string): boolean {
    const id = authorizationId(from, nonce);
    return this.states.has(id) && this.isVisible(this.endedIn.get(id));
  }
  receipt(hash: string): Mined | undefined {
    return this.isVisible(hash) ? this.mined.get(hash) : undefined;
  }
  transaction(hash: string): Transaction | undefined {
    return this.receipt(hash)?.tx ?? (this.behind > 0 ? undefined : this.mempool.get(hash)?.tx);
  }
  /** The transaction that used or cancelled an authorization. */
  endOf(from: string, nonce: string): Mined | undefined {
    const hash = this.endedIn.get(authorizationId(from, nonce));
    return hash === undefined ? undefined : this.receipt(hash);
  }
  paid(): Paid[] {
    const all: Paid[] = [];
    for (const { tx, logs } of this.mined.values())
      logs.forEach((log, i) => {
        const next = logs[i + 1];
        if (log.event !== 'AuthorizationUsed' || next?.event !== 'Transfer') return;
        all.push({
          from: log.from,
          nonce: log.nonce!,
          to: next.to!,
          value: next.value!,
          transaction: tx.hash,
          sender: tx.sender,
        });
      });
    return all;
  }
  pendingNonce(account: string): number {
    if (this.behind > 0) return this.nonceSeen(account);
    let nonce = this.nonces.get(account) ?? 0;
    const waiting = new Set<number | undefined>();
    for (const { tx } of this.mempool.values()) if (tx.sender === account) waiting.add(tx.nonce);
    while (waiting.has(nonce)) nonce++;
    return nonce;
  }
  /** What a node that is behind counts: what it has seen mined. What waits elsewhere it does not know. */
  private nonceSeen(account: string): number {
    let nonce = this.nonces.get(account) ?? 0;
    for (const { tx, height } of this.mined.values())
      if (tx.sender === account && tx.nonce !== undefined && height > this.height()) nonce--;
    return nonce;
  }
  /** What a simulation of this transfer at the newest block says; undefined when it would go through. */
  revertOf(transfer: SignedTransfer): string | undefined {
    const now = this.timestamp();
    if (this.isPaused) return 'Pausable: paused';
    if (now <= transfer.validAfter) return 'FiatTokenV2: authorization is not yet valid';
    if (now >= transfer.validBefore) return 'FiatTokenV2: authorization is expired';
    if (this.isSpent(transfer.from, transfer.nonce))
      return this.silentOnUsedNonce ? undefined : 'FiatTokenV2: authorization is used or canceled';
    if (!this.isSigned(transfer)) return 'FiatTokenV2: invalid signature';
    if (this.balance(transfer.from) < transfer.value) return 'ERC20: transfer amount exceeds balance';
    return undefined;
  }
  private get isPaused(): boolean {
    return this.loop.now < this.pausedUntil;
  }
  /** Nothing is on its way: what waits behind a gap of nonces waits for a sale that fills it. */
  get idle(): boolean {
    if (this.heldAt !== undefined) return false;
    for (const { tx } of this.mempool.values())
      if (tx.nonce === undefined || tx.nonce <= (this.nonces.get(tx.sender) ?? 0)) return false;
    return true;
  }

  /* ---- writes ---- */

  mint(account: string, value: number): void {
    this.balances.set(account, this.balance(account) + value);
  }

  /** Takes a transaction that becomes minable `delayMs` from now. */
  submit(tx: Transaction, delayMs: number): Submitted {
    if (this.mempool.has(tx.hash)) return 'already known';
    if (tx.nonce !== undefined) {
      if (tx.nonce < (this.nonces.get(tx.sender) ?? 0)) return 'nonce too low';
      for (const other of this.mempool.values())
        if (other.tx.sender === tx.sender && other.tx.nonce === tx.nonce)
          return 'replacement transaction underpriced';
    } else if (this.mined.has(tx.hash)) return 'already known';
    this.mempool.set(tx.hash, { tx, readyAt: this.loop.now + delayMs, order: this.order++ });
    this.wake(this.loop.now + delayMs);
    return 'accepted';
  }

  /** A node forgets a transaction. Not one that a block had held: a sequencer mines again what it undid. */
  drop(hash: string): boolean {
    return !this.undone.has(hash) && this.mempool.delete(hash);
  }

  /** Undoes the newest blocks, shows the shorter chain for a while, then mines the same transactions again, in order. */
  reorg(depth: number, heldMs: number): void {
    if (this.heldAt !== undefined) return;
    const keep = this.tip() - depth;
    const back: Pick<Mined, 'tx' | 'paused'>[] = [];
    while (this.undo.length > 0 && this.undo.at(-1)!.height > keep) {
      const { hash, steps } = this.undo.pop()!;
      for (const step of steps.reverse()) step();
      back.unshift(this.mined.get(hash)!);
      this.mined.delete(hash);
    }
    for (const { tx } of back) {
      this.mempool.set(tx.hash, { tx, readyAt: this.loop.now, order: this.order++ });
      this.undone.add(tx.hash);
    }
    this.heldAt = keep;
    this.branches.push(keep + 1);
    this.loop.after(heldMs, () => {
      this.heldAt = undefined;
      this.undone.clear();
      const first = keep + 1;
      // What was mined on one branch is mined on the other, and ends as it did: paused or not as it was then.
      const { pausedUntil } = this;
      for (const { tx, paused } of back) {
        this.pausedUntil = paused ? Number.POSITIVE_INFINITY : 0;
        if (this.mempool.delete(tx.hash)) this.execute(tx, first);
      }
      this.pausedUntil = pausedUntil;
      // The new branch may carry what the old one had left in the mempool, in blocks with times that had passed already.
      this.mine(Math.min(this.tip(), first + 1));
      this.wake(this.loop.now + 1);
    });
  }

  private wake(at: number): void {
    const boundary = this.genesisMs + Math.ceil((at - this.genesisMs) / BLOCK_MS) * BLOCK_MS;
    if (this.wakesAt > this.loop.now && this.wakesAt <= boundary) return;
    this.wakesAt = boundary;
    this.loop.after(boundary - this.loop.now, () => {
      if (this.heldAt === undefined) this.mine(this.tip());
      if (this.mempool.size === 0) return;
      let next = Number.POSITIVE_INFINITY;
      for (const { readyAt } of this.mempool.values())
        next = Math.min(next, Math.max(readyAt, this.loop.now + 1));
      this.wake(next);
    });
  }

  private mine(height: number): void {
    const ready = [...this.mempool.values()].filter(({ readyAt }) => readyAt <= this.loop.now);
    ready.sort(
      (a, b) =>
        a.tx.priority - b.tx.priority ||
        (a.tx.sender === b.tx.sender ? (a.tx.nonce ?? 0) - (b.tx.nonce ?? 0) : a.order - b.order),
    );
    for (const { tx } of ready) {
      const next = this.nonces.get(tx.sender) ?? 0;
      if (tx.nonce !== undefined && tx.nonce > next) continue;
      this.mempool.delete(tx.hash);
      if (tx.nonce === undefined || tx.nonce === next) this.execute(tx, height);
    }
  }

  private execute(tx: Transaction, height: number): void {
    const steps: (() => void)[] = [];
    const set = <V>(map: Map<string, V>, key: string, value: V) => {
      const old = map.get(key);
      const had = map.has(key);
      steps.push(() => (had ? map.set(key, old!) : map.delete(key)));
      map.set(key, value);
    };
    if (tx.nonce !== undefined) set(this.nonces, tx.sender, tx.nonce + 1);
    const paying = steps.length;
    const logs: Log[] = [];
    const happens = (call: Call) => this.call(call, tx, height, logs, set) || tx.eachAlone === true;
    const success = tx.calls.every(happens);
    if (!success) for (const step of steps.splice(paying).reverse()) step();
    const mined: Mined = { tx, height, success, paused: this.isPaused, logs: success ? logs : [] };
    this.mined.set(tx.hash, mined);
    this.undo.push({ height, hash: tx.hash, steps });
    for (const log of mined.logs)
      if (log.event === 'AuthorizationUsed') {
        const id = authorizationId(log.from, log.nonce!);
        this.everPaid.add(id);
        if (!this.firstPaidAt.has(id)) this.firstPaidAt.set(id, this.loop.now);
      }
    this.onMined(mined);
  }

  private call(
    call: Call,
    tx: Transaction,
    height: number,
    logs: Log[],
    set: <V>(map: Map<string, V>, key: string, value: V) => void,
  ): boolean {
    const move = (from: string, to: string, value: number): boolean => {
      if (this.balance(from) < value) return false;
      set(this.balances, from, this.balance(from) - value);
      set(this.balances, to, this.balance(to) + value);
      return true;
    };
    if (call.kind === 'move') return move(call.from, call.to, call.value);
    const { from, nonce } = call.kind === 'cancel' ? call : call.transfer;
    const id = authorizationId(from, nonce);
    if (this.states.has(id)) {
      if (call.kind === 'authorized' && this.silentOnUsedNonce) this.onSilent();
      return call.kind === 'authorized' && this.silentOnUsedNonce;
    }
    if (call.kind === 'cancel') {
      set(this.states, id, 'canceled');
      set(this.endedIn, id, tx.hash);
      logs.push({ event: 'AuthorizationCanceled', from, nonce });
      return true;
    }
    if (this.isPaused) return false;
    const { transfer } = call;
    const time = this.timestamp(height);
    if (time <= transfer.validAfter || time >= transfer.validBefore || !this.isSigned(transfer)) return false;
    if (!move(from, transfer.to, transfer.value)) return false;
    set(this.states, id, 'used');
    set(this.endedIn, id, tx.hash);
    logs.push(
      { event: 'AuthorizationUsed', from, nonce },
      { event: 'Transfer', from, to: transfer.to, value: transfer.value },
    );
    return true;
  }
}

/** Calls of a transaction that third parties may copy. */
export const transfersIn = (calls: readonly Call[]): SignedTransfer[] =>
  calls.flatMap((call) => (call.kind === 'authorized' ? [call.transfer] : []));

/** A signed authorization as the token reads it. */
export const transferOf = ({ authorization, signature }: SignedAuthorization): SignedTransfer => ({
  from: authorization.from,
  to: authorization.to,
  value: Number(authorization.value),
  validAfter: Number(authorization.validAfter),
  validBefore: Number(authorization.validBefore),
  nonce: authorization.nonce,
  signature,
});
