import { z } from 'zod';
import { document, type Published } from '../../declare.ts';
import { lookup } from '../../declare-parts.ts';
import { FAILURES_PATH } from '../../values/limits.ts';
import { textField } from '../text.ts';
import { anchorOfCase, CASES, type Case } from './cases/index.ts';
import { told } from './dictionary/anew.ts';
import { CAUSES, type Cause } from './dictionary/causes.ts';
import { type DictionaryEntry, dictionary, entryById } from './dictionary/index.ts';
import { ACTORS, FATES, MONEY, RESEND, SIGN } from './dictionary/meaning.ts';
import { ownErrors } from './dictionary/ours.ts';

/** The dictionary as it is published: a page with an anchor for each name, one document, and one name by `?code=`. */

const CODES_PATH = '/api/failure-signature/codes';
const MAX_NEAREST = 5;

const words = <K extends string>(table: Readonly<Record<K, string>>) => z.enum(Object.keys(table) as [K]);

const entrySchema = z.object({
  id: z.string(),
  kind: z.enum(['code', 'message']),
  text: z.string().meta({ description: 'A message has holes, `{…}`, where a value stands.' }),
  cause: z.enum(Object.keys(CAUSES) as [Cause]),
  acts: words(ACTORS),
  moneyMoved: words(MONEY),
  sendSameAgain: words(RESEND),
  signAnew: words(SIGN),
  smallestFix: z.string(),
  saidBy: z.array(z.object({ package: z.string(), since: z.string(), until: z.string() })),
  page: z.string(),
});

const caseSchema = z.object({
  id: z.string(),
  causes: z
    .array(z.enum(Object.keys(CAUSES) as [Cause]))
    .meta({ description: 'The first is the usual one.' }),
  acts: words(ACTORS),
  moneyMoved: words(MONEY),
  sendSameAgain: words(RESEND),
  signAnew: words(SIGN),
  smallestFix: z.string(),
  page: z.string(),
});

const caseInWire = (each: Case) => {
  const { money, resend, sign } = FATES[each.fate];
  return {
    id: anchorOfCase(each),
    causes: [...each.of],
    acts: each.acts,
    moneyMoved: money,
    sendSameAgain: resend,
    signAnew: sign,
    smallestFix: told(each.fix),
    page: `${FAILURES_PATH}#${anchorOfCase(each)}`,
  };
};
const CASE_BY_ID = new Map(CASES.map((each) => [anchorOfCase(each), each]));

const inWire = ({
  id,
  kind,
  text: said,
  cause,
  acts,
  money,
  resend,
  sign,
  fix,
  sources,
}: DictionaryEntry) => ({
  id,
  kind,
  text: said,
  cause,
  acts,
  moneyMoved: money,
  sendSameAgain: resend,
  signAnew: sign,
  smallestFix: told(fix),
  saidBy: [...sources],
  page: `${FAILURES_PATH}#${id}`,
});

/** A code in whatever case it was written, or an anchor of the page. */
function find(asked: string) {
  const code = asked.trim();
  const entry = entryById(code) ?? entryById(code.toLowerCase()) ?? entryById(code.toUpperCase());
  const held = CASE_BY_ID.get(code.toLowerCase());
  return {
    status: entry || held ? ('known' as const) : ('unknown' as const),
    entry: entry ? inWire(entry) : null,
    case: held ? caseInWire(held) : null,
    nearest: entry || held ? [] : nearestTo(code),
  };
}

const partsOf = (code: string) => new Set(code.toLowerCase().split(/[^a-z0-9]+/));

function nearestTo(code: string): string[] {
  const asked = partsOf(code);
  return dictionary()
    .filter(({ kind }) => kind === 'code')
    .map(({ id }) => {
      const own = partsOf(id);
      const shared = [...own].filter((part) => asked.has(part)).length;
      return { id, likeness: shared / (own.size + asked.size - shared) };
    })
    .filter(({ likeness }) => likeness >= 0.5)
    .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_NEAREST)
    .map(({ id }) => id);
}

const causes = () =>
  (Object.keys(CAUSES) as Cause[]).map((cause) => {
    const { title, acts, money, resend, sign, fix } = CAUSES[cause];
    return {
      cause,
      title,
      acts,
      moneyMoved: money,
      sendSameAgain: resend,
      signAnew: sign,
      smallestFix: told(fix),
    };
  });

const rendered = ({ publicUrl, release }: Published) => ({
  dictionary: 'failure-codes',
  release,
  page: publicUrl + FAILURES_PATH,
  codes: CODES_PATH,
  means: { acts: ACTORS, moneyMoved: MONEY, sendSameAgain: RESEND, signAnew: SIGN },
  own: ownErrors().map(({ status, error, code, acts, money, resend, sign, fix }) => ({
    status,
    error: status === 402 ? 'payment_required' : (error ?? code),
    code,
    acts,
    moneyMoved: money,
    sendSameAgain: resend,
    signAnew: sign,
    does: told(fix),
  })),
  causes: causes(),
  cases: CASES.map(caseInWire),
  // The fix of its cause stands there once; an entry that has a closer one says it.
  entries: dictionary().map((entry) => {
    const { smallestFix, page: _page, ...rest } = inWire(entry);
    return { ...rest, ...(smallestFix !== told(CAUSES[entry.cause].fix) && { smallestFix }) };
  }),
});

export const failureCodes = document({
  id: 'failure-codes',
  path: CODES_PATH,
  summary:
    'Every reason code and message of the x402 and MPP SDKs that this service knows, and its own: who has to act, whether money moved, whether to send the same payment or sign a new one, the smallest fix, and which versions say it.',
  freshness: 'fixed',
  lookup: lookup({
    id: 'failure-code',
    tool: {
      name: 'explain_code',
      title: 'Explain an error code',
      does: 'What one error code means: who acts, whether money moved, what to send next.',
    },
    summary:
      'What one error code means: who has to act, whether money moved, whether the same payment may be sent again or a new one signed, and the smallest fix.',
    input: z.strictObject({
      code: textField(
        200,
        'A code as it was answered, such as insufficient_funds, or an anchor of the page.',
      ),
    }),
    example: { code: 'insufficient_funds' },
    response: z.object({
      status: z.enum(['known', 'unknown']),
      entry: entrySchema.nullable(),
      case: caseSchema
        .nullable()
        .meta({ description: 'For the anchor of a case, such as case-wrapped-signature.' }),
      nearest: z.array(z.string()).meta({ description: 'Codes that are written alike.' }),
    }),
    find: ({ code }) => find(code),
  }),
  render: rendered,
});

/** The same for people. */
export const failures = document({
  id: 'failures',
  path: FAILURES_PATH,
  summary: 'Every failure that has a name, each at an anchor of its own: what it means and what to do.',
  freshness: 'fixed',
  page: true,
  render: rendered,
});
