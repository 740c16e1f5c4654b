/**
 * Decoders: each finds the stretches of a text that its encoding could have written and reads them in place, so that a
 * label in front of an encoded value still counts as context. All of them are linear.
 */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly decoded: string;
}

export interface Decoder {
  readonly id: string;
  readonly segments: (text: string) => Segment[];
  /** The whole text with its segments decoded; undefined when there are none. */
  readonly read: (text: string) => string | undefined;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes as text when it is UTF-8 that a person could read; otherwise undefined. */
function printable(bytes: Uint8Array): string | undefined {
  try {
    const text = strictUtf8.decode(bytes);
    let odd = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 9 || (code > 13 && code < 32) || code === 127) odd++;
    }
    return text.length > 0 && odd === 0 ? text : undefined;
  } catch {
    return undefined;
  }
}

function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

function fromBase64(run: string): string | undefined {
  const standard = run.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  if (standard.length % 4 === 1) return undefined;
  try {
    return printable(bytesOf(atob(standard + '='.repeat((4 - (standard.length % 4)) % 4))));
  } catch {
    return undefined;
  }
}

function fromHex(run: string): string | undefined {
  const digits = run.replace(/^0x/i, '').replace(/[\s:]/g, '');
  if (digits.length % 2 === 1 || digits.length === 40 || digits.length === 64) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return printable(bytes);
}

function fromPercent(run: string): string | undefined {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (let i = 0; i < run.length; ) {
    const hex = run[i] === '%' ? run.slice(i + 1, i + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      i += 3;
    } else {
      const char = String.fromCodePoint(run.codePointAt(i)!);
      bytes.push(...encoder.encode(char === '+' ? ' ' : char));
      i += char.length;
    }
  }
  return printable(Uint8Array.from(bytes));
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  period: '.',
  colon: ':',
  lowbar: '_',
  dash: '-',
  hyphen: '-',
  equals: '=',
  sol: '/',
  num: '#',
  plus: '+',
  Tab: '\t',
  NewLine: '\n',
  comma: ',',
};

function fromEntity(run: string): string | undefined {
  const body = run.slice(1, -1);
  if (body[0] !== '#') return ENTITIES[body];
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  return code > 8 && code < 0x110000 && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}

const fromEscape = (run: string): string | undefined => {
  const hex = run.replace(/^\\(?:u\{?|x|U)/, '').replace(/\}$/, '');
  const code = Number.parseInt(hex, 16);
  return code > 8 && code < 0x110000 ? String.fromCodePoint(code) : undefined;
};

/** `jane dot doe at acme dot com`, `jane[at]acme(dot)com`, `jane @ acme . com`. */
const SPELLED =
  /(?<![a-z0-9._-])[a-z0-9._+-]{1,40}(?:\s{0,2}[[({<]?\s?(?:\bdot\b|\bpunto\b|\bpunkt\b|\bpoint\b|\.)\s?[\])}>]?\s{0,2}[a-z0-9_-]{1,40}){0,4}\s{0,2}[[({<]?\s?(?:\bat\b|@|\barroba\b|\barobase\b|\(a\))\s?[\])}>]?\s{0,2}[a-z0-9-]{1,40}(?:\s{0,2}[[({<]?\s?(?:\bdot\b|\bpunto\b|\bpunkt\b|\bpoint\b|\.)\s?[\])}>]?\s{0,2}[a-z0-9-]{1,24}){1,4}(?![a-z0-9])/gi;

