/**
 * The terms of a sale: how a call is paid for, and what it may cost. They say nothing of what is asked for, so a text is
 * judged without them, in training as in use.
 */

/** Words of which the terms of a sale are made. */
const TERMS = new Set(
  `x402 mpp 402 api apis endpoint endpoints route routes service services paid pay-per-call per call calls request requests
  query queries on via over at for with in usd usdc dollar dollars base mainnet solana network price prices priced cost
  costs budget cap capped under max maximum only each a an the one single trial http https cent cents micropayment
  micropayments payment payments payable call. pay looking that returns return returning json latency below s ms seconds
  fee fees charge charged pay-per-use apiece x402-endpunkt api-endpunkt api-aufruf x402-aufruf je pro für auf über höchstens
  maximal anfrage aufruf abruf endpunkt schnittstelle bezahlt zahle zahlung par requête appel l'appel paiement payé payée
  paie centimes sur presupuesto por petición llamada llamadas consulta pago pagado pagada pagando centavos máximo dólares
  orçamento chamada chamadas requisição paga pagamento até na em us$ chiamata chiamate richiesta pagamento centesimi
  aanroep verzoek betaald betaling wywołanie zapytanie budżet płatne płacę za çağrı başına istek bütçe ücretli ödeme
  бюджет запрос вызов за оплата плачу апи эндпоинт через долларов доллара доллар цента центов страницу письмо сообщение
  الميزانية لكل طلب للطلب نداء استدعاء واجهة مدفوعة مدفوع الدفع دولار سنت سنتان للصفحة على
  बजट प्रति कॉल भुगतान अनुरोध डॉलर सेंट 호출당 건당 요청당 예산 달러 유료 결제 호출`.split(/\s+/),
);
/** In languages that write no space between words: one of these behind another. */
const RUN_OF_TERMS =
  /^(?:x402|api|usdc?|base|json|[\d.,]|预算|預算|予算|每|按次|付费|支付|调用|接口|端点|美元|美分|一次|次|链|上|页|有料|エンドポイント|コール|ドル|セント|円|回|通|件|払います|払い|支払い|の|で|を|につき|\/)+$/;
const PRICE =
  /^(?:(?:us)?[$€]?\d[\d.,]*(?:[ck$€¢]|usdc?|eur)?(?:\/\p{L}{1,12})?。?|[$€]|eip155:\d+|usdc[。．]?)$/u;
const PIECE = /[^\s,;()|?!–—]+|[,;()|?!–—]/g;
const MARK = /^[,;()|?!–—.:-]$/;
const FEWEST_TERMS = 3;
const MOST_TERMS = 32;

const LONGEST_TERM = 40;
const isTerm = (piece: string): boolean => {
  if (piece.length > LONGEST_TERM) return false;
  const word = piece.toLowerCase().replace(/[.:]+$/, '');
  return TERMS.has(word) || PRICE.test(word) || RUN_OF_TERMS.test(word);
};

/** Words that tie the terms of a sale together, in a clause that says nothing else: "need an API for this, up to 3 cents". */
const TIES = new Set(
  `i i'd we need want would like can could will have has find me us my our your their you it this that these to up is be or
  and no not more than below about around any use using used through answer answers job result reply subscription monthly
  flat least most ready happy willing spend agent agents prepaid micro-payment pay-per-use pay-as-you-go key token account
  invoice basis cheap short i'll we'd we'll buying wanted limit data by of as ok okay fine message page pages mail batch day
  week month hour ich wir einen eine einem als antwort bis zu je un une le la pour de à a cada una en moi ich zahle я мы по в
  на`.split(/\s+/),
);
/** And one of these it must have. */
const SALE =
  /^(?:x402|402|mpp|apis?|endpoints?|usdc?|price[sd]?|costs?|budget|pay|paid|payable|payments?|micropayments?|per|per-call|pay-per-call|pay-per-use|fees?|subscription|cents?|dollars?|(?:us)?[$€]\d?.*|\d[\d.,]*[c$€¢]|0?[.,]\d+|(?:x402|api).*|.*(?:付费|美元|美分|接口|払い|ドル|有料).*)$|^(?:оплата|плачу|бюджет|الدفع|الميزانية|دولار|presupuesto|pago|centavos|orçamento|paiement|zahle|bütçe|ücretli|budżet|예산|유료)$/i;
