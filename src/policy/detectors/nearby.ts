import { hintsOf } from '../literals.ts';
import { openingOf } from '../openings.ts';
import { nextOf } from '../segments.ts';
import type { Survey } from '../survey.ts';
import { entropy, type SpanDetector, type Tried } from './row.ts';

/**
 * A label and, some words later, a value that fits it: "the root password for the VM was changed to kPq9#vLs". Rows ask
 * for one of a few ways to join label and value; this asks only that both are there and close, so the value must be
 * unlike anything that stands near such a word in a purchase question.
 */
interface Pairing extends Tried {
  readonly label: RegExp;
  /** Lower-case literals of which every label holds one. */
  readonly hints: readonly string[];
  /** Furthest distance from the end of the label to the value, in characters. */
  readonly reach: number;
  readonly value: RegExp;
  readonly fits: (value: string) => boolean;
}

/** Keys and tokens that open nothing: they name a request, a place or a public half. */
export const NAMES_NO_SECRET =
  /(?:idempotency|idempotent|cache|partition|primary|foreign|sort|public|dedup\w{0,12}|object|lookup|request|correlation|trace|event|message|job|cursor|page|continuation|pagination|next ?page|routing|translation|registry|config|hash|ranking)[ _-]?(?:key|id|token|code|hash)s?["'`]?(?: is| was|:| =|=|->)?\s{0,3}["'`]?$/;

/** Longest value, in characters. */
const LONGEST_VALUE = 200;

const TECHNICAL =
  /^(?:[a-z]{1,8}-?\d{1,5}|\d+[a-z]{1,8}|v\d[\w.-]*|[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/:]\S*)?|https?:\S*|\/\S+|@\S+|[$€£]\S*|\S*x402\S*|eip155\S*|utf-8|\d[\d.,:%/-]*|0x[0-9a-f.…]*|[a-z]+(?:[-_/][a-z0-9]{1,12})+|(?:sha|md|hs|rs|es|oauth|http|tls|base|aes|argon|rsa|ed)-?\d+\S*)$/i;

