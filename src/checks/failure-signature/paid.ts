/** A fix beside "Money moved": what it says for a payment that failed would be a second charge. */

/** What offers another payment to whoever paid. */
const OFFERS =
  /(?<!\b(?:do not|never|nothing|not) (?:\w+ (?:and|or) )?)\b(?:(?<!before you )(?:sign|pay|open)(?: it| one| that)? (?:anew|again)\b|(?:refetch|fetch|sign|pay|open) (?:a|one|the|the next) (?:fresh|new)\b|send a fresh payment\b|(?:take|payment for|budget and) (?:a|the) fresh challenge\b)/i;
/** Whom a part of a fix is for. */
const FOR = /^(?:If you (?:buy|sell|run the facilitator)|For the (?:buyer|seller|facilitator)): /;
const CODE = /`[^`]*`/g;
const PAID =
  'Money moved: whoever paid signs nothing new, and asks the seller for the answer with that transaction.';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The same fix for a payment that was made: no clause of it offers another one. */
export function withoutAnother(fix: string): string {
  const code: string[] = [];
  const words = fix.replace(CODE, (each) => `⟦${code.push(each) - 1}⟧`);
  if (!OFFERS.test(words)) return fix;
  let side = '';
  const kept = words.split(/(?<=[.!?]) /).flatMap((sentence) => {
    const own = FOR.exec(sentence)?.[0] ?? '';
    // Whom a sentence is for that goes away, the next one is for.
    side = own || side;
    const clauses = sentence
      .slice(own.length)
      .split('; ')
      .filter((clause) => !OFFERS.test(clause));
    if (clauses.length === 0) return [];
    const said = clauses.join('; ').replace(/(?<![.!?])$/, '.');
    const told = side === '' ? capital(said) : `${side}${said}`;
    side = '';
    return [told];
  });
  return [PAID, ...kept].join(' ').replace(/⟦(\d+)⟧/g, (_, at: string) => code[Number(at)]!);
}
