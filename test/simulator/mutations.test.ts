import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { memoryJournal } from '../../src/adapters/memory-journal.ts';
import { AUDIT, AUDIT_BODY, AUDIT_PRICE, TICKET_HEADER, TICKET_ISSUER } from '../support/audit.ts';
import { sized } from '../support/campaign.ts';
import { openInProcess } from '../support/in-process.ts';
import { campaign } from './campaign.ts';
import { loadMutant, MUTANTS, type MutantId, mutatedModules, mutatedText, TICKET_KEPT } from './mutants.ts';

const ALL = Object.keys(MUTANTS) as MutantId[];
/** Found within seconds, and what they break is money or a promise about it. */
const FEW: readonly MutantId[] = ['reservation', 'unknown_told_as_failed', 'header_keyed', 'verb_keyed'];

/** A suite that cannot fail proves nothing: here it must. */
describe('a campaign finds the seeded bug', () => {
  for (const id of sized({ smoke: FEW, short: FEW, full: ALL }))
    it(`${id}: ${MUTANTS[id].what}`, async () => {
      const { points, seeds } = MUTANTS[id];
      const mutant = await loadMutant(id);
      const { failures, runs } = await campaign({ ...mutant, from: 1, seeds, points, stopAfter: 1 });
      expect(failures, `no invariant broke in ${runs} runs`).toHaveLength(1);
      expect(failures[0]!.violations.map(({ invariant }) => invariant)).not.toContain('simulator');
    });
});

describe('a ticket', () => {
  /** What two payments with one ticket are answered, and how many of them the seller got. */
  async function twoSalesWithOne(openJournal: typeof memoryJournal) {
    const house = await openInProcess(openJournal);
    const post = (path: string, body: object, headers = {}) =>
      house.origin(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const asked = await post(TICKET_ISSUER, {
      route: AUDIT.path,
      method: 'POST',
      network: 'eip155:8453',
      maxAmountAtomicUnits: AUDIT.price.amount,
      buyerApproval: true,
      payload: AUDIT_BODY,
    });
    const { ticket } = (await asked.json()) as { readonly ticket: string };
    const buy = async () => {
      const shown = { [TICKET_HEADER]: ticket, 'payment-signature': house.payment(AUDIT.id) };
      return (await post(AUDIT.path, AUDIT_BODY, shown)).status;
    };
    const answers = [await buy(), await buy()];
    await house.close();
    return { answers, paid: house.chain.seller / AUDIT_PRICE };
  }

  it(`is used up by the first sale, and seen to be sold for twice where ${TICKET_KEPT.what}`, async () => {
    expect(await twoSalesWithOne(memoryJournal)).toEqual({ answers: [200, 403], paid: 1n });
    const mutant = await mutatedModules('ticket_kept', TICKET_KEPT.edit, [TICKET_KEPT.edit[0]]);
    expect(await twoSalesWithOne(mutant.memoryJournal as typeof memoryJournal)).toEqual({
      answers: [200, 200],
      paid: 2n,
    });
  });
});

describe('loading a mutant', () => {
  // Without a campaign: a merge that moves the text of one is seen in the next run, not in the next release.
  const edits = ALL.flatMap((id) => {
    const mutant = MUTANTS[id];
    return 'edit' in mutant ? [{ id, edit: mutant.edit }] : [];
  });
  it.each(edits)('$id: its text is there to be changed, and what is changed is code', ({ id, edit }) => {
    expect(stripTypeScriptTypes(mutatedText(id, edit), { mode: 'transform' })).not.toBe('');
  });

  it('refuses when the text to change is not there, so that no mutant is the real thing', async () => {
    const { edit, ...mutant } = MUTANTS.fingerprint_ignored;
    expect(edit[1]).toContain('fingerprint');
    await expect(
      loadMutant('fingerprint_ignored', { ...mutant, edit: [edit[0], 'this text is nowhere', ''] }),
    ).rejects.toThrow('its text is 0 times in src/gate/delivery.ts');
  });
});
