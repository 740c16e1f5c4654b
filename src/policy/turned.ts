import { hintsOf } from './literals.ts';
import { openingOf } from './openings.ts';
import { bySegments, type Segment } from './segments.ts';
import type { Survey } from './survey.ts';

/** Texts and values that are read from their end. */

/** Said by whoever turned something around. */
const SAID_REVERSED =
  /(?<!\w)(?:revers(?:ed|e order)|backwards?|al rev[eé]s|[aà] l['’]envers|r[uü]ckw[aä]rts|al contrario|ao contr[aá]rio|wspak|tersten)\b/iy;
const IN_REVERSED = hintsOf(['revers', 'backward', 'al rev', 'envers', 'ckw', 'contr', 'wspak', 'tersten']);
const OPENING = openingOf(SAID_REVERSED)!;
/** Words such as "control" hold what these are looked for by, so that where they begin is asked, too. */
export const saysReversed = (seen: Survey): boolean =>
  seen.holdsAny(IN_REVERSED) && seen.openings()[OPENING] === 1;
const TURNED = /(?<![\w.@-])(?=[\w.@-]{0,40}\d)[\w.@-]{6,80}(?![\w@-])/g;
const turn = (run: string): string => [...run].reverse().join('');
const turnedRuns = bySegments(TURNED, turn);
/** How far from the word that says so a run is that is read the other way round. */
const REACH_OF_TURN = 256;
const LONGEST_TURNED = 80;

export function turnedSegments(text: string, seen: Survey): Segment[] {
  const found: Segment[] = [];
  let from = 0;
  for (const index of seen.startsOf(OPENING, text.length)!) {
    SAID_REVERSED.lastIndex = index;
    if (!SAID_REVERSED.test(text)) continue;
    const start = Math.max(from, index - REACH_OF_TURN);
    const end = index + REACH_OF_TURN;
    // A character more than is looked at, so that no run begins or ends where the part does.
    const base = Math.max(0, start - 1);
    for (const run of turnedRuns(text.slice(base, end + LONGEST_TURNED + 1)))
      if (base + run.start >= start && base + run.start < end) {
        found.push({ ...run, start: base + run.start, end: base + run.end });
        from = base + run.end;
      }
    from = Math.max(from, end);
  }
  return found;
}

/** Literals that begin a credential: a text that holds one of them backwards was probably reversed. */
const REVERSED =
  /_evil_ks|_tset_ks|_phg|-tnalg|AIKA|-tna-ks|-jorp-ks|yeK ETAVIRP|:?drowssap|yek_ipa|terces_|-bxox|SAzIA|moc\.[a-z]{2,30}@|gro\.[a-z]{2,30}@/;

export const IN_BACKWARDS = hintsOf(
  '_evil _tset _phg tnalg aika -ks etavirp drow yek_ terc xox zia moc. gro.'.split(' '),
);

export function reversedSegments(text: string): Segment[] {
  if (!REVERSED.test(text)) return [];
  return [{ start: 0, end: text.length, decoded: [...text].reverse().join('') }];
}
