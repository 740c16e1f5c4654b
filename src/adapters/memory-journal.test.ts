import { describe, expect, it } from 'vitest';
import { journalSuite, suiteClaim } from './journal.suite.ts';
import { memoryJournal } from './memory-journal.ts';

journalSuite('memory', async () => {
  const journal = memoryJournal();
  return {
    journal,
    second: journal,
    tickets: journal.tickets,
    books: [journal.books, journal.books],
    reported: [journal.reported, journal.reported],
    reopen: async () => journal,
    close: async () => {},
  };
});

describe('memory journal with faults', () => {
  const claim = suiteClaim();

  it('writes nothing when the fault comes before', async () => {
    let faulty = true;
    const journal = memoryJournal({
      before: (operation) => {
        if (faulty && operation === 'claim') throw new Error('no disk');
      },
    });
    await expect(journal.claim(claim)).rejects.toThrow('no disk');
    expect(await journal.get(claim.key)).toBeUndefined();
    faulty = false;
    expect((await journal.claim(claim)).kind).toBe('fresh');
  });

  it('has written when only the answer is lost', async () => {
    const seen: string[] = [];
    const journal = memoryJournal({
      after: async (operation) => {
        seen.push(operation);
        if (operation === 'settling') throw new Error('no answer');
      },
    });
    await journal.claim(claim);
    const sent = { bodyDigest: 'sha256:body', leaseUntil: 1 };
    await expect(journal.settling(claim.key, claim.owner, sent)).rejects.toThrow('no answer');
    expect((await journal.get(claim.key))?.state).toBe('settling');
    expect(seen).toEqual(['claim', 'settling', 'get']);
  });
});