/** Where a clause may end: never within a number or a name. */
const CLAUSE_END = /(?:[,.;:!?]{1,8}(?=\s|$)|[()[\]|\n。、，；：！？（）؟،؛]|\s[-–—]{1,4}(?=\s))\s*/g;
const FEWEST_LEFT = 10;
/** One character of these says as much as a word. */
const OF_WORDS = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const isLittle = (text: string): boolean =>
  text.length < (OF_WORDS.test(text) ? FEWEST_LEFT / 2 : FEWEST_LEFT);
/** The classifier reads no more of a text: the terms of a sale weigh little in a longer one, and to look for them costs. */
const MOST_READ = 4_096;
/** Where nothing of this stands, no clause can be of a sale. */
const MAYBE_SALE =
  /\d|mpp|api|endpoint|usd|pri[cx]|cost|budget|pa[iyg]|per|fee|subscription|cent|dollar|[$€]|[^\0-\u024f]/i;
const LEFT_BEHIND = new Set(' \t\n\r,;:(|–—-，：、（');
const withoutMarks = (text: string): string => {
  let end = text.length;
  while (end > 0 && LEFT_BEHIND.has(text[end - 1]!)) end--;
  return text.slice(0, end);
};

/** Whether a clause is made of the terms of a sale and nothing else. Behind one of them "Base" is one, too. */
function isOfSale(clause: string, behindOne: boolean): boolean {
  const words = clause.trim().split(/\s+/);
  return (
    (behindOne || words.some((word) => SALE.test(word))) &&
    words.every((word) => isTerm(word) || TIES.has(word.toLowerCase()))
  );
}

/** A text without the terms of a sale: no clause of them, and none at its ends. Undefined where there are none, or little else. */
export function withoutTerms(text: string): string | undefined {
  if (text.length > MOST_READ) return undefined;
  const left = MAYBE_SALE.test(text) ? withoutClauses(text) : text;
  const bare = withoutFirst(withoutLast(left));
  const rest = isLittle(bare.trim()) ? left : bare;
  return rest === text ? undefined : rest;
}

function withoutClauses(text: string): string {
  let kept = '';
  let from = 0;
  let cut = false;
  const take = (to: number, end: number): void => {
    const clause = text.slice(from, to);
    // "…, price?" and "pay?" ask for a decision about a purchase; "$0.02 per call?" names the terms.
    cut = !(text[to] === '?' && !/\d/.test(clause)) && isOfSale(clause, cut);
    if (!cut) kept += text.slice(from, end);
    // A question stays one when the terms that stood inside it are taken out.
    else if (text[to] === '?' && kept !== '') kept = `${withoutMarks(kept)}? `;
    from = end;
  };
  for (const { 0: mark, index } of text.matchAll(CLAUSE_END)) take(index, index + mark.length);
  take(text.length, text.length);
  if (kept === text) return text;
  const left = withoutMarks(kept).trim();
  return isLittle(left) ? text : left;
}

/** The terms at an end stand in as many characters: the rest of a text is not taken to pieces. */
const LONGEST_END = 512;

const LAST_PIECE = /[^\s,;()|?!–—]*$/;
/** Whether the last piece of a text is one of the terms, or a mark that may stand behind them. */
function mayEndInTerms(text: string): boolean {
  const [last = ''] = LAST_PIECE.exec(text.trimEnd().slice(-LONGEST_TERM - 1)) ?? [];
  return last === '' || MARK.test(last) || isTerm(last);
}

/** The same at the end of a text, where no mark need stand before them. */
function withoutLast(text: string): string {
  if (!mayEndInTerms(text)) return text;
  const from = text.length > LONGEST_END ? text.indexOf(' ', text.length - LONGEST_END) : 0;
  const pieces = from < 0 ? [] : [...text.slice(from).matchAll(PIECE)];
  let last = pieces.length;
  let count = 0;
  while (last > 0 && pieces.length - last < MOST_TERMS) {
    const piece = pieces[last - 1]![0];
    if (piece === '?' || piece === '!' || !(MARK.test(piece) || isTerm(piece))) break;
    if (!MARK.test(piece)) count++;
    last--;
  }
  // The terms begin after a mark, or with a word that begins them: "should we sue x402 API endpoint, $0.02".
  const opens = (at: number): boolean => {
    const before = pieces[at - 1]?.[0] ?? '';
    const piece = pieces[at]?.[0] ?? '';
    return /[.:?!]$/.test(before) || MARK.test(before) || MARK.test(piece) || /^(?:x402|[$€]\d)/i.test(piece);
  };
  while (last < pieces.length && !opens(last)) {
    if (isTerm(pieces[last]![0])) count--;
    last++;
  }
  return count >= FEWEST_TERMS ? text.slice(0, from + pieces[last]!.index) : text;
}

