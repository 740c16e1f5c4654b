import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, readConfig } from '../origin/config.ts';
import type { Variable } from '../origin/variables.ts';

/** What a server needs to sell, out of a few answers: its settings and its units. Nothing here writes. */

export interface SetupQuestion {
  readonly name: Variable | 'EDITION_SOURCE';
  readonly asks: string;
  readonly required?: true;
}

/** In the order of the questions. Everything else of `assay serve --help` is set with --set. */
export const SETUP_QUESTIONS: readonly SetupQuestion[] = [
  { name: 'PUBLIC_URL', asks: 'https address that buyers see', required: true },
  { name: 'PAY_TO_EVM', asks: 'address that is paid on Base (0x…)', required: true },
  { name: 'EVM_RPC_URL', asks: 'JSON-RPC address of a Base node', required: true },
  { name: 'FACILITATOR_URL', asks: 'facilitator that settles (empty: your own key pays the gas)' },
  { name: 'OPERATOR_NAME', asks: 'name of the operator, as buyers will see it (may be empty)' },
  { name: 'OPERATOR_CONTACT', asks: 'contact for buyers: a mailto: or https: address (may be empty)' },
  {
    name: 'EDITION_SOURCE',
    asks: 'https address of ledger editions that you trust (may be empty: ledger and witness are then not sold)',
  },
];

/** What is wrong with one setting by itself; undefined: nothing. Whether the rest is there, `assay doctor` says. */
export function faultOf({ name, required }: SetupQuestion, value: string): string | undefined {
  if (value === '') return required ? 'is needed' : undefined;
  if (/['\n\r\0]/.test(value)) return 'holds a quotation mark or a line break';
  if (name === 'EDITION_SOURCE')
    return value.startsWith('https://') && URL.canParse(value) ? undefined : 'is not an https address';
  const { faults } = readConfig({ ASSAY_MODE: 'production', [name]: value } as Environment);
  return faults.find(({ variable, message }) => variable === name && message !== 'is missing')?.message;
}

export interface SetupPlace {
  /** Folder of the settings. */
  readonly out: string;
  /** Folder that the package was installed in. */
  readonly prefix: string;
  readonly dataDir: string;
}

/**
 * What is wrong with a folder by itself. Units, settings and shells each have quotation rules of their own; a folder that
 * all of them read alike needs none.
 */
export const folderFaultOf = (folder: string): string | undefined =>
  /^[\w@+=.,/-]+$/.test(folder)
    ? undefined
    : 'contains a character that is special in a systemd unit or a shell: use only letters, digits and @ + = . , / _ -';

interface NewFile {
  readonly path: string;
  readonly mode: number;
  readonly text: string;
}

/** Where the data is unless somebody says otherwise. */
export const DATA = '/var/lib/assay';

const UNITS = new URL('../../ops/systemd/', import.meta.url);

/** The files of one server. The units are those of `ops/systemd`, with its places in them. */
export function filesFor(settings: Readonly<Record<string, string>>, place: SetupPlace): readonly NewFile[] {
  const places: Readonly<Record<string, string>> = {
    '/etc/assay': place.out,
    '/opt/assay': place.prefix,
    [DATA]: place.dataDir,
  };
  const unit = (name: string): NewFile => {
    const shipped = readFileSync(new URL(name, UNITS), 'utf8').replace(/^(?:#.*\n)+/, '');
    const text = writable(shipped, place)
      .replaceAll(/^LoadCredential=settler-key.*\n|^Environment=SETTLER_KEY_FILE.*\n/gm, (line) =>
        'FACILITATOR_URL' in settings ? '' : line,
      )
      // At once: a place may hold the text of another.
      .replaceAll(/\/etc\/assay|\/opt\/assay|\/var\/lib\/assay/g, (shippedAs) => places[shippedAs]!);
    return { path: join(place.out, name), mode: 0o644, text };
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}\n`);
  return [
    { path: join(place.out, 'assay.env'), mode: 0o600, text: lines.join('') },
    unit('assay.service'),
    ...('EDITION_SOURCE' in settings ? [unit('assay-edition.service'), unit('assay-edition.timer')] : []),
  ];
}

/** systemd makes /var/lib/assay and lets the service write there; any other folder must be named, and may be in a home. */
const writable = (unit: string, { dataDir, prefix }: SetupPlace): string =>
  unit
    .replace(/^StateDirectory=.*\nStateDirectoryMode=.*\n/m, (lines) =>
      dataDir === DATA ? lines : `ReadWritePaths=${DATA}\n`,
    )
    .replace(/^ProtectHome=yes$/m, (line) =>
      [dataDir, prefix].some(isInHome) ? 'ProtectHome=read-only' : line,
    );

const isInHome = (folder: string): boolean => /^\/(?:home|root|run\/user)(?:\/|$)/.test(folder);

/** As systemd and a shell both read it. */
const quoted = (value: string): string => (/^[\w@%+=:,./-]+$/.test(value) ? value : `'${value}'`);

/** What is left to do, each line a command. */
export function nextSteps(
  settings: Readonly<Record<string, string>>,
  { out, prefix, dataDir }: SetupPlace,
): readonly string[] {
  const own = !('FACILITATOR_URL' in settings);
  const edition = 'EDITION_SOURCE' in settings;
  // A shell reads the file: its values hold spaces, and arguments are for everybody on the machine to read.
  const withSettings = (more: string, command: string): string =>
    `(set -a; . ${out}/assay.env; ASSAY_MODE=production; DATA_DIR=${dataDir}; ${more}${command})`;
  return [
    `useradd --system --home-dir ${dataDir} --shell /usr/sbin/nologin assay`,
    `install -d -o assay -g assay -m 700 ${dataDir}`,
    ...(own ? [`install -m 600 <file with the key that pays gas> ${out}/settler-key`] : []),
    `cp ${out}/*.service ${edition ? `${out}/*.timer ` : ''}/etc/systemd/system/`,
    `runuser -u assay -- env DATA_DIR=${dataDir} ${prefix}/bin/assay keys rotate`,
    ...(edition
      ? [
          withSettings(
            '',
            `runuser -u assay -- ${prefix}/bin/assay edition pull "$EDITION_SOURCE" --keys <publisher's jwks.json, readable by assay>`,
          ),
        ]
      : []),
    withSettings(own ? `SETTLER_KEY_FILE=${out}/settler-key; ` : '', `${prefix}/bin/assay doctor`),
    `systemctl enable --now assay${edition ? ' assay-edition.timer' : ''}`,
  ];
}
