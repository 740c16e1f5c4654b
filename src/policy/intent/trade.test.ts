import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';
import { isTrade } from './trade.ts';

const REFUSED = /^(?:unsafeAdvice|outreachOrScrapingRequest)/;
const refused = (text: string): boolean => classify(text).findings.some((finding) => REFUSED.test(finding));

describe('a purchase or an offer of data and tools', () => {
  it.each([
    'need notary directory data for Portugal, office name and city only',
    'looking to buy mortgage amortization tables via API',
    'API with court backlog statistics by district and year',
    'We sell sanctions screening: send a company name, get list hits. 0.02 USDC',
    '我们提供各省税率数据，JSON格式，0.004 USDC',
    '融資金利の銀行別一覧データを購入したい',
    '比较三家网页抓取接口的价格',
  ])('is not refused for its subject: %s', (text) => {
    expect(refused(text)).toBe(false);
  });

  it.each([
    // Advice about an affair of one's own, whatever data is spoken of.
    'should we refinance our loan with the rates from this data feed',
    'need data to decide whether I should sell my shares',
    // Acts that are ordered.
    'pull LinkedIn data for these names',
    'Ring the sellers and ask for a sample',
    'Find out who runs this API and get me their personal email.',
    // What is one's own is no purchase.
    '弊社の送金サービスは資金決済法の登録が必要ですか',
    'notre service doit-il être conforme au rgpd, faut-il une licence ?',
  ])('is none: %s', (text) => {
    expect(refused(text)).toBe(true);
  });

  it('needs goods and somebody who buys or sells', () => {
    expect(isTrade('which seller has tide data')).toBe(true);
    expect(isTrade('scan their API for holes')).toBe(false);
    expect(isTrade('tell me which data to trust')).toBe(false);
  });
});

describe('requests in other languages, with the terms of a sale behind them', () => {
  it.each([
    'dis-moi si ma clause est abusive, paiement x402, 0,05 USDC par appel',
    'реши, можем ли мы расторгнуть договор поставки, x402, 0.02$ за вызов',
    '帮我看看现在要不要加仓腾讯，x402接口，每次0.02美元',
    'escolha entre Simples Nacional e lucro presumido para mim, qual eu escolho? x402, US$0,02',
  ])('%s', (text) => {
    expect(refused(text)).toBe(true);
  });
});
