import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Ports } from '../../src/gate/gate.ts';
import type { Code } from './code.ts';
import type { RunOptions } from './run.ts';

/**
 * Seeded bugs. A campaign that finds no fault with one of these proves nothing by finding none in the real code.
 * Most are one changed place in a copy of `src` in a temporary folder; when the text to change is no longer there,
 * loading the mutant throws, so that a mutant can never silently become the real thing.
 */
interface Mutant {
  readonly what: string;
  /** File under `src`, what to find there exactly once, what to put in its place. */
  readonly edit?: readonly [file: string, find: string, replace: string];
  readonly ports?: (ports: Ports) => Ports;
  readonly run?: Pick<RunOptions, 'skipRecovery' | 'throughApp'>;
}

export const MUTANTS = {
  reservation: {
    what: 'a claim is always fresh: the payment key is not unique',
    edit: [
      'adapters/memory-journal.ts',
      "if (present && !mayMove(present.state, 'claimed')) return { kind: 'taken', entry: present };",
      '',
    ],
  },
  unknown_told_as_failed: {
    what: 'an unknown outcome is answered 402',
    edit: [
      'gate/gate.ts',
      "if (outcome.kind === 'unknown') return PENDING;",
      "if (outcome.kind === 'unknown') return decline('settlement_refused');",
    ],
  },
  header_keyed: {
    what: 'a payment is known by its header text, not by its fields',
    edit: [
      'gate/rails/x402.ts',
      'key: paymentKey(offer.network, offer.asset, authorization.from, authorization.nonce),',
      'key: paymentKey(offer.network, offer.asset, authorization.from, header),',
    ],
  },
  verb_keyed: {
    what: 'HEAD reaches the handler and not the gate',
    edit: [
      'http/routes.ts',
      "run: async () => ({ response: challengeResponse(await gate.challenge()), outcome: 'challenged' }),",
      "run: async (request) => ({ response: Response.json(gate.product.forms[0]!.run(Object.fromEntries(new URL(request.url).searchParams), { asOf: 0, release: '' } as never)), outcome: 'free' }),",
    ],
    run: { throughApp: true },
  },
  sent_before_journalled: {
    what: 'the transaction is sent before the journal holds it',
    edit: [
      'adapters/evm/lane.ts',
      "if (!(await recorded(record, signed))) return { kind: 'not_sent' };\n      const sent = await resend(signed.rawTransaction);",
      "const sent = await resend(signed.rawTransaction);\n      if (!(await recorded(record, signed))) return { kind: 'not_sent' };",
    ],
  },
  failed_by_error: {
    what: 'a row fails because a question failed',
    edit: [
      'adapters/evm/settler.ts',
      "report('receipt', error);\n      return { kind: 'unknown' };",
      "report('receipt', error);\n      return { kind: 'failed', reason: 'settlement_refused' };",
    ],
  },
  fingerprint_ignored: {
    what: 'a payment buys any request',
    edit: [
      'gate/gate.ts',
      'if (seen.fingerprint !== sale.fingerprint)',
      'if (seen.fingerprint.length === 0)',
    ],
  },
  transfer_anywhere: {
    what: 'any Transfer in the receipt counts, not the one right behind the AuthorizationUsed',
    edit: [
      'adapters/evm/chain.ts',
      'events.find((event) => event.logIndex === used.logIndex! + 1)',
      "events.find((event) => event.eventName === 'Transfer')",
    ],
  },
  ready_without_sweep: {
    what: 'a process is ready without having looked at unfinished rows',
    run: { skipRecovery: true },
  },
  time_before_journal: {
    what: 'the time window is judged before the journal is asked',
    edit: [
      'gate/gate.ts',
      'const seen = await attempt(journal.get(payment.key));\n    if (seen === DOWN) return UNAVAILABLE;\n    if (seen && !mayBeginAgain(seen)) return resume(sale, seen);\n\n    const verified',
      "const soon = timing();\n    if (soon !== 'in_time' && soon !== 'too_close') return decline(soon);\n    const seen = await attempt(journal.get(payment.key));\n    if (seen === DOWN) return UNAVAILABLE;\n    if (seen && !mayBeginAgain(seen)) return resume(sale, seen);\n\n    const verified",
    ],
  },
  stale_expiry: {
    what: '"unused" is read before "expired", and without a margin for reorganisations',
    edit: [
      'adapters/evm/authorization.ts',
      'const expired = (await chain.now()) > BigInt(signed.authorization.validBefore) + EXPIRY_MARGIN_SECONDS;\n  if (await chain.isUsed(terms, signed)) {',
      'const used = await chain.isUsed(terms, signed);\n  const expired = (await chain.now()) > BigInt(signed.authorization.validBefore);\n  if (used) {',
    ],
  },
  stale_head: {
    what: 'the newest block is whatever it was four seconds ago',
    edit: ['adapters/evm/chain.ts', 'cacheTime: 0,', 'cacheTime: 4_000,'],
  },
  revert_is_final: {
    what: 'a reverted transaction ends an authorization that is still valid',
    edit: [
      'adapters/evm/authorization.ts',
      "return expired ? { kind: 'failed', reason: 'authorization_expired' } : { kind: 'unknown' };",
      "return { kind: 'failed', reason: expired ? 'authorization_expired' : 'settlement_refused' };",
    ],
  },
  twin_unseen: {
    what: 'a late refusal does not look whether a twin was claimed meanwhile',
    edit: [
      'gate/gate.ts',
      'if (no) return unlessKnownByNow(sale, no);',
      "if (no) return typeof no === 'string' ? decline(no) : no;",
    ],
  },
  facilitator_believed: {
    what: 'a facilitator that says success is believed without a receipt',
    edit: [
      'adapters/facilitator/settler.ts',
      "if (receipt && paidUs(receipt, terms, signed)) return { kind: 'settled', transaction };",
      "if (said.kind === 'settled' || receipt) return { kind: 'settled', transaction };",
    ],
  },
  lane_never_doubts: {
    what: 'a nonce that a node lost is counted on for ever',
    edit: ['adapters/evm/lane.ts', 'doubt: () => {\n      nonce = undefined;\n    },', 'doubt: () => {},'],
  },
} as const satisfies Record<string, Mutant>;