/** Chosen by a person or a machine as a secret: letters mixed with digits or marks inside. */
export function secretLike(value: string): boolean {
  const v = value.replace(/[.,;:!?'")\]]+$/, '').replace(/^['"([{<]+/, '');
  if (v.length < 6 || v.length > LONGEST_VALUE || TECHNICAL.test(v) || !/[A-Za-z]/.test(v)) return false;
  if (/[<>{}\ue000]|^\$|=$/.test(v) && !/[#!&*]/.test(v)) return false;
  const marks = /[!#$%&*+^~]/.test(v.slice(1)) || /[@?]/.test(v.slice(1, -1));
  return (/\d/.test(v) && entropy(v) >= 2.5) || (marks && !/^[A-Za-z]+[&+/][A-Za-z]+$/.test(v));
}

const PAIRINGS: readonly Pairing[] = [
  {
    label:
      /\b(?:pass ?words?|pass ?phrases?|pass ?codes?|passwd|pwd|pw|passwort|kennwort|contrase(?:ñ|n)a|mot de passe|senha|wachtwoord|parola|has(?:ł|l)o|l(?:ö|o)senord|credentials?|creds|log ?in|sign ?in|api[- _]?keys?|secret|access (?:key|token)|auth token|private key|license key|token)\b/gi,
    hints: [
      'pass',
      'pwd',
      'pw',
      'kennwort',
      'contrase',
      'senha',
      'wachtwoord',
      'parola',
      'hasło',
      'haslo',
      'senord',
      'cred',
      'login',
      'log in',
      'sign',
      'key',
      'secret',
      'token',
    ],
    reach: 48,
    value: /\S{6,200}/g,
    fits: secretLike,
    cases: [
      ['root pw after rotation yesterday 8sdf!kk2', 'is the token endpoint worth 5 cents'],
      ["the pw for the portal is 'green-Anchor-2210'", 'the pw reset portal'],
    ],
  },
  {
    label:
      /(?<![\p{L}\p{N}])(?:pass ?words?|pass ?phrases?|pass ?codes?|passwd|pwd|pw|passwort|kennwort|contrase(?:ñ|n)a|mot de passe|senha|wachtwoord|parola|has(?:ł|l)o|l(?:ö|o)senord)(?!\p{L})(?:[^\n.?!:=]|\.(?=\w)){0,60}? (?:is|was|it['’]?s|becomes|stays|es|est|ist|é|è|lautet|to|är)(?= )/giu,
    hints: [
      'pass',
      'pw',
      'kennwort',
      'contrase',
      'senha',
      'wachtwoord',
      'parola',
      'hasło',
      'haslo',
      'senord',
    ],
    reach: 5,
    value: /\S{6,200}/g,
    fits: (value) =>
      /\d/.test(value) &&
      /\p{L}.*\p{L}.*\p{L}/u.test(value) &&
      !/^(?:https?:|\/|sha|utf|aes|v?\d+\.)/i.test(value),
    cases: [
      ['mot de passe du compte est « Colline-77-brune »', 'le mot de passe est requis'],
      ['Das Passwort für den Zugang bei shop.example lautet Amsel_4410!', 'Passwort-API bei shop.example'],
    ],
  },
  {
    label: /\b(?:backup|recovery|scratch|2fa|mfa|two-factor|emergency)(?: \w{1,12})? codes?\b/gi,
    hints: ['code'],
    reach: 48,
    value:
      /(?<![\w.$€£-])(?=[A-Za-z-]{0,8}\d)(?:[A-Za-z0-9]{4,6}-[A-Za-z0-9]{4,6}|\d{8}(?=[ ,;]{1,2}\d{8}))(?![\w%-]| ?(?:calls|codes|units|requests|users))/g,
    fits: () => true,
    cases: [
      [
        'my two-factor backup codes for the console are 1182-4410, 9031-7745',
        'backup codes API, 0.01 for 1000-2000 codes',
      ],
      ['scratch codes 8 digits: 57990582 73812599 78627915', 'codes 12 to 15'],
    ],
  },
  {
    label:
      /\b(?:safe|vault|locker|door|gate|alarm|garage|entry|entrance|lockbox|padlock|screen ?lock|sim|atm|voicemail|unlock)(?:'s|s)? (?:code|combination|pin|passcode)\b|\b(?:one[- ]time code|otp|2fa|mfa|combination|security answer)\b/gi,
    hints: ['code', 'combination', 'pin', 'otp', '2fa', 'mfa', 'security answer'],
    reach: 14,
    value:
      /(?<![\w.$€£])\d{2,4}(?:[ -]\d{2,4}){1,3}(?![\w.%])|(?<![\w.$€£])\d{4,8}(?![\w.%]| ?(?:calls|units|bytes|requests|tokens|usd))/g,
    fits: () => true,
    cases: [["the safe's code is 40 17 93", 'the gate code lookup costs a cent']],
  },
];

/** What every value holds, so that most labels are passed over. */
const TELLING = /[\d!#$%&*+^~@?]/g;

/** The value of a label that ends at `from`, if there is one. */
function valueAfter(pairing: Pairing, text: string, from: number): readonly [number, number] | undefined {
  const line = text.slice(from, from + pairing.reach + LONGEST_VALUE).split(/\n|[.?!]\s/)[0] ?? '';
  for (const value of line.matchAll(pairing.value)) {
    if (value.index > pairing.reach) return undefined;
    // What is written together with the label is part of a name: "token-2022/issues".
    if (value.index === 0 && /^[\w/.-]/.test(value[0])) continue;
    // `status=502` has a label of its own, which is asked about it.
    if (/^["'(]?[A-Za-z][\w.-]{1,30}=./.test(value[0])) continue;
    if (pairing.fits(value[0])) return [from + value.index, from + value.index + value[0].length];
  }
  return undefined;
}

function nearby(id: string, token: 'password' | 'secret', pairing: Pairing): SpanDetector {
  const hints = hintsOf(pairing.hints);
  const opening = openingOf(pairing.label);
  const sticky = new RegExp(pairing.label.source, pairing.label.flags.replace('g', 'y'));
  const labelEnds = function* (text: string, seen?: Survey): Iterable<number> {
    const starts = opening === undefined ? undefined : seen?.startsOf(opening, text.length);
    if (starts === undefined) {
      for (const label of text.matchAll(pairing.label)) yield label.index + label[0].length;
      return;
    }
    let from = 0;
    for (const start of starts) {
      sticky.lastIndex = start;
      if (start < from || !sticky.test(text)) continue;
      from = sticky.lastIndex;
      yield from;
    }
  };
  return {
    id,
    severity: 'high',
    token,
    cases: pairing.cases ?? [],
    find: ({ text }, _work, seen) => {
      if (seen && !seen.holdsAny(hints)) return [];
      const found: (readonly [number, number])[] = [];
      const nextTelling = nextOf(TELLING, text);
      for (const end of labelEnds(text, seen)) {
        if (nextTelling(end) > end + pairing.reach + LONGEST_VALUE) continue;
        if (NAMES_NO_SECRET.test(text.slice(Math.max(0, end - 48), end).toLowerCase())) continue;
        const value = valueAfter(pairing, text, end);
        if (value) found.push(value);
      }
      return found;
    },
  };
}

export const nearbyValues: readonly SpanDetector[] = [
  nearby('secret.near_label', 'password', PAIRINGS[0]!),
  nearby('secret.near_label', 'password', PAIRINGS[1]!),
  nearby('secret.access_code', 'password', PAIRINGS[2]!),
  nearby('secret.access_code', 'password', PAIRINGS[3]!),
];
