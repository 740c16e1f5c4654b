import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { sized } from '../support/campaign.ts';
import { campaign } from './campaign.ts';
import { loadMutant, MUTANTS, type MutantId, mutatedText } from './mutants.ts';

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
