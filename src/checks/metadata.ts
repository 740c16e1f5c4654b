import { evaluate } from '../policy/policy.ts';
import { walk } from '../policy/walk.ts';

/** Members in which a paid request says what it asks for. The others describe an offer or a buyer. */
const ASKING = ['goal', 'currentProblem'] as const;

/** Whether a body that would be paid for holds nothing that must not be sent. What cannot be read whole is not clean. */
export function isClean(payload: Readonly<Record<string, unknown>>): boolean {
  const { text, overrun } = walk(payload);
  if (overrun) return false;
  const { privacyCheck, policyCheck } = evaluate(
    { payload: text },
    { requireScope: false, intentFields: [] },
  );
  return privacyCheck.risk === 'low' && policyCheck.reason === undefined;
}

/** Whether a body asks for nothing that is refused: a paid answer would only say so. */
export function isAllowed(payload: Readonly<Record<string, unknown>>): boolean {
  const asked = ASKING.flatMap((name) => {
    const value = payload[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const { allFindings } = evaluate(Object.fromEntries(asked), { requireScope: false }).policyCheck;
  return allFindings.every((finding) => finding.startsWith('sensitiveData:'));
}
