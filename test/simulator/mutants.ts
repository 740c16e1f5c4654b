import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Ports } from '../../src/ports.ts';
import { whereTheSourceIs } from '../shared/bundles.ts';
import type { Code } from './code.ts';
import type { FaultPoint } from './faults.ts';
import type { RunOptions } from './run.ts';

/**
 * Seeded bugs. A campaign that finds no fault with one of these proves nothing by finding none in the real code.
 * Most are one changed place in a bundle of `src`; when the text to change is no longer there,
 * loading the mutant throws, so that a mutant can never silently become the real thing.
 */
interface Mutant {
  readonly what: string;
  /** File under `src`, what to find there exactly once, what to put in its place. */
  readonly edit?: readonly [file: string, find: string, replace: string];
  readonly ports?: (ports: Ports) => Ports;
  readonly run?: Pick<RunOptions, 'skipRecovery' | 'throughApp' | 'throughViem' | 'settler' | 'slowNodes'>;
  /** Where a campaign has to look, and how long at the most. */
  readonly points: readonly FaultPoint[];
  readonly seeds: number;
}

export const MUTANTS = {
  reservation: {
    what: 'a claim is always fresh: the payment key is not unique',
    points: ['net.duplicate'],
    seeds: 60,
    edit: [
      'adapters/memory-journal.ts',
      "if (present && !mayMove(present.state, 'claimed')) return { kind: 'taken', entry: present };",
      '',
    ],
  },
  unknown_told_as_failed: {
    what: 'an unknown outcome is answered 402',
    points: ['settler.pending'],
    seeds: 30,
    edit: [
      'gate/settling.ts',
      "if (outcome.kind === 'unknown') {",
      "if (outcome.kind === 'unknown') { return decline('settlement_refused', call);",
    ],
  },
  header_keyed: {
    what: 'a payment is known by its header text, not by its fields',
    points: ['net.duplicate'],
    seeds: 30,
    edit: [
      'gate/rails/x402-credential.ts',
      "payment: { rail: 'x402', offer, ...paid,",
      "payment: { rail: 'x402', offer, ...paid, key: header,",
    ],
  },
  verb_keyed: {
    what: 'HEAD reaches the handler and not the gate',
    points: ['crash.mid_body'],
    seeds: 30,
    edit: [
      'http/paid-route.ts',
      'return counted(await gate.unpaid(get, call), {',
      "gate.product.forms[0]!.run(Object.fromEntries(new URL(request.url).searchParams), { asOf: 0, release: '' } as never);\n        return counted(await gate.unpaid(get, call), {",
    ],
    run: { throughApp: true },
  },
  sent_before_journalled: {
    what: 'the transaction is sent before the journal holds it',
    points: ['crash.during_settle'],
    seeds: 20,
    run: { settler: 'evm' },
    edit: [
      'adapters/evm/lane.ts',
      'if (!(await recorded(record, signed))) return noMore;\n      const sent = await resend(signed.rawTransaction);',
      'const sent = await resend(signed.rawTransaction);\n      if (!(await recorded(record, signed))) return noMore;',
    ],
  },
  failed_by_error: {
    what: 'a row fails because a question failed',
    points: ['settler.reconcile_unavailable'],
    seeds: 300,
    run: { settler: 'evm' },
    edit: [
      'adapters/evm/settler.ts',
      "report('receipt', error);\n      return { kind: 'unknown' };",
      "report('receipt', error);\n      return { kind: 'failed', reason: 'settlement_refused' };",
    ],
  },
  fingerprint_ignored: {
    what: 'a payment buys any request',
    points: ['net.answer_lost'],
    seeds: 60,
    edit: [
      'gate/delivery.ts',
      'if (seen.fingerprint !== read.fingerprint)',
      'if (seen.fingerprint.length === 0)',
    ],
  },
  transfer_anywhere: {
    what: 'any Transfer in the receipt counts, not the one right behind the AuthorizationUsed',
    points: ['crash.mid_body'],
    seeds: 60,
    edit: [
      'adapters/evm/chain.ts',
      'logs.find((log) => log.logIndex === used.logIndex! + 1)',
      'logs.find((log) => log.topics[0] === TRANSFER_TOPIC)',
    ],
  },
  status_of_a_shared_transaction: {
    what: 'a sale is paid when the transaction that carries it succeeded, whatever its own call did',
    points: ['chain.front_run', 'authorization.short'],
    seeds: 600,
    run: { settler: 'evm' },
    edit: [
      'adapters/evm/settler.ts',
      "if (paidUs(receipt, terms, signed)) return { kind: 'settled', transaction };",
      "if (shared ? receipt.status === 'success' : paidUs(receipt, terms, signed)) return { kind: 'settled', transaction };",
    ],
  },
  sent_for_a_row_that_refused: {
    what: 'a shared transaction is sent although one of its rows could not record it',
    points: ['disk.full_at_commit', 'disk.io_error'],
    seeds: 600,
    run: { settler: 'evm' },
    edit: ['adapters/evm/batch.ts', 'return held.every(Boolean); };', 'return held.some(Boolean); };'],
  },
  no_proof_compared: {
    what: 'whoever shows a settled signature gets the answer',
    points: ['crash.mid_body', 'settler.slow_answer'],
    seeds: 60,
    edit: [
      'gate/delivery.ts',
      "if (known !== undefined) return known ? { call: unnamed } : refusedAs('not_its_buyer');",
      '',
    ],
  },
  no_age_of_transfer_compared: {
    what: 'a payment whose money moved before we saw it is sold',
    points: ['edge.settled_origin_unreachable'],
    seeds: 60,
    edit: [
      'gate/paid-call.ts',
      "return own !== undefined || isForOneChallenge(payment.proof) ? undefined : 'used_elsewhere';",
      'return undefined;',
    ],
  },
  ready_without_sweep: {
    what: 'a process is ready without having looked at unfinished rows',
    points: ['crash.after_reserve'],
    seeds: 20,
    run: { skipRecovery: true },
  },
  time_before_journal: {
    what: 'the time window is judged before the journal is asked',
    points: ['clock.backward'],
    seeds: 60,
    edit: [
      'gate/gate.ts',
      'const seen = await attempt(rowOf(payment)); if (seen === DOWN) return UNAVAILABLE; if (seen && !mayBeginAgain(seen)) return resume(unnamed, seen); // The row was given up',
      "const soon = timing(); if (soon !== 'in_time' && soon !== 'too_close') return decline(soon, unnamed); const seen = await attempt(rowOf(payment)); if (seen === DOWN) return UNAVAILABLE; if (seen && !mayBeginAgain(seen)) return resume(unnamed, seen); // The row was given up",
    ],
  },
  two_latest_reads: {
    what: 'the state is read at "latest", not at the block whose time is believed',
    points: ['chain.stopped_node'],
    seeds: 400,
    run: { throughViem: true },
    edit: [
      'adapters/evm/sightings.ts',
      "const answer = await at({ number, hash }, data); const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer }); const [ownNumber, ownTime, ...states] = results.map(({ returnData }) => BigInt(returnData)); if (ownNumber !== number || ownTime !== time || states.length !== calls.length)",
      "const { data: answer } = await client.call({ to: MULTICALL3, data }); void at; void hash; const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer! }); const [, , ...states] = results.map(({ returnData }) => BigInt(returnData)); if (states.length !== calls.length)",
    ],
  },
  revert_is_final: {
    what: 'a reverted transaction ends an authorization that is still valid',
    points: ['chain.front_run', 'settler.pending'],
    seeds: 100,
    edit: [
      'adapters/evm/authorization.ts',
      ": { kind: 'unknown' }; } /** Revert texts",
      ": { kind: 'failed', reason: 'settlement_refused' }; } /** Revert texts",
    ],
  },
  refusal_of_what_paid: {
    what: "a facilitator's refusal is told to the buyer without a second look at the chain",
    points: ['edge.settled_origin_unreachable'],
    seeds: 300,
    run: { settler: 'facilitator' },
    edit: [
      'adapters/facilitator/settler.ts',
      'return lookAgain(payment, reason);',
      'return declined(reason);',
    ],
  },
  lagging_node_believed: {
    what: 'a facilitator that calls a nonce used is believed while our own node shows it unused',
    points: ['chain.stale_node'],
    seeds: 600,
    run: { settler: 'facilitator' },
    edit: [
      'adapters/facilitator/settler.ts',
      "return CHAIN_FACTS.has(reason) ? untold('verify', 'sees another chain than we do') : declined(reason);",
      'return declined(reason);',
    ],
  },
  twin_unseen: {
    what: 'a late refusal does not look whether a twin was claimed meanwhile',
    points: ['net.duplicate'],
    seeds: 200,
    edit: [
      'gate/gate.ts',
      'if (no) return unlessKnownByNow(call, no);',
      "if (no) return typeof no === 'string' ? decline(no, call) : no;",
    ],
  },
  facilitator_believed: {
    what: 'a facilitator that says success is believed without a receipt',
    points: ['settler.wrong_network'],
    seeds: 60,
    edit: [
      'adapters/facilitator/settler.ts',
      "return receipt && paidUs(receipt, terms, signed) ? { kind: 'settled', transaction } : { kind: 'unknown' };",
      "return said.kind === 'settled' || receipt ? { kind: 'settled', transaction } : { kind: 'unknown' };",
    ],
  },
  lane_never_doubts: {
    // Two ways out, either of which is enough: a late receipt's doubt, and the look for a gap.
    what: 'a nonce that a node lost is counted on for ever, and nobody looks for the gap',
    points: ['settler.lost_request', 'authorization.short'],
    seeds: 600,
    run: { settler: 'evm' },
    edit: [
      'adapters/evm/lane.ts',
      'fillGap: () => inTurn(fillGap).catch(report),\n    overtaken: (transactions) =>\n      overtaken(transactions).catch((error) => {\n        report(error);\n        return [];\n      }),\n    doubt: () =>\n      void inTurn(async () => {\n        nonce = undefined;\n      }),',
      'fillGap: async () => {},\n    overtaken: (transactions) =>\n      overtaken(transactions).catch((error) => {\n        report(error);\n        return [];\n      }),\n    doubt: () => {},',
    ],
  },
  lane_waits_for_ever: {
    what: 'bytes that no node takes hold up all sales until a restart',
    points: ['chain.refuses_bytes'],
    seeds: 60,
    run: { settler: 'evm' },
    edit: ['adapters/evm/lane.ts', '!(await isOver(until))', 'true'],
  },
} as const satisfies Record<string, Mutant>;

