import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise.ts';
import { scanText } from '../scan.ts';
import { newWork } from '../work.ts';

const found = (text: string): string[] => {
  const work = newWork();
  return scanText(normalise(text, work).plain, work).map((hit) => hit.kind);
};

/** A labelled value in another script, and a purchase question with the same label. Values are synthetic. */
const CASES: readonly (readonly [kind: string, positive: string, negative: string])[] = [
  ['secret.password', '密码是 Qiu2024!xy,请检查价格', '密码重置接口 0.01 美元一次是否值得'],
  ['secret.password', 'パスワードは Sakura#2025 です', 'パスワード API の価格を比較'],
  ['secret.password', 'Пароль от панели: Zima2024!', 'сервис проверки: пароль по API, 0.01 USD'],
  ['secret.password', 'كلمة المرور: Qamar2026!', 'هل سعر واجهة كلمة المرور 0.01 دولار مناسب؟'],
  ['secret.labelled_key', '密钥:a81Kd02LmQ9xZ7vB3nT5rY1', '密钥管理接口的价格'],
  ['secret.one_time_code', '验证码 482 913', '验证码接口每次 0.01 美元'],
  ['wallet.seed_phrase', '助记词 校杀挑客错抓记温降恩狱植', '助记词文档接口的价格'],
  ['identity.labelled_id', 'マイナンバー 1234 5678 9018', 'マイナンバー確認 API の価格'],
  ['identity.labelled_id', 'паспорт 4510 123456', 'паспорт API за 0.01'],
  ['pii.phone', '手机 13812345678 联系我', '手机归属地接口 0.008 美元'],
  ['pii.phone', '我叫小王 1381234 5678', '我叫小王，预算 1381234 次'],
  ['pii.phone', 'тел: 495 1234567', 'тел API за 0.01'],
  ['pii.phone', 'моб. 495 1234567', 'автомоб. API 0.01'],
  ['pii.phone', '電話 090-1234-5678', '電話番号検索 API 0.01 ドル'],
  ['pii.date_of_birth', '生年月日 1988年2月14日', '2026年2月14日に価格を確認'],
  ['pii.postal_address', '東京都千代田区千代田1-1 に住んでいます', '東京都の天気 API を比較'],
  ['pii.postal_address', '北京市朝阳区建国路88号', '北京市天气接口 0.01 美元'],
  ['pii.postal_address', '我住在黑龙江省哈尔滨市南岗区花园街 12号', '黑龙江省天气接口 12 美元'],
  ['pii.postal_address', '大阪府大阪市北区梅田3-1-3', '大阪府のデータ 3 件'],
  ['pii.postal_address', '경기도 성남시 분당구 판교로 228', '경기도 지도 API 228 원'],
  ['pii.postal_address', '서울특별시 강남구 테헤란로 152', '서울 날씨 API 가격'],
  ['pii.postal_address', 'Москва, ул. Арбат, д. 12', 'Москва, погода по API за 0.01'],
  ['financial.bank_account', '口座番号 1234567', '口座確認 API の価格'],
  ['pii.vehicle_id', '车牌 京A12345', '车牌识别接口的价格'],
  ['pii.person_name', '氏名: 山田太郎', '氏名 API の料金'],
  ['pii.person_name', '田中さんに確認', 'お客様向け API の価格'],
  ['health.condition', '他母亲有糖尿病', '他要比较两个接口的价格'],
  ['health.condition', '患者有糖尿病', '糖尿病数据接口的价格'],
];

describe('labels of other scripts', () => {
  it.each(CASES)('%s is found: %s', (kind, positive) => {
    expect(found(positive)).toContain(kind);
  });

  it.each(CASES)('%s (%s) is not found in its neighbour', (_kind, _positive, negative) => {
    expect(found(negative)).toEqual([]);
  });
});
