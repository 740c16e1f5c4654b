import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import { openSqlite } from '../adapters/sql/sqlite-store.ts';
import { TEMPORARY } from '../adapters/temporary.testing.ts';
import {
  askerOf,
  CONDITION_WORDS,
  CONDITIONS,
  type ConditionSources,
  keepAsking,
  LASTS_MS,
  standingOf,
  type Words,
} from './conditions.ts';
import { type Config, readConfig } from './config.ts';
import { dataDirWord, localFaults, ROOM_BYTES } from './local-faults.ts';

const folder = mkdtempSync(join(TEMPORARY, 'assay-conditions-'));
const signingKeysFile = join(folder, 'signing-keys.json');
const keys = openSigningKeys(signingKeysFile, 'https://assay.example', { create: true, now: 0 });
const store = await openSqlite(join(folder, 'journal.sqlite'));
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const NOW = 1_795_000_000_000;
let now = NOW;
const head = { age: 2_000, number: 100n };
const chainOf = (over: object = {}) =>
  ({
    client: {
      getChainId: async () => 8453,
      getBlock: async () => ({
        number: head.number,
        timestamp: BigInt(Math.round((now - head.age) / 1_000)),
      }),
      getGasPrice: async () => 10n,
      ...over,
    },
  }) as unknown as ConditionSources['chain'];
const dead = () => Promise.reject(new Error('down'));

const asked = (over: Partial<ConditionSources> = {}): ConditionSources => ({
  config: { mode: 'production', dataDir: folder, signingKeysFile },
  store,
  signer: keys.signer,
  editions: { latest: async () => undefined },
  chain: chainOf(),
  clock: { now: () => now, sleep: async () => {} },
  canPay: () => true,
  balance: async () => 10n ** 18n,
  ...over,
});
const wrongIn = (words: Words) =>
  Object.fromEntries(Object.entries(words).filter(([name, word]) => word !== 'ok' && name !== 'edition'));
const ask = async (over: Partial<ConditionSources> = {}) => wrongIn(await askerOf(asked(over))());

