import { readGoalWords } from './goal-words.ts';
import { readConstraint, readGoal } from './index.ts';

const TODAY = '2026-11-21';

/** Terms, then limits in words, then what was not read, with a question mark. */
export const goal = (text: string): string => {
  const [{ terms, unread }, words] = [readGoal(text), readGoalWords(text)];
  return [
    ...terms.map(({ role, amount }) => `${role}=${amount}`),
    ...words.limits.map(({ kind, forNow }) => `${kind}${forNow ? '~' : ''}`),
    ...[...unread, ...words.unread].map((one) => `?${one.words}`),
  ].join(' ');
};

export const constraint = (text: string): string => {
  const { limits, unread } = readConstraint(text, TODAY);
  return [
    ...limits.map(({ kind, amount, day, name, forNow }) =>
      [`${kind}${forNow ? '~' : ''}`, amount ?? day ?? name].filter((part) => part !== null).join(':'),
    ),
    ...unread.map(({ words }) => `?${words}`),
  ].join(' ');
};
