import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, describe, expect, it } from 'vitest';
import { openSigningKeys } from '../src/adapters/signing-keys.ts';
import { TEMPORARY } from '../src/adapters/temporary.testing.ts';
import { sampleEdition } from '../src/ledger/testing.ts';
import { signEdition } from '../src/ledger/verify.ts';
import { assay, ownProcess } from './support/command.ts';

const folder = mkdtempSync(join(TEMPORARY, 'assay-init-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PAID = '0x00000000000000000000000000000000000000AA';
const RIGHT = [
  '--public-url',
  'https://api.example.com',
  '--pay-to-evm',
  PAID,
  '--evm-rpc-url',
  'https://base.example/k',
];
const text = (out: string, name: string) => readFileSync(join(out, name), 'utf8');

describe('assay init', () => {
  it('writes settings that only their owner reads, and a unit, and says what is next', async () => {
    const out = join(folder, 'flags');
    const { code, out: said } = await assay([
      'init',
      '--yes',
      ...['--out', out],
      ...RIGHT,
      ...['--edition-source', 'https://editions.example/latest.json'],
      ...['--set', 'OPERATOR_NAME=An Assay & sons', 'PORT=4100'],
    ]);
    expect(code).toBe(0);
    expect(readdirSync(out).toSorted()).toEqual([
      'assay-edition.service',
      'assay-edition.timer',
      'assay.env',
      'assay.service',
    ]);
    expect(statSync(join(out, 'assay.env')).mode & 0o777).toBe(0o600);
    expect(statSync(out).mode & 0o077).toBe(0);
    expect(text(out, 'assay.service')).toContain(`EnvironmentFile=${out}/assay.env`);
    expect(text(out, 'assay.service')).toContain(`LoadCredential=settler-key:${out}/settler-key`);
    expect(text(out, 'assay.service')).toMatch(/^StateDirectory=assay\n/m);
    expect(text(out, 'assay.service')).toMatch(/^ProtectHome=yes\n/m);
    // A shell reads the settings as they were given.
    const read = execFileSync('sh', [
      '-c',
      `. ${out}/assay.env; printf %s "$OPERATOR_NAME|$PUBLIC_URL|$PORT"`,
    ]);
    expect(read.toString()).toBe('An Assay & sons|https://api.example.com|4100');
    for (const step of [
      'useradd',
      'settler-key',
      'keys rotate',
      'edition pull',
      'doctor',
      'systemctl enable',
    ])
      expect(said).toContain(step);
  });

  it('writes units that may write to the folder of the data, wherever it is', async () => {
    const out = join(folder, 'opt/assay/etc');
    const { code } = await assay([
      ...['init', '--yes', '--out', out, ...RIGHT, '--edition-source', 'https://editions.example/a.json'],
      ...['--prefix', '/srv/assay', '--data-dir', '/home/shop/etc/assay'],
    ]);
    expect(code).toBe(0);
    for (const unit of ['assay.service', 'assay-edition.service']) {
      const lines = text(out, unit).split('\n');
      expect(lines).toEqual(
        expect.arrayContaining([
          `EnvironmentFile=${out}/assay.env`,
          'Environment=NODE_ENV=production ASSAY_MODE=production DATA_DIR=/home/shop/etc/assay',
          'ReadWritePaths=/home/shop/etc/assay',
          'ProtectHome=read-only',
        ]),
      );
      expect(lines.find((line) => line.startsWith('ExecStart='))).toMatch(/^ExecStart=\/srv\/assay\/bin\//);
      expect(text(out, unit)).not.toContain('StateDirectory');
    }
  });

  it('says next steps that a shell runs with the settings as they are, and shows nobody', async () => {
    const out = join(folder, 'steps');
    const prefix = join(folder, 'installed');
    const programs = join(prefix, 'bin');
    mkdirSync(programs, { recursive: true });
    const seen = '"$OPERATOR_NAME|$EVM_RPC_URL|$ASSAY_MODE|$DATA_DIR|$SETTLER_KEY_FILE|$*"';
    const program = (name: string, script: string) =>
      writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    program('assay', `echo ${seen}`);
    program('runuser', 'echo "$*"; shift 3; exec "$@"');
    const { out: said } = await assay([
      ...['init', '--yes', '--out', out, '--prefix', prefix, '--data-dir', '/srv/data', ...RIGHT],
      ...['--edition-source', 'https://editions.example/a.json', '--set', 'OPERATOR_NAME=An Assay & sons'],
    ]);
    const steps = said.split('\n').filter((line) => / (?:edition pull|doctor)\b/.test(line));
    const ran = steps.map((step) =>
      execFileSync('sh', ['-c', step.replace(/<.*>/, 'jwks.json')], {
        env: { PATH: `${programs}:${process.env.PATH ?? ''}` },
      }).toString(),
    );
    const settings = 'An Assay & sons|https://base.example/k|production|/srv/data';
    const pull = 'edition pull https://editions.example/a.json --keys jwks.json';
    expect(ran).toEqual([
      `-u assay -- ${programs}/assay ${pull}\n${settings}||${pull}\n`,
      `${settings}|${out}/settler-key|doctor\n`,
    ]);
  });

  // Without systemd nobody can say what systemd makes of a unit; CI has it.
  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
    'writes units that systemd takes without a warning, and exposes little to',
    async () => {
      const out = join(folder, 'judged');
      const prefix = join(folder, 'judged-prefix');
      mkdirSync(join(prefix, 'bin'), { recursive: true });
      writeFileSync(join(prefix, 'bin/assay'), '#!/bin/sh\n', { mode: 0o755 });
      await assay([
        ...['init', '--yes', '--out', out, '--prefix', prefix, '--data-dir', '/home/shop/assay', ...RIGHT],
        ...['--edition-source', 'https://editions.example/a.json'],
      ]);
      const units = readdirSync(out).filter((name) => name !== 'assay.env');
      expect(units).toHaveLength(3);
      const analyse = (...args: string[]) =>
        spawnSync('systemd-analyze', args, { cwd: out, encoding: 'utf8' });
      const verified = analyse('verify', ...units.map((name) => `./${name}`));
      expect([verified.status, verified.stdout, verified.stderr]).toEqual([0, '', '']);
      // In tenths, of ten.
      for (const unit of units.filter((name) => name.endsWith('.service')))
        expect([unit, analyse('security', '--offline=true', '--threshold=30', `./${unit}`).status]).toEqual([
          unit,
          0,
        ]);
    },
  );

  it('needs no settler key where a facilitator settles', async () => {
    const out = join(folder, 'facilitator');
    const { code, out: said } = await assay([
      ...['init', '--yes', '--out', out, ...RIGHT],
      ...['--facilitator-url', 'https://facilitator.example'],
    ]);
    expect(code).toBe(0);
    expect(readdirSync(out).toSorted()).toEqual(['assay.env', 'assay.service']);
    expect(text(out, 'assay.service')).not.toContain('settler-key');
    expect(said).not.toContain('settler-key');
  });

  it.each([
    ['what is missing', RIGHT.slice(0, 4), /EVM_RPC_URL is needed \(--evm-rpc-url\)/],
    ['an address without TLS', ['--public-url', 'http://api.example.com', ...RIGHT.slice(2)], /PUBLIC_URL /],
    ['a wrong address', [...RIGHT.slice(0, 2), '--pay-to-evm', '0x12', ...RIGHT.slice(4)], /PAY_TO_EVM /],
    ['an unknown setting', [...RIGHT, '--set', 'COLOUR=red'], /COLOUR is not a setting/],
    ['a wrong further setting', [...RIGHT, '--set', 'PORT=door'], /PORT /],
    ['a line break', [...RIGHT, '--set', 'OPERATOR_NAME=a\nPAY_TO_EVM=0x1'], /line break/],
  ])('writes nothing for %s, and names it', async (name, args, says) => {
    const out = join(folder, name.replaceAll(' ', '-'));
    const { code, err } = await assay(['init', '--yes', '--out', out, ...args]);
    expect([code, err]).toEqual([2, expect.stringMatching(says)]);
    expect(() => readdirSync(out)).toThrow();
  });

  it.each([
    ['--out', 'my settings'],
    ['--prefix', 'opt/$HOME'],
    ['--data-dir', '100%'],
    ['--data-dir', "o'clock"],
  ])('writes nothing where %s is "%s": a unit and a shell would read it differently', async (flag, name) => {
    const out = mkdtempSync(join(folder, 'refused-'));
    const given = ['--out', out, flag, join(out, name)];
    const { code, err } = await assay(['init', '--yes', ...given, ...RIGHT]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(`^nothing was written:\n  ${flag} contains a char[^\n]+\n$`),
    ]);
    expect(readdirSync(out)).toEqual([]);
  });

  it.each(['assay.env', 'assay.service'])('overwrites nothing: %s', async (name) => {
    const out = mkdtempSync(join(folder, 'there-'));
    writeFileSync(join(out, name), 'mine');
    const { code, err } = await assay(['init', '--yes', '--out', out, ...RIGHT]);
    expect([code, err]).toEqual([1, expect.stringContaining(name)]);
    expect(readdirSync(out)).toEqual([name]);
    expect(text(out, name)).toBe('mine');
  });

  it('asks, and asks again after a wrong answer', async () => {
    const out = join(folder, 'asked');
    const answers = [
      'https://api.example.com',
      'nobody',
      PAID,
      'https://base.example/k',
      '',
      'An Assay',
      'mailto:a@b.example',
      '',
    ];
    const { code, out: said } = await ownProcess(['init', '--out', out], {
      input: `${answers.join('\n')}\n`,
    });
    expect([code, said]).toEqual([0, expect.stringMatching(/PAY_TO_EVM .*\.\nPAY_TO_EVM: /)]);
    expect(text(out, 'assay.env').split('\n')).toEqual([
      'PUBLIC_URL=https://api.example.com',
      `PAY_TO_EVM=${PAID}`,
      'EVM_RPC_URL=https://base.example/k',
      "OPERATOR_NAME='An Assay'",
      'OPERATOR_CONTACT=mailto:a@b.example',
      '',
    ]);
  });
});

describe('the page that leads from zero to selling', () => {
  it('has commands that run, up to the chain', async () => {
    const page = readFileSync(new URL('../docs/deploy.md', import.meta.url), 'utf8');
    const [, section] = /^## From zero to selling on one server\n(.*?)^## /ms.exec(page)!;
    const server = mkdtempSync(join(folder, 'server-'));
    const files = { etc: join(server, 'etc'), data: join(server, 'data'), backup: join(server, 'backup') };
    for (const each of [files.data, files.backup]) mkdirSync(each, { mode: 0o700 });
    const publisher = openSigningKeys(join(server, 'keys.json'), 'https://editions.example', {
      create: true,
      now: Date.now(),
    });
    writeFileSync(join(files.data, 'publisher-jwks.json'), JSON.stringify(publisher.jwks));
    const edition = await signEdition(sampleEdition(Date.now()), publisher.signer);
    writeFileSync(join(files.data, 'edition.json'), JSON.stringify(edition));
    const lines = [...section!.matchAll(/^ {3}(?!`)(.*\/opt\/assay\/bin\/assay .*)$/gm)]
      .map(([, line]) => line!)
      .filter((line) => !line.startsWith('0 4 '));
    const done: string[] = [];
    for (const line of lines) {
      const here = line
        .replaceAll('/var/lib/assay', files.data)
        .replaceAll('/etc/assay', files.etc)
        .replace('/backup/journal-$(date +%F-%H%M).sqlite', join(files.backup, 'journal.sqlite'))
        // Nobody answers there, and nobody is asked for an address.
        .replace('EVM_RPC_URL=https://base.example/key', 'EVM_RPC_URL=http://127.0.0.1:9');
      const [before, after] = here.split('/opt/assay/bin/assay ') as [string, string];
      const env = Object.fromEntries(
        [...before.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
      );
      const args = after.split(' ');
      const [name] = args;
      if (name === 'buy') continue;
      const out = name === 'init' ? ['--out', files.etc, '--data-dir', files.data] : [];
      if (name === 'doctor')
        writeFileSync(join(files.etc, 'settler-key'), generatePrivateKey(), { mode: 0o600 });
      const ended = await assay([...args, ...out], { env, cwd: server });
      done.push(`${name} ${ended.code}`);
      if (name === 'doctor') expect(ended.out.match(/^ {2}[A-Z_]+/gm)).toEqual(['  EVM_RPC_URL']);
      else expect([line, ended]).toEqual([line, expect.objectContaining({ code: 0 })]);
    }
    expect(done).toEqual(['init 0', 'keys 0', 'edition 0', 'doctor 78', 'backup 0']);
  });
});
