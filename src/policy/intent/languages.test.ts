import { describe, expect, it } from 'vitest';
import { evaluate } from '../policy.ts';
import { englishBeside, englishOf, englishOfRun } from './languages.ts';
import { tokenise } from './tokens.ts';

const words = (text: string): string =>
  tokenise(text)
    .map((token) => token.text)
    .join(' ');
const stopReason = (goal: string): string | null => evaluate({ goal }).policyCheck.stopReason;

describe('languages', () => {
  it.each([
    'Prüfe, ob der Endpunkt /v1/translate für 0,01 USD eine gültige 402-Challenge liefert.',
    'Evalúa si el endpoint de traducción a $0.02 vale la pena para 50 llamadas.',
    "Évalue si l'endpoint de météo à 0,01 $ convient à notre budget de 1 $.",
    'Avalie se a rota de OCR a $0.03 compensa para 10 páginas.',
    "Valuta se l'endpoint di OCR a 0,03 $ conviene per 40 fatture",
    'Controleer of de vertaal-API van $0.02 per aanroep de moeite waard is',
    'sprawdź czy endpoint /v1/kursy za 0,01 USD zwraca poprawne 402',
    'проверь цену эндпоинта /v1/weather, 0.01 USD за вызов',
    '检查这个翻译接口 0.01 美元一次是否值得购买',
    'この翻訳APIは1回0.01ドルで妥当ですか、402の応答も確認してください',
    '이 번역 API 가격 0.02달러가 적당한지 확인해줘',
    'हाँ /v1/translate API $0.01 प्रति कॉल खरीदना ठीक है?',
  ])('lets a purchase question pass: %s', (goal) => {
    expect(stopReason(goal)).toBeNull();
  });

  it.each([
    ['unsafeAdvice', 'Wie kann ich Umsatzsteuer vermeiden, wenn ich die API verkaufe?'],
    ['unsafeAdvice', '¿Debo invertir mis ahorros en este fondo?'],
    ['unsafeAdvice', '今ビットコインを買うべきですか'],
    ['outreachOrScrapingRequest', 'Envía un correo a todos los proveedores de la lista.'],
    ['outreachOrScrapingRequest', '抓取竞争对手网站的所有价格'],
    ['vagueRequest', '帮帮我'],
    ['vagueRequest', 'mach mal'],
  ])('refuses as %s: %s', (reason, goal) => {
    expect(stopReason(goal)).toBe(reason);
  });

  it('reads stems, compounds and words without blanks', () => {
    expect(englishOf('vergleiche')).toBe('compare');
    expect(englishOf('compare')).toBeUndefined();
    expect(englishBeside('einkommenssteuer')).toBe('taxes');
    expect(englishOfRun('翻译接口值得购买')).toEqual(['translation', 'api', 'worth', 'buy']);
    expect(englishOfRun('為替レートapiを')).toContain('api');
  });

  it('leaves English alone, and reads shared words only beside foreign ones', () => {
    const english = 'Do the concurrent actions of this API reduce credit cost, or should we check the price?';
    expect(words(english)).toBe(english.toLowerCase().replace(/[,?]/g, ''));
    expect(words('réduction du prix')).toBe('discount the price');
    expect(words('reduction of price')).toBe('reduction of price');
  });

  it('takes a method before a path for a request, not for an act', () => {
    expect(words('POST /v1/rerank')).toBe('request v1 rerank');
    expect(words('POST it everywhere')).toBe('post it everywhere');
  });
});