export type MutantId = keyof typeof MUTANTS;

/** The simulator sells without tickets; this one is sold to by the whole origin in one process. */
export const TICKET_KEPT = {
  what: 'a ticket is not used up by the payment that it admits',
  edit: [
    'adapters/memory-journal.ts',
    'if (shown) tickets.set(shown.digest, { ...shown, paymentKey: key, consumedAt: null });',
    '',
  ],
} as const satisfies Pick<Mutant, 'what' | 'edit'>;

/** What to give to a run so that it runs the mutant. Throws when the real text is not there to be changed. */
export async function loadMutant(
  id: MutantId,
  mutant: Mutant = MUTANTS[id],
): Promise<Pick<RunOptions, 'code' | 'mutate'> & NonNullable<Mutant['run']>> {
  const { edit, ports, run } = mutant;
  return { ...(edit && { code: await mutatedCode(id, edit) }), ...(ports && { mutate: ports }), ...run };
}

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/** The changed file, as text. Throws when the real text is not there to be changed. */
export function mutatedText(id: string, [file, find, replace]: NonNullable<Mutant['edit']>): string {
  const text = readFileSync(join(REPOSITORY, 'src', file), 'utf8');
  const pattern = looselyAs(find);
  const found = text.match(pattern)?.length ?? 0;
  if (found !== 1)
    throw new Error(
      `mutant ${id}: its text is ${found} times in src/${file}; it must be there once. Move the mutant to where the rule is now.`,
    );
  return text.replace(pattern, () => replace);
}

