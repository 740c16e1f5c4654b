import { describe, expect, it } from 'vitest';
import { campaign } from './campaign.ts';
import { loadMutant, MUTANTS, type MutantId } from './mutants.ts';

/** A suite that cannot fail proves nothing: here it must. */
describe('a campaign finds the seeded bug', () => {
  for (const [id, { what, points, seeds }] of Object.entries(MUTANTS))
    it(`${id}: ${what}`, async () => {
      const mutant = await loadMutant(id as MutantId);
      const { failures, runs } = await campaign({ ...mutant, from: 1, seeds, points, stopAfter: 1 });
      expect(failures, `no invariant broke in ${runs} runs`).toHaveLength(1);
      expect(failures[0]!.violations.map(({ invariant }) => invariant)).not.toContain('simulator');
    });
});

describe('loading a mutant', () => {
  it('refuses when the text to change is not there, so that no mutant is the real thing', async () => {
    const { edit, ...mutant } = MUTANTS.fingerprint_ignored;
    expect(edit[1]).toContain('fingerprint');
    await expect(
      loadMutant('fingerprint_ignored', { ...mutant, edit: [edit[0], 'this text is nowhere', ''] }),
    ).rejects.toThrow('its text is 0 times in src/gate/delivery.ts');
  });
});