describe('what is asked while the service runs', () => {
  it('is in order', async () => {
    expect(await ask()).toEqual({});
  });

  const withPostgres = (offset: number) =>
    ({
      dialect: 'postgres',
      db: store.db,
      run: async () => [[{ now: now + offset }]],
    }) as unknown as ConditionSources['store'];
  const CASES: readonly (readonly [string, Partial<ConditionSources>, Record<string, string>])[] = [
    [
      'no key file',
      { config: { ...asked().config, signingKeysFile: join(folder, 'none') } },
      { keys: 'keys_unreadable' },
    ],
    [
      'a signer whose signature does not hold',
      { signer: { sign: async () => 'a.b.c', verify: async () => undefined } },
      { signing: 'signing_failed' },
    ],
    [
      'a folder that is gone',
      { config: { ...asked().config, dataDir: join(folder, 'gone') } },
      { data_dir: 'data_dir_not_writable' },
    ],
    ['a database that is away', { store: { ...store, run: dead } }, { journal: 'journal_unavailable' }],
    ['the clock of a database that differs', { store: withPostgres(-3_600_000) }, { clock: 'clock_wrong' }],
    ['the clock of a database that agrees', { store: withPostgres(4_000) }, {}],
    ['a node that is away', { chain: chainOf({ getBlock: dead }) }, { chain: 'chain_unavailable' }],
    ['another chain', { chain: chainOf({ getChainId: async () => 1 }) }, { chain: 'wrong_chain' }],
    ['no gas', { canPay: () => false }, { gas: 'out_of_gas' }],
    ['gas for less than a hundred sales', { balance: async () => 99_999_999n }, { gas: 'low_on_gas' }],
    ['gas for a hundred sales', { balance: async () => 100_000_000n }, {}],
  ];
  it.each(CASES)('%s', async (_, over, words) => {
    expect(await ask(over)).toEqual(words);
  });

  it('tells a node that stands still, one that catches up and a clock that is ahead from each other', async () => {
    const hour = 3_600_000;
    const round = async (ages: readonly number[]) => {
      const again = askerOf(asked());
      let words: Words | undefined;
      for (const [i, age] of ages.entries()) {
        Object.assign(head, { age, number: 100n + BigInt(age === ages[0]! + 5_000 * i ? 0 : i) });
        words = await again();
        now += 5_000;
      }
      Object.assign(head, { age: 2_000, number: 100n });
      now = NOW;
      return wrongIn(words!);
    };
    expect(await round([hour, hour + 5_000])).toEqual({ chain: 'chain_behind' });
    expect(await round([hour, hour - 60_000])).toEqual({ chain: 'chain_behind' });
    expect(await round([hour, hour + 1_000])).toEqual({ clock: 'clock_wrong' });
    expect(await round([-hour, -hour])).toEqual({ clock: 'clock_wrong' });
  });

  describe('an answer that is late', () => {
    const lateBy = async (
      over: Partial<ConditionSources>,
      name: 'journal' | 'data_dir',
      ...atMs: number[]
    ) => {
      const again = askerOf(asked({ patienceMs: 5, ...over }));
      const words: string[] = [];
      for (const ms of atMs) {
        now = NOW + ms;
        words.push((await again())[name]);
      }
      now = NOW;
      return words;
    };

    it('of a database is no failure until it has lasted, and is waited for and not asked for again', async () => {
      let questions = 0;
      const silent = { ...store, run: () => new Promise<never>(() => questions++) };
      expect(await lateBy({ store: silent }, 'journal', 0, 5_000, LASTS_MS - 1, LASTS_MS)).toEqual([
        ...Array<string>(3).fill('journal_slow'),
        'journal_unavailable',
      ]);
      expect(questions).toBe(1);
    });

    it('of a disk is no failure until it has lasted', async () => {
      const dataDir = mkdtempSync(join(folder, 'late-'));
      // Who opens a pipe that nobody reads waits.
      const pipe = join(dataDir, `.probe-${process.pid}`);
      execFileSync('mkfifo', [pipe]);
      const config = { ...asked().config, dataDir };
      expect(await lateBy({ config }, 'data_dir', 0, LASTS_MS - 1, LASTS_MS)).toEqual([
        ...['data_dir_slow', 'data_dir_slow', 'data_dir_not_writable'],
      ]);
      closeSync(openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK));
    });

    it('begins anew when one came, and a failure is said at once', async () => {
      let late: ((rows: never[]) => void) | undefined;
      let run: () => Promise<never[]> = () => new Promise((resolve) => (late = resolve));
      const held = { ...store, run: () => run() } as unknown as ConditionSources['store'];
      const again = askerOf(asked({ store: held, patienceMs: 5 }));
      const saidAt = async (ms: number) => {
        now = NOW + ms;
        return (await again()).journal;
      };
      const comes = async () => {
        late!([]);
        await new Promise((resolve) => setImmediate(resolve));
      };
      expect(await saidAt(0)).toBe('journal_slow');
      await comes();
      expect(await saidAt(LASTS_MS)).toBe('journal_slow');
      await comes();
      run = dead;
      expect(await saidAt(LASTS_MS + 1)).toBe('journal_unavailable');
      now = NOW;
    });

    it('and is a failure that nobody heard stands until an answer comes', async () => {
      let end: { resolve: (rows: never[]) => void; reject: (error: Error) => void } | undefined;
      const run = () => new Promise<never[]>((resolve, reject) => (end = { resolve, reject }));
      const again = askerOf(
        asked({ store: { ...store, run } as unknown as ConditionSources['store'], patienceMs: 5 }),
      );
      const saidAt = async (ms: number) => {
        now = NOW + ms;
        return (await again()).journal;
      };
      const turn = () => new Promise((resolve) => setImmediate(resolve));
      expect(await saidAt(0)).toBe('journal_slow');
      // As a pool ends its wait for a connection: after the round that asked, and long before it has lasted.
      for (const ms of [6_000, 12_000, 18_000, 24_000]) {
        end!.reject(new Error('timeout'));
        await turn();
        expect([await saidAt(ms), await saidAt(ms + 3_000)]).toEqual(Array(2).fill('journal_unavailable'));
      }
      end!.resolve([]);
      await turn();
      expect(await saidAt(30_000)).toBe('journal_slow');
      now = NOW;
    });
  });

  it('needs room', async () => {
    expect(await dataDirWord(folder, () => ROOM_BYTES - 1)).toBe('disk_full');
    expect(await dataDirWord(folder, () => ROOM_BYTES)).toBe('ok');
  });
});

