import type { Judge } from '../declare.ts';
import { type Issue, REFUSAL_CLASSES, type RefusalClass } from '../values/problem.ts';
import { UNLAWFUL } from './intent/classify.ts';
import { Texts } from './intent/texts.ts';
import { evaluate, UNREAD_HINT } from './policy.ts';

/** The judge of one product's bodies. Every field of `Body` has to be named: none is sold unjudged. */
export function judgeOf<Body extends object>(
  fields: Record<keyof Body & string, Judge['fields'][string]>,
): Judge {
  const names = Object.keys(fields) as (keyof Body & string)[];
  const intentFields = names.filter((name) => fields[name] === 'asks');
  const reportFields = names.filter((name) => fields[name] === 'reports');
  const searched = names.filter((name) => fields[name] !== 'public');
  return {
    fields,
    refusalOf: (body, read) => {
      const texts = searched.flatMap((name) => {
        const text = textOf(Object.hasOwn(body, name) ? body[name] : undefined);
        return text === '' ? [] : [[name, text] as const];
      });
      const { privacyCheck, policyCheck, asked } = evaluate(Object.fromEntries(texts), {
        requireScope: false,
        intentFields,
        reportFields,
        ...(read instanceof Texts && { texts: read }),
      });
      const { stopReason, reason } = policyCheck;
      if (stopReason === null) return undefined;
      const issues = [
        ...(reason ? [{ path: '', code: `sensitiveData:${reason}`, message: UNREAD_HINT }] : []),
        ...privacyCheck.findings.map(({ field, kind }) => issueOf(field, `sensitiveData:${kind}`)),
        ...asked.map(({ field, finding }) => issueOf(field, finding)),
      ];
      return { stopReason: stopReason as RefusalClass, issues: ranked(issues) };
    },
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.flatMap(textsOf).join('\n') : '';
/** Of a list of facts only those with letters: a figure says nothing of a person and opens nothing. */
const textsOf = (item: unknown): string[] =>
  typeof item === 'string'
    ? [item]
    : typeof item === 'object' && item !== null
      ? Object.entries(item).flatMap(([name, each]) =>
          name === 'value' && typeof each === 'string' && /\p{L}/u.test(each) ? [each] : [],
        )
      : [];

const MESSAGES: Readonly<Record<RefusalClass, string>> = {
  sensitiveData: 'Take out the credential or personal data that the rule names.',
  unsafeAdvice:
    'Ask about the purchase itself. Advice on law, tax, investment, lending, compliance or trading is not given.',
  outreachOrScrapingRequest: 'Ask about the purchase itself. Nothing is collected, sent or contacted.',
};

const UNLAWFUL_SERVICE =
  'This harms people who have not agreed to it: no answer is sold about it, however it is described.';
const classOf = (code: string): RefusalClass => code.slice(0, code.indexOf(':')) as RefusalClass;
const issueOf = (path: string, code: string): Issue => ({
  path,
  code,
  message: code === UNLAWFUL ? UNLAWFUL_SERVICE : MESSAGES[classOf(code)],
});

/** As many as a person can mend at once. */
const MOST_ISSUES = 20;

/** Each field and rule once, the reason for the refusal first. */
function ranked(issues: readonly Issue[]): Issue[] {
  const once = [...new Map(issues.map((issue) => [`${issue.path} ${issue.code}`, issue])).values()];
  const rank = ({ code }: Issue) => REFUSAL_CLASSES.indexOf(classOf(code));
  return once.sort((a, b) => rank(a) - rank(b)).slice(0, MOST_ISSUES);
}
