import type { MatchContext } from './row.ts';

/**
 * Whether a person is named right before or behind a value: "Jan Kowalski, 44051401359", `"holder":"Ana Lima","n":"…"`.
 * A number or a date says little by itself; beside a name it is that person's.
 */
const WORD = "\\p{Lu}\\p{Ll}[\\p{L}'’-]{0,24}";
const PARTICLE = '(?:van|von|de|der|den|da|di|du|do|dos|la|le|bin|ibn|al|el|del|della|ter|te|af|zu)';
const LATIN = `${WORD}(?:[ ](?:\\p{Lu}\\.|${PARTICLE}(?: ${PARTICLE})?))?[ -]${WORD}(?: ${WORD})?`;
/** Two to four characters, the given name perhaps in kana; a Korean name begins with a surname. */
const HAN = '(?<!\\p{L})[\\u4e00-\\u9fff]{1,4}[\\u3041-\\u309f]{0,4}';
const HANGUL = '(?<!\\p{L})[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허남][가-힣]{2}';
/** What may stand between: marks, a blank, the name of a member or of a column. */
const GAP = '[\\s"\'’”」』,;|/()·、，：:–—-]{1,4}(?:["\']?[\\p{L}_ ]{1,14}["\']?[:=][\\s"\']{0,3})?';
const BEFORE = new RegExp(
  `(?:(?<latin>${LATIN})|(?<far>${HAN}|${HANGUL})|(?<![\\p{L}])\\p{Lu}\\p{Ll}{1,20}['’]s)${GAP}$`,
  'u',
);
const BEHIND = new RegExp(
  `^${GAP}(?:(?:for|of|is|to|belongs to|para|pour|für|per|de|pentru|dla|von|voor|til|för|di|na|w imieniu) )?(?:(?<latin>${LATIN})|(?<far>(?:${HAN}|${HANGUL})(?=[ ,，。、;」"]|$)))`,
  'u',
);
const SPAN = 56;

/** Words with a capital that are no name: what is sold, where and when it is, and who makes it. */
const THING =
  /^(?:apis?|sdk|mcp|json|http|payments?|invoices?|orders?|numbers?|accounts?|blocks?|tickets?|cases?|refs?|references?|ids?|codes?|version|build|release|serial|part|model|item|product|products?|sku|batch|lot|job|run|row|rows|page|section|article|chapter|tracking|shipment|parcel|container|flight|train|vessel|imo|mmsi|station|sensor|device|router|server|node|chain|mainnet|testnet|base|solana|ethereum|bitcoin|polygon|network|contract|token|wallet|address|price|prices|cost|total|amount|balance|budget|fee|usd|usdc|eur|gbp|call|calls|request|requests|response|route|endpoint|service|services|data|dataset|feed|report|reports|score|index|series|list|file|files|archive|library|museum|university|institute|college|school|hospital|clinic|health|centre|center|association|foundation|society|ministry|department|office|agency|bank|group|inc|ltd|llc|gmbh|corp|company|co|holding|partners|capital|fund|street|road|avenue|park|river|lake|mount|island|islands|bay|beach|city|county|state|states|province|district|region|north|south|east|west|new|san|santa|saint|los|las|el|great|united|european|american|british|german|french|spanish|world|global|national|international|federal|central|royal|public|open|world|cup|olympic|olympics|games|festival|concert|stadium|tour|league|season|race|grand|prix|battle|treaty|act|law|regulation|directive|standard|iso|rfc|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|weather|market|stock|exchange|crypto|news|daily|weekly|monthly|annual|total|update|updated|published|issued|filed|effective|valid|until|since|from|date|time|start|end|deadline|due|check|get|post|put|buy|sell|pay|find|need|want|compare|should|is|are|can|does|the|a|an|our|your|my|for|with|and|or|in|on|at|to|of|by|der|die|das|el|la|le|les|une?|ein|eine|los|las|il|lo|os|as|de|star|wars|blade|source|dow|nasdaq|super|bowl|final|protocol|convention|declaration|constitution|hurricane|storm|typhoon|cyclone|earthquake|airport|space|telescope|album|movie|film|episode|edition|volume)$/i;

const isPerson = (match: RegExpExecArray | RegExpMatchArray | null): boolean => {
  if (match === null) return false;
  const name = match.groups?.latin;
  return name === undefined || !name.split(/[ -]/).some((word) => /^\p{Lu}/u.test(word) && THING.test(word));
};

export const besideName = ({ text }: MatchContext, index: number, end: number): boolean =>
  isPerson(BEFORE.exec(text.slice(Math.max(0, index - SPAN), index))) ||
  isPerson(BEHIND.exec(text.slice(end, end + SPAN)));

const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}@/._-])(?:(?<latin>${LATIN})|\\p{Lu}\\p{Ll}{1,20}['’]s(?= [a-z-]{3,20}))`,
  'gu',
);

/** Where the last person who is named in a text ends; undefined where nobody is. */
export function lastNamed(text: string): number | undefined {
  let end: number | undefined;
  for (const match of text.matchAll(NAMED)) if (isPerson(match)) end = match.index + match[0].length;
  return end;
}

/** Whether a text begins with the name of a person, behind marks and a word that joins it. */
export const beginsWithName = (text: string): boolean => isPerson(BEHIND.exec(text));

const ROLE =
  /(?<!\p{L})(?:born|citizen|patient|customer|client|resident|applicant|tenant|borrower|employee|holder|worker|driver|student|pensioner|kunde|kundin|patientin|klant|cliente|paciente|paziente|client|pacjent\p{L}{0,2}|pojištěn\p{L}{1,3}|klient\p{L}{0,2}|asiakas\p{L}{0,4}|kund\p{L}{0,3}|hasta|müşteri|клиент\p{L}{0,2}|пациент\p{L}{0,2}|гражданин\p{L}{0,2})(?!\p{L})[^\n\d]{0,24}$/u;
const NEAR = 40;

/** What a document is called, between its number and the name: "AA1234567 passeport de Karim Haddad". */
const OF_DOCUMENT = /^ (?:\p{Ll}{2,14} ){0,2}(?=\p{Lu})/u;

/** A name beside it, or a word before it for somebody: "patient 7501020018". */
export const besidePerson = (context: MatchContext, index: number, end: number): boolean => {
  if (besideName(context, index, end) || ROLE.test(context.before(index, NEAR))) return true;
  const rest = context.text.slice(end, end + SPAN);
  const between = OF_DOCUMENT.exec(rest)?.[0];
  return between !== undefined && beginsWithName(rest.slice(between.length - 1));
};