/** Modules of a copy of `src` with one changed place, and what they import from it. */
export async function mutatedModules(
  id: string,
  edit: NonNullable<Mutant['edit']>,
  modules: readonly string[],
): Promise<Record<string, unknown>> {
  const source = join(REPOSITORY, 'src');
  const folder = join(REPOSITORY, '.cache', 'mutants', `${process.pid}-${id}`);
  try {
    await build({
      entryPoints: modules.map((module) => join(source, module)),
      outdir: folder,
      outbase: source,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      logLevel: 'silent',
      plugins: [whereTheSourceIs({ [join(source, edit[0])]: mutatedText(id, edit) })],
    });
    // Not `import`, which the test runner would take as work for itself, file by file.
    const load = createRequire(import.meta.url);
    return Object.assign({}, ...modules.map((module) => load(join(folder, module.replace(/ts$/, 'mjs')))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const mutatedCode = async (id: MutantId, edit: NonNullable<Mutant['edit']>): Promise<Code> =>
  (await mutatedModules(id, edit, [
    'gate/gate.ts',
    'gate/offer.ts',
    'gate/rails/x402.ts',
    'gate/reconcile.ts',
    'adapters/evm/settler.ts',
    'adapters/evm/chain.ts',
    'adapters/facilitator/settler.ts',
    'adapters/memory-journal.ts',
    'http/app.ts',
  ])) as unknown as Code;

/** White space and trailing commas are the formatter's business. */
function looselyAs(text: string): RegExp {
  const tokens = text.match(/\w+|[^\w\s]/g) ?? [];
  const parts = tokens.map((token, i) => {
    const next = tokens[i + 1];
    if (next === undefined) return escaped(token);
    if (/^\w/.test(token) && /^\w/.test(next)) return `${token}\\s+`;
    return `${escaped(token)}\\s*${/^[)\]}]$/.test(next) ? ',?\\s*' : ''}`;
  });
  return new RegExp(parts.join(''), 'g');
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
