import type { Context, Form } from '../../declare.ts';
import { Texts } from '../../policy/intent/texts.ts';
import { evaluate } from '../../policy/policy.ts';
import { redact, Searched } from '../../policy/redact.ts';
import { capExceededBy, NETWORK, SESSION_CAP_USD, spendControlsFor } from '../../values/limits.ts';
import { fitted, formOf, REVENUE_AUDIT, soldAt } from '../sold.ts';
import { refusedBy } from '../verdict.ts';
import {
  type AuditReader,
  DRAFT_QUESTIONS,
  type Draft,
  MEMBERS,
  type Member,
  type PreparedAudit,
} from './schema.ts';

/** The members of a draft that ask for something, and those that tell of somebody else. */
const spokenBy = (fields: Readonly<Record<string, string>> = {}) => ({
  intentFields: MEMBERS.filter((name) => fields[name] === 'asks'),
  reportFields: MEMBERS.filter((name) => fields[name] === 'reports'),
});

/** Draft → what the audit accepts, or what is missing, or why it must not be sent. Pure. */
export function prepareAudit(reader: AuditReader, draft: Draft, { published }: Context): PreparedAudit {
  const product = soldAt(published, REVENUE_AUDIT);
  const form = product && formOf(product, 'POST');
  const given = stated(draft);
  const texts = new Texts();
  const verdict = evaluate(given as Readonly<Record<string, string>>, {
    requireScope: false,
    ...spokenBy(form?.judge?.fields),
    redactable: true,
    texts,
  });
  const dirty = new Set<string>(verdict.privacyCheck.findings.map(({ field }) => field));
  const base: PreparedAudit = {
    status: 'not_sold_here',
    redacted: [],
    facts: [],
    issues: [],
    auditBody: null,
    scopeCheckBody: null,
    questions: questionsFor(given),
    budget: product
      ? {
          price: product.price.label,
          maxAmountAtomicUnits: product.price.amount,
          sessionCapUsd: SESSION_CAP_USD,
          clientCapWarning: capExceededBy(product.price),
          clientOverride: spendControlsFor(product.price),
        }
      : null,
    privacyCheck: verdict.privacyCheck as PreparedAudit['privacyCheck'],
    policyCheck: verdict.policyCheck as PreparedAudit['policyCheck'],
  };
  if (product === undefined || form === undefined) return base;
  // Redaction cannot make these right: a secret, a request that is refused, or a text that was not read whole.
  if (verdict.policyCheck.decision === 'stop') return { ...base, status: 'stop' };

  const searched = new Searched(texts.work, texts.hits);
  const clean = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, dirty.has(name) ? redact(value, searched) : value]),
  );
  const body = fitted(form, { ...clean, facts: draft.facts });
  const redacted = MEMBERS.filter((name) => given[name] !== undefined && given[name] !== clean[name]);
  const issues = issuesIn(form, body);
  if (issues.length > 0) return { ...base, status: 'needs_input', redacted, issues };
  // What is called ready here must be what the scope check approves.
  const refusal = form.judge?.refusalOf(body, texts);
  if (refusal) {
    const policyCheck = refusedBy(verdict.policyCheck, refusal) as PreparedAudit['policyCheck'];
    return { ...base, status: 'stop', redacted, policyCheck };
  }
  const { facts, questions } = reader.read(form.input.parse(body) as never);
  return {
    ...base,
    status: 'ready',
    redacted,
    facts,
    questions: questions.slice(0, reader.most).map((one) => ({
      ...one,
      field: 'facts',
      required: false,
      changes: [...one.changes],
    })),
    auditBody: body,
    scopeCheckBody: {
      route: REVENUE_AUDIT,
      method: 'POST',
      network: NETWORK,
      maxAmountAtomicUnits: product.price.amount,
      buyerApproval: false,
      payload: body,
    },
  };
}

/** Members that hold more than white space, trimmed. */
function stated(draft: Draft): Partial<Record<Member, string>> {
  return Object.fromEntries(
    MEMBERS.flatMap((name) => {
      const value = draft[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** Only what is required stands before the facts: everything else is asked where its answer changes something. */
const questionsFor = (given: Partial<Record<Member, string>>): PreparedAudit['questions'] =>
  MEMBERS.filter((name) => DRAFT_QUESTIONS[name].required && given[name] === undefined).map((field) => ({
    field,
    id: null,
    required: true,
    asks: DRAFT_QUESTIONS[field].asks,
    answer: 'plain words',
    changes: [],
  }));

const issuesIn = (form: Form, body: object): PreparedAudit['issues'] =>
  (form.input.safeParse(body).error?.issues ?? []).map(({ path, code }) => ({
    field: [...MEMBERS, 'facts'].find((name) => name === path[0]) ?? '',
    code,
  }));
