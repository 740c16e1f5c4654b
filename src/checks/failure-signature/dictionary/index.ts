import { caseOf, readingOf } from '../cases/index.ts';
import { CAUSES, type Cause } from './causes.ts';
import { HOLE } from './hole.ts';
import { type CauseMeaning, FATES } from './meaning.ts';
import { OWN_CODES } from './ours.ts';
import { DICTIONARY_RULES } from './rules.ts';
import said from './said.artefact.json' with { type: 'json' };

/** Where a code or message is told: a package and the installed versions that have it. */
export interface Source {
  readonly package: string;
  /** The oldest installed version that has it: it may be older than that. */
  readonly since: string;
  /** The newest installed version that has it. */
  readonly until: string;
}

/** One failure with a name: a code, or a message as a template with holes. */
export interface DictionaryEntry extends CauseMeaning {
  /** Its anchor on the page; a code is its own. Never given to anything else. */
  readonly id: string;
  readonly kind: 'code' | 'message';
  readonly text: string;
  readonly cause: Cause;
  readonly sources: readonly Source[];
}

const OURS = 'this service';

/** The first family that a text belongs to. */
export function familyOf(text: string) {
  const flat = text.toLowerCase().replaceAll('_', ' ');
  return DICTIONARY_RULES.find(([says]) => says.test(flat));
}

/** FNV-1a: short, and the same for ever. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

export const anchorOf = (kind: DictionaryEntry['kind'], text: string): string =>
  kind === 'code'
    ? text
    : `${text
        .replaceAll(HOLE, ' ')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '')
        .slice(0, 48)
        .replace(/-$/, '')}-${digest(text)}`;

function sourcesOf(indices: readonly number[]): readonly Source[] {
  const versions = Map.groupBy(
    indices.map((index) => said.packages[index]!),
    (spec) => spec.slice(0, spec.lastIndexOf('@')),
  );
  return [...versions].map(([name, specs]) => ({
    package: name,
    since: specs[0]!.slice(name.length + 1),
    until: specs.at(-1)!.slice(name.length + 1),
  }));
}

function entryOf(kind: DictionaryEntry['kind'], text: string, indices: readonly number[]): DictionaryEntry {
  const family = familyOf(text);
  if (!family) throw new Error(`the dictionary has no family for: ${text}`);
  const [, cause, closer] = family;
  const { title: _title, ...meaning } = CAUSES[cause];
  const held = caseOf(cause, readingOf(text.toLowerCase()));
  const told = held && { acts: held.acts, ...FATES[held.fate], fix: held.fix };
  return {
    id: anchorOf(kind, text),
    kind,
    text,
    cause,
    ...meaning,
    ...told,
    ...closer,
    sources: sourcesOf(indices),
  };
}

function all(): readonly DictionaryEntry[] {
  const entries = new Map<string, DictionaryEntry>();
  for (const kind of ['code', 'message'] as const)
    for (const [text, indices] of said[kind] as unknown as readonly (readonly [string, readonly number[]])[])
      entries.set(`${kind} ${text}`, entryOf(kind, text, indices));
  for (const { code, told, kind: _kind, ...meaning } of OWN_CODES) {
    const known = entries.get(`code ${code}`);
    const source = { package: `${OURS}: ${told}`, since: '0.1.0', until: 'today' };
    // A word that others say too keeps their meaning: what we say more closely stands in our own answer.
    entries.set(
      `code ${code}`,
      known
        ? { ...known, sources: [...known.sources, source] }
        : { id: code, kind: 'code', text: code, ...meaning, sources: [source] },
    );
  }
  return [...entries.values()];
}

let entries: readonly DictionaryEntry[] | undefined;
let byId: ReadonlyMap<string, DictionaryEntry> | undefined;

/** Every name of a failure that is known. Made for whoever asks first: a service that starts has nothing to look up. */
export function dictionary(): readonly DictionaryEntry[] {
  entries ??= all();
  return entries;
}

export function entryById(id: string): DictionaryEntry | undefined {
  byId ??= new Map(dictionary().map((entry) => [entry.id, entry]));
  return byId.get(id);
}