export type MutantId = keyof typeof MUTANTS;

/** What to give to a run so that it runs the mutant. Throws when the real text is not there to be changed. */
export async function loadMutant(
  id: MutantId,
): Promise<Pick<RunOptions, 'code' | 'mutate' | 'skipRecovery' | 'throughApp'>> {
  const { edit, ports, run }: Mutant = MUTANTS[id];
  return { ...(edit && { code: await mutatedCode(id, edit) }), ...(ports && { mutate: ports }), ...run };
}

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

async function mutatedCode(id: MutantId, [file, find, replace]: NonNullable<Mutant['edit']>): Promise<Code> {
  const folder = mkdtempSync(join(tmpdir(), `assay-mutant-${id}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(REPOSITORY, 'src'), join(folder, 'src'), { recursive: true });
  cpSync(join(REPOSITORY, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, 'src', file);
  const text = readFileSync(path, 'utf8');
  // White space is the formatter's business.
  const pattern = new RegExp(find.split(/\s+/).map(escaped).join('\\s+'), 'g');
  const found = text.match(pattern)?.length ?? 0;
  if (found !== 1)
    throw new Error(
      `mutant ${id}: its text is ${found} times in src/${file}; it must be there once. Move the mutant to where the rule is now.`,
    );
  writeFileSync(
    path,
    text.replace(pattern, () => replace),
  );
  const load = async (module: string) =>
    (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'src', module)).href)) as Record<
      string,
      unknown
    >;
  const modules = await Promise.all(
    [
      'gate/gate.ts',
      'gate/offer.ts',
      'gate/reconcile.ts',
      'adapters/evm/settler.ts',
      'adapters/evm/chain.ts',
      'adapters/facilitator/settler.ts',
      'adapters/memory-journal.ts',
      'http/app.ts',
    ].map(load),
  );
  return Object.assign({}, ...modules) as Code;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