describe('the words', () => {
  it('are those of a balancer', () => {
    const fine = Object.fromEntries(Object.keys(CONDITIONS).map((name) => [name, 'ok'])) as unknown as Words;
    expect(standingOf(fine)).toEqual({ ok: true, status: 'ready' });
    expect(standingOf({ ...fine, edition: 'edition_not_current', gas: 'low_on_gas' })).toEqual({
      ok: true,
      status: 'ready',
    });
    expect(standingOf({ ...fine, journal: 'journal_slow', data_dir: 'data_dir_slow' }).ok).toBe(true);
    expect(standingOf({ ...fine, gas: 'out_of_gas' })).toEqual({ ok: true, status: 'out_of_gas' });
    expect(standingOf({ ...fine, chain: 'chain_behind' })).toEqual({ ok: true, status: 'chain_behind' });
    for (const name of ['keys', 'signing', 'data_dir', 'journal', 'clock'] as const)
      expect(standingOf({ ...fine, chain: 'chain_behind', [name]: 'bad' })).toEqual({
        ok: false,
        status: 'bad',
      });
  });

  it('each has a row for operators: its status, what it means, what to do, what buyers see', () => {
    const docs = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
    const [, section] = /^## What `\/readyz` says\n(.*?)^## /ms.exec(docs)!;
    const rows = [...section!.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(
      ([, word, rest]) => [word!, rest!.split('|').map((cell) => cell.trim())] as const,
    );
    const states = ['ready', 'recovering', 'draining', ...new Set(Object.values(CONDITION_WORDS).flat())];
    expect(rows.map(([word]) => word).toSorted()).toEqual(states.toSorted());
    for (const [word, [status, ...cells]] of rows) {
      const name = (Object.keys(CONDITION_WORDS) as (keyof Words)[]).find((each) =>
        CONDITION_WORDS[each].includes(word),
      );
      const fine = Object.fromEntries(
        Object.keys(CONDITION_WORDS).map((each) => [each, 'ok']),
      ) as unknown as Words;
      const standing = standingOf({ ...fine, ...(name && { [name]: word }) });
      const said = `${standing.ok ? 200 : 503}${standing.ok && standing.status === 'ready' ? ', `ready`' : ''}`;
      if (name) expect([word, status]).toEqual([word, said]);
      if (word !== 'ready') expect([word, cells.filter((cell) => cell !== '').length]).toEqual([word, 3]);
    }
  });

  it('stand beside every code that a service ends with, and every word for a journal that is gone', () => {
    const docs = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
    const [, section] = /^## What to do when …\n(.*)/ms.exec(docs)!;
    const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
    const codes = ['./serve.ts', './chainside.ts', '../cli/operate.ts'].flatMap((path) => [
      ...source(path).matchAll(/^const EX\w+ = (\d+);$/gm),
    ]);
    const words = [...source('../adapters/sql/file-watch.ts').matchAll(/gone\('[^']+', '(\w+)'\)/g)];
    expect([codes.length, words.length]).toEqual([4, 4]);
    for (const [, code] of codes) expect(section).toMatch(new RegExp(`^\\| it .*, exit ${code} \\|`, 'm'));
    for (const [, word] of words) expect(section).toMatch(new RegExp(`^\\| .*\`${word}\`.* \\|`, 'm'));
  });

  it('each fires an alert, by the condition that it is a word of', () => {
    const rules = readFileSync(new URL('../../ops/prometheus/alerts.yml', import.meta.url), 'utf8');
    const named = [...rules.matchAll(/expr: .*assay_condition_ok\{condition=~?"([\w|]+)"\}\) == 0/g)];
    expect(named.flatMap(([, names]) => names!.split('|')).toSorted()).toEqual(
      Object.keys(CONDITION_WORDS).toSorted(),
    );
  });

  it('are told when they change, and only then', async () => {
    const fine = await askerOf(asked())();
    const turns = [
      fine,
      { ...fine, journal: 'journal_unavailable' },
      { ...fine, journal: 'journal_unavailable' },
      fine,
    ];
    let at = 0;
    const told: string[] = [];
    const asking = keepAsking(async () => turns.shift()!, {
      clock: { now: () => at, sleep: async () => {} },
      mode: 'production',
      changed: (name, word) => told.push(`${name} ${word}`),
    });
    while (turns.length > 0) {
      await asking.words();
      at += 2_000;
    }
    asking.stop();
    expect(told.filter((each) => !each.startsWith('edition'))).toEqual([
      'journal journal_unavailable',
      'journal ok',
    ]);
  });
});

describe('what starting and the doctor ask of this machine', () => {
  const configOf = (over: Partial<Config> = {}): Config => ({
    ...readConfig({ ASSAY_MODE: 'production' }).config,
    dataDir: folder,
    signingKeysFile,
    ...over,
  });
  const faults = async (over: Partial<Config> = {}) =>
    (await localFaults(configOf(over), { make: false })).map(
      ({ variable, message }) => `${variable} ${message}`,
    );
  const bad = (name: string, text: string, mode = 0o600) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };

  it.each([
    ['nothing', () => ({}), []],
    [
      'no key file in production',
      () => ({ signingKeysFile: join(folder, 'none') }),
      [/^SIGNING_KEYS_FILE names no file/],
    ],
    [
      'no key file in a sandbox',
      () => ({ mode: 'sandbox' as const, signingKeysFile: join(folder, 'none') }),
      [],
    ],
    [
      'a key file that is not whole',
      () => ({ signingKeysFile: bad('half.json', '{"keys":[') }),
      [/^SIGNING_KEYS_FILE .*not whole/],
    ],
    [
      'a key file without a key',
      () => ({ signingKeysFile: bad('empty.json', '{"keys":[]}') }),
      [/^SIGNING_KEYS_FILE .*not whole/],
    ],
    [
      'a key file that others can read',
      () => ({ signingKeysFile: bad('open.json', '{"keys":[]}', 0o644) }),
      [/^SIGNING_KEYS_FILE .*others: chmod 600/],
    ],
    [
      'a folder below a file',
      () => ({ dataDir: join(bad('file', ''), 'below') }),
      [/^DATA_DIR cannot be written/],
    ],
  ])('finds %s', async (_, over, expected) => {
    const found = await faults(over());
    expect(found).toHaveLength(expected.length);
    expected.forEach((pattern, i) => void expect(found[i]).toMatch(pattern));
  });

  it('finds a journal that others can read', async () => {
    const dataDir = mkdtempSync(join(folder, 'journal-'));
    writeFileSync(join(dataDir, 'journal.sqlite'), '', { mode: 0o644 });
    chmodSync(join(dataDir, 'journal.sqlite'), 0o644);
    expect(await faults({ dataDir })).toEqual([
      expect.stringMatching(/^DATA_DIR holds a journal that can be read by others/),
    ]);
  });
});