const SPELLED_DOT =
  /\b(?:dot|punto|punkt|point)\b|[[({<]\s?(?:\.|dot|at|@)|\(a\)|\barroba\b|\barobase\b|\s@|@\s/i;

function fromSpelled(run: string): string | undefined {
  // "the API at api.example.com" names a host; "jane.doe at acme.com" names a mailbox.
  if (!SPELLED_DOT.test(run) && !/^[a-z]{2,}[._][a-z]/i.test(run)) return undefined;
  const joined = run
    .replace(/\s*[[({<]?\s*(?:\bdot\b|\bpunto\b|\bpunkt\b|\bpoint\b)\s*[\])}>]?\s*/gi, '.')
    .replace(/\s*[[({<]?\s*(?:\bat\b|\barroba\b|\barobase\b|@|\(a\))\s*[\])}>]?\s*/gi, '@')
    .replace(/\s*\.\s*/g, '.');
  return joined === run || !/\.[a-z]{2,24}$/i.test(joined) ? undefined : joined;
}

/** `A K I A I O S F`, `2-1-9-0-9`, `p.a.s.s`: at least six single characters, each set apart by the same mark. */
const SPACED =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}@_](?:[ \t][\p{L}\p{N}@_.:=!#$%&*+/-]){5,200}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[\p{L}\p{N}](?:([.*|_~-])[\p{L}\p{N}])(?:\1[\p{L}\p{N}]){4,200}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[\p{L}\p{N}]{2}(?: [\p{L}\p{N}]{2}){6,100}(?: [\p{L}\p{N}])?(?![\p{L}\p{N}])/gu;

function fromSpaced(run: string): string | undefined {
  if (/^[\p{L}\p{N}]{2} /u.test(run))
    return /\d/.test(run) || run === run.toUpperCase() ? run.replace(/ /g, '') : undefined;
  const step = run[1]!;
  let joined = '';
  for (let i = 0; i < run.length; i += 2) joined += run[i];
  return step === ' ' || step === '\t' || run.length >= 11 ? joined : undefined;
}

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** `four one five five five …`: at least seven digits in words. */
const fromNumberWords = (run: string): string =>
  run
    .toLowerCase()
    .replace(/\boh\b/g, 'zero')
    .match(/[a-z]+/g)!
    .map((word) => NUMBER_WORDS.indexOf(word))
    .join('');

/** Literals that begin a credential: a text that holds one of them backwards was probably reversed. */
const REVERSED =
  /_evil_ks|_tset_ks|_phg|-tnalg|AIKA|-tna-ks|-jorp-ks|yeK ETAVIRP|:?drowssap|yek_ipa|terces_|-bxox|SAzIA|moc\.[a-z]{2,30}@|gro\.[a-z]{2,30}@/;

function reversedSegments(text: string): Segment[] {
  if (!REVERSED.test(text)) return [];
  return [{ start: 0, end: text.length, decoded: [...text].reverse().join('') }];
}

function bySegments(
  pattern: RegExp,
  decode: (run: string) => string | undefined,
): (text: string) => Segment[] {
  return (text) => {
    const found: Segment[] = [];
    for (const match of text.matchAll(pattern)) {
      const decoded = decode(match[0]);
      if (decoded !== undefined && decoded !== match[0]) {
        found.push({ start: match.index, end: match.index + match[0].length, decoded });
      }
    }
    return found;
  };
}

function decoder(id: string, segments: (text: string) => Segment[], needs: RegExp): Decoder {
  const gated = (text: string): Segment[] => (needs.test(text) ? segments(text) : []);
  return {
    id,
    segments: gated,
    read: (text) => {
      const found = gated(text);
      if (found.length === 0) return undefined;
      let out = '';
      let from = 0;
      for (const segment of found) {
        out += text.slice(from, segment.start) + segment.decoded;
        from = segment.end;
      }
      return out + text.slice(from);
    },
  };
}

/** A `needs` pattern must be cheap: it decides whether the decoder runs at all. */
export const decoders: readonly Decoder[] = [
  decoder(
    'percent',
    bySegments(/(?<![^\s"'<>])[^\s"'<>%]{0,500}%[0-9a-f]{2}[^\s"'<>]{0,2000}/gi, fromPercent),
    /%[0-9a-f]{2}/i,
  ),
  decoder('entity', bySegments(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, fromEntity), /&[#a-z]/i),
  decoder(
    'escape',
    bySegments(/\\u\{[0-9a-f]{1,6}\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\U[0-9a-f]{8}/gi, fromEscape),
    /\\[ux]/i,
  ),
  decoder(
    'b64',
    bySegments(
      /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{16,40000}={0,2}(?![A-Za-z0-9+/_=-])|(?<==)[A-Za-z0-9+/_-]{16,40000}={0,2}(?![A-Za-z0-9+/_=-])/g,
      fromBase64,
    ),
    /[A-Za-z0-9+/_-]{16}/,
  ),
  decoder(
    'hex',
    bySegments(
      /(?<![0-9a-z])(?:0x)?[0-9a-f]{20,20000}(?![0-9a-z])|(?<![0-9a-z])[0-9a-f]{2}(?:[ :][0-9a-f]{2}){9,400}(?![0-9a-z])/gi,
      fromHex,
    ),
    /[0-9a-f]{20}|[0-9a-f]{2}[ :][0-9a-f]{2}[ :][0-9a-f]{2}/i,
  ),
  decoder(
    'spelled',
    bySegments(SPELLED, fromSpelled),
    /\b(?:at|arroba|arobase)\b|[[({<]\s?a|\s@|@\s|\(a\)|\[\.\]|\(\.\)|\.\s/i,
  ),
  decoder(
    'spaced',
    bySegments(SPACED, fromSpaced),
    /(?<![\p{L}\p{N}])[\p{L}\p{N}]([ .*|_~\t-])[\p{L}\p{N}]\1[\p{L}\p{N}]\1[\p{L}\p{N}]\1|(?:[\p{L}\p{N}]{2} ){7}/u,
  ),
  decoder(
    'digits',
    bySegments(
      /\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)(?:[ ,.-]{1,2}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)){6,24}\b/gi,
      fromNumberWords,
    ),
    /\b(?:one|two|three|four|five|six|seven|eight|nine|zero)[ ,.-]{1,2}(?:one|two|three|four|five|six|seven|eight|nine|zero|oh)\b/i,
  ),
  decoder(
    'reversed',
    reversedSegments,
    /_evil|_tset|_phg|tnalg|AIKA|-ks|ETAVIRP|drow|yek_|terc|xox|zIA|moc\.|gro\./,
  ),
];