/** And at its beginning, up to a mark. */
function withoutFirst(text: string): string {
  let ends = '';
  let pieces = 0;
  let count = 0;
  for (const { 0: piece, index } of text.slice(0, LONGEST_END).matchAll(PIECE)) {
    const isMark = MARK.test(piece);
    if (pieces === MOST_TERMS || !(isMark || isTerm(piece))) {
      const closed = /[.:]$/.test(ends) || MARK.test(ends);
      return count >= FEWEST_TERMS && closed ? text.slice(index) : text;
    }
    if (!isMark) count++;
    ends = piece;
    pieces++;
  }
  return text;
}

/** What names money or its ways, in our languages: by the beginning of words, as verbs bend at the end. */
const MONEY =
  /usdc?|x402|\b402\b|stable ?coin|стейблкоин|稳定币|ステーブルコイン|[$€£¢]\s?\d|\d\s?[$€£¢c](?!\p{L})|(?<!\p{L})(?:pay|paid|pric|budget|cost|fee|cap|cent|dollar|per (?:call|request|answer|query)|(?:be)?zahl|preis|euro|paie|paye|payant|prix|centimes|pag[ohaue]|preci|presupuesto|c[éeê]ntim|d[óo]lar|preço|orçamento|prezzo|offro|spesa|betaa?l|prijs|p[łl]a[ct]|cena|budżet|опла|плат|плач|цен[аы]|бюджет|доллар|цент|ödeme|ücret|bütçe|fiyat)|دفع|سعر|ميزاني|دولار|سنت|भुगतान|दाम|कीमत|बजट|सेंट|डॉलर|रुपये|付费|支付|结算|计费|收费|预算|美元|美分|分钱|払|支払|有料|料金|予算|セント|ドル|決済|결제|유료|예산|센트|달러/iu;
const PART_END =
  /(?:[,.;:!?]{1,8}(?=\s|$)|[()[\]|\n。、，；：！？（）؟،؛।]|\s[-–—/]{1,4}(?=\s)|,(?=[\u4e00-\u9fff]))\s*/g;
/** Behind a clause about money one so short says how: "réseau Base", "JSON response". */
const LONGEST_ASIDE = 24;
const ASKS = /[?？؟]/;

/**
 * A text without what is said about money at its end, or before a colon or a dash at its beginning, whatever else is said
 * there. That may be more than the terms of a sale, so what is left needs to be surer. Undefined where nothing is left out.
 */
export function withoutMoney(text: string): string | undefined {
  if (text.length > MOST_READ || !MAYBE_SALE.test(text)) return undefined;
  const parts = partsOf(text);
  const isAside = ({ from, to, end }: Part): boolean =>
    to - from <= LONGEST_ASIDE && !ASKS.test(text.slice(to, end));
  const isOfMoney = ({ from, to }: Part): boolean => MONEY.test(text.slice(from, to));
  let last = parts.length;
  for (let at = last - 1; at > 0 && (isOfMoney(parts[at]!) || isAside(parts[at]!)); at--)
    if (isOfMoney(parts[at]!)) last = at;
  let first = 0;
  while (first < last - 1 && isOfMoney(parts[first]!)) first++;
  if (first > 0 && !/[:：–—-]/.test(text.slice(parts[first - 1]!.to, parts[first - 1]!.end))) first = 0;
  if (first === 0 && last === parts.length) return undefined;
  const left = withoutMarks(text.slice(parts[first]!.from, parts[last - 1]!.end)).trim();
  return isLittle(left) ? undefined : left;
}

interface Part {
  readonly from: number;
  /** Where its words end, and where the marks behind them do. */
  readonly to: number;
  readonly end: number;
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(PART_END)) {
    if (index > from) parts.push({ from, to: index, end: index + mark.length });
    from = index + mark.length;
  }
  if (from < text.length) parts.push({ from, to: text.length, end: text.length });
  return parts;
}
