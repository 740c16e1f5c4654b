import { assigned, chosenMix, denseKey } from './labels.ts';
import { type Detector, digitsOf, type RedactionToken, type Severity } from './row.ts';

/** What joins a label and its value in scripts that use no blanks: a mark, a particle, or nothing. */
const JOINED =
  '["\'”」』)\\]]?\\s{0,2}(?:是|为|為|は|が|를|을|이|가|은|는|это|:|=|->|→|—)\\s{0,2}["\'“「『(\\[]?';
const BESIDE = '["\'”」』)\\]]?\\s{0,2}["\'“「『(\\[]?';
const NUMBER = '(?:番号|号码|號碼|号|號|번호|номер|№|رقم)?';

/** A label of another script in front of a value. Labels are literals, so they are the row's hints, too. */
function signed(
  id: string,
  severity: Severity,
  token: RedactionToken,
  labels: string,
  value: string,
  rest: Pick<Detector, 'accept' | 'cases'> & { readonly joined?: boolean } = {},
): Detector {
  const list = labels.split(' ').map((label) => label.replaceAll('_', ' '));
  const anyOf = list.map((label) => label.replace(/[.*+?^$(){}|[\]\\/]/g, '\\$&')).join('|');
  const join = rest.joined === true ? JOINED : `(?:${JOINED}|${BESIDE})`;
  return {
    id,
    severity,
    token,
    pattern: new RegExp(
      `(?:${anyOf})\\.?${NUMBER}${rest.joined === true ? '(?: (?:от|для|к|на) [\\p{L} ]{1,24}?)?' : ''}${join}(?<v>${value})`,
      'giu',
    ),
    hints: list.map((label) => label.toLowerCase()),
    ...(rest.accept ? { accept: rest.accept } : {}),
    ...(rest.cases ? { cases: rest.cases } : {}),
  };
}

const ASCII_VALUE = '[\\x21\\x23-\\x26\\x28-\\x2b\\x2d-\\x3a\\x3c-\\x7e]';
const PASSWORDS =
  '密码 密碼 口令 通行码 パスワード パス 暗証番号 合言葉 비밀번호 비번 암호 пароль пароля κωδικός συνθηματικό סיסמה סיסמא كلمة_المرور كلمة_السر पासवर्ड รหัสผ่าน';
const KEYS =
  '密钥 密鑰 金钥 秘钥 私钥 私鑰 令牌 秘密鍵 シークレット トークン キー 비밀키 개인키 토큰 키 ключ токен секрет مفتاح מפתח';
const CJK_DATE =
  '(?:19|20)\\d{2}\\s?[年년./-]\\s?\\d{1,2}\\s?[月월./-]\\s?\\d{1,2}\\s?[日일]?|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}';
const HAN = '[\\u4e00-\\u9fff]';

/** A district, town or street between a province and a number. */
const DISTRICT =
  /^.{2,3}(?:[都道府県省市區区縣县]|自治区|特别行政区).{1,16}?(?:大街|胡同|[区區市町村镇鎮县縣路街道巷弄条田代谷橋寺島川]|丁目)\D{0,10}\d/;

/** People who are addressed so without being named. */
const NOBODY = /^(?:お?客|皆|御|同|お|貴|神|王|各|奥|学|医|老)/;

/** Labelled values and written forms of scripts without Latin letters: the same kinds as in the other tables. */
export const scriptRows: readonly Detector[] = [
  signed('secret.password', 'high', 'password', PASSWORDS, `${ASCII_VALUE}{4,100}`, {
    joined: true,
    accept: assigned,
    cases: [
      ['密码是 Qiu2024!xy,请检查价格', '密码重置接口 0.01 美元一次是否值得'],
      ['パスワードは Sakura#2025 です', 'パスワード API の価格を比較'],
    ],
  }),
  signed('secret.password', 'high', 'password', PASSWORDS, `${ASCII_VALUE}{6,100}`, { accept: chosenMix }),
  signed('secret.labelled_key', 'high', 'secret', KEYS, `${ASCII_VALUE}{8,2000}`, {
    accept: denseKey,
    cases: [['密钥:a81Kd02LmQ9xZ7vB3nT5rY1', '密钥管理接口的价格']],
  }),
  signed(
    'secret.one_time_code',
    'high',
    'secret',
    '验证码 驗證碼 动态码 動態碼 認証コード 確認コード ワンタイムパスワード 인증번호 인증코드 код_подтверждения код_из_смс رمز_التحقق',
    '\\d{3}[ -]?\\d{3}|\\d{4}(?:[ -]?\\d{4})?',
    { cases: [['验证码 482 913', '验证码接口每次 0.01 美元']] },
  ),
  signed(
    'wallet.seed_phrase',
    'high',
    'seed_phrase',
    '助记词 助記詞 恢复词 恢复短语 种子短语 種子短語 シードフレーズ 復元フレーズ リカバリーフレーズ ニーモニック',
    `${HAN}{12,24}`,
    { cases: [['助记词 校杀挑客错抓记温降恩狱植', '助记词文档接口的价格']] },
  ),
  signed(
    'identity.labelled_id',
    'high',
    'government_id',
    '身份证 身份證 身分證 居民证 护照 護照 驾照 驾驶证 駕照 社保卡 医保卡 社会保障 居留证 通行证 工号 员工号 学号 マイナンバー 個人番号 パスポート 旅券 免許証 運転免許 保険証 基礎年金 在留カード 社員番号 주민등록 주민번호 여권 운전면허 외국인등록 사번 паспорт паспорта снилс инн водительское הזהות ת"ז جواز_السفر الهوية आधार पासपोर्ट บัตรประชาชน',
    '[A-Z]{0,3}[ -]?\\d[\\dA-Z -]{3,22}(?:\\([0-9A]\\))?',
    {
      accept: (v) => digitsOf(v).length >= 5,
      cases: [
        ['マイナンバー 1234 5678 9018', 'マイナンバー確認 API の価格'],
        ['паспорт 4510 123456', 'паспорт API за 0.01'],
      ],
    },
  ),
  signed(
    'pii.phone',
    'medium',
    'phone',
    '手机 手機 电话 電話 致电 来电 携帯 ケータイ 連絡先 联系方式 전화 휴대폰 핸드폰 연락처 телефон телефону тел моб номер جوالي هاتفي موبايلي رقمي هاتف جوال موبايل טלפון נייד फोन मोबाइल โทร เบอร์ τηλέφωνο κινητό',
    '\\+?\\(?\\d(?:[ ()./-]{0,2}\\d){6,14}(?![\\d.]*\\d)',
    {
      cases: [
        ['手机 13812345678 联系我', '手机归属地接口 0.008 美元'],
        ['тел: 495 1234567', 'тел API за 0.01'],
        ['моб. 495 1234567', 'автомоб. API 0.01'],
        ['電話 090-1234-5678', '電話番号検索 API 0.01 ドル'],
      ],
    },
  ),
  {
    id: 'pii.phone',
    severity: 'medium',
    token: 'phone',
    pattern: /(?<![\w.#/-])1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?![\w.-])/g,
    digits: 11,
    begins: 'digits',
    firstDigits: [3, 7, 11],
    accept: (_v, c, i, e) => /[\u4e00-\u9fff]/.test(c.before(i, 40) + c.after(e, 40)),
    cases: [['我叫小王 1381234 5678', '我叫小王，预算 1381234 次']],
  },
  {
    id: 'pii.phone',
    severity: 'medium',
    token: 'phone',
    // Mobile numbers of Korea and Japan, as they are divided there.
    pattern: /(?<![\w.#/-])0(?:1[016789]|[789]0)[- ]\d{3,4}[- ]\d{4}(?![\w.-])/g,
    digits: 10,
    begins: 'digits',
    firstDigits: [3],
    firstDigit: '0',
    cases: [['고객 010-4827-1936 확인', '모델 010-48 API']],
  },
  signed(
    'pii.messaging_handle',
    'medium',
    'email',
    '微信 微信号 加我微信 ラインid line_id 카톡 카카오톡',
    '[A-Za-z][\\w-]{4,24}',
    { accept: (v) => /[\d_]/.test(v) },
  ),
  signed('pii.messaging_handle', 'medium', 'email', 'qq', '[1-9]\\d{5,10}'),
  signed(
    'pii.date_of_birth',
    'medium',
    'date_of_birth',
    '出生日期 出生年月 出生于 出生 生日 生年月日 誕生日 生まれ 생년월일 생일 дата_рождения родился родилась تاريخ_الميلاد',
    CJK_DATE,
    { cases: [['生年月日 1988年2月14日', '2026年2月14日に価格を確認']] },
  ),
  {
    id: 'pii.date_of_birth',
    severity: 'medium',
    token: 'date_of_birth',
    pattern:
      /(?<v>(?:19|20)\d{2}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일])\s?(?:出生|生まれ|生|출생|생\b)/g,
    hints: ['出生', '生まれ', '生', '출생', '생'],
  },
  signed(
    'financial.bank_account',
    'medium',
    'bank_account',
    '银行卡 銀行卡 银行账号 银行账户 银行帐号 收款账号 账号 帳號 口座 口座番号 계좌 р/с расчетный_счет расчётный_счёт номер_счета номер_карты карта карты',
    '\\d(?:[ -]?\\d){6,22}',
    { cases: [['口座番号 1234567', '口座確認 API の価格']] },
  ),
  signed(
    'pii.vehicle_id',
    'medium',
    'device',
    '车牌 車牌 ナンバープレート 차량번호 차량_번호 госномер',
    `(?:${HAN}|[\\p{L}\\d]{1,3})[ ·.-]?[\\p{L}\\d][ ·.-]?[\\p{L}\\d]{3,6}`,
    { accept: (v) => /\d/.test(v), cases: [['车牌 京A12345', '车牌识别接口的价格']] },
  ),
  {
    id: 'pii.postal_address',
    severity: 'medium',
    token: 'address',
    // A province and a number soon after it: what stands between them is looked at once, by `accept`.
    pattern:
      /[\u4e00-\u9fff]{2,3}(?:[都道府県省市區区縣县]|自治区|特别行政区)[\u3040-\u30ff\u4e00-\u9fff]{2,26}\s?\d{1,5}(?:\s?[-－ー之]\s?\d{1,4}){0,3}\s?(?:号|號|番地|番|丁目|室|弄|栋|棟|楼|樓|-|(?!\d|年|月|日|円|元|万|%))/g,
    hints: ['都', '道', '府', '県', '省', '市', '区', '區', '縣', '县'],
    digits: 1,
    accept: (v) => DISTRICT.test(v),
    cases: [
      ['東京都千代田区千代田1-1 に住んでいます', '東京都の天気 API を比較'],
      ['北京市朝阳区建国路88号', '北京市天气接口 0.01 美元'],
      ['我住在黑龙江省哈尔滨市南岗区花园街 12号', '黑龙江省天气接口 12 美元'],
      ['大阪府大阪市北区梅田3-1-3', '大阪府のデータ 3 件'],
    ],
  },
  {
    id: 'pii.postal_address',
    severity: 'medium',
    token: 'address',
    pattern:
      /(?<![가-힣])[가-힣]{1,8}(?:시|도) ?(?:[가-힣]{1,8}[구군시] ?){1,2}[가-힣0-9]{1,12}[로길동읍면] ?\d{1,5}(?:-\d{1,5})?/g,
    hints: ['시', '도', '구', '군'],
    digits: 1,
    cases: [
      ['경기도 성남시 분당구 판교로 228', '경기도 지도 API 228 원'],
      ['서울특별시 강남구 테헤란로 152', '서울 날씨 API 가격'],
    ],
  },
  {
    id: 'pii.postal_address',
    severity: 'medium',
    token: 'address',
    pattern:
      /(?<![\p{L}])(?:ул\.|улица|улице|пр\.|проспект|просп\.|пер\.|переулок|наб\.|набережная|шоссе|бульвар|б-р|вул\.|вулиця)\s?[\p{L}.-]{2,30}(?: [\p{L}.-]{2,30}){0,2},?\s{0,2}(?:д\.|дом|буд\.)?\s?\d{1,4}/giu,
    hints: ['ул.', 'улиц', 'пр.', 'просп', 'пер', 'наб', 'шоссе', 'бульвар', 'б-р', 'вул'],
    cases: [['Москва, ул. Арбат, д. 12', 'Москва, погода по API за 0.01']],
  },
  signed(
    'pii.postal_address',
    'medium',
    'address',
    '住址 地址 家庭住址 住所 自宅 주소 адрес адресу العنوان',
    `[\\p{L}\\d][\\p{L}\\d .,-]{2,40}?\\d{1,5}`,
    { joined: true, accept: (v) => /[^\x20-\x7e]/.test(v) },
  ),
  signed(
    'pii.person_name',
    'medium',
    'name',
    '姓名 真实姓名 患者名 氏名 名前 お名前 본명 이름 성명 фио имя_и_фамилия',
    `[\\p{L}·]{2,12}(?: \\p{L}{2,20}){0,2}`,
    {
      joined: true,
      accept: (v) => !/解析|检查|検査|接口|API|字段|项目/i.test(v),
      cases: [['氏名: 山田太郎', '氏名 API の料金']],
    },
  ),
  {
    id: 'pii.person_name',
    severity: 'medium',
    token: 'name',
    pattern:
      /(?<![\u4e00-\u9fff])(?<v>[\u4e00-\u9fff]{1,4})(?:さん|様|氏|先生|女士|小姐)(?![\u4e00-\u9fff]{0,2}(?:服务|サービス|向け|用))/g,
    hints: ['さん', '様', '氏', '先生', '女士', '小姐'],
    accept: (v) => !NOBODY.test(v),
    cases: [['田中さんに確認', 'お客様向け API の価格']],
  },
  {
    id: 'health.condition',
    severity: 'medium',
    token: 'medical',
    pattern:
      /(?:患者|病人|我妈|我爸|他|她|母|父|妻|息子|娘|환자|어머니|아버지|пациент\p{L}{0,3}|у (?:меня|него|неё|нее)|(?:мо(?:я|й|ей|ему)) (?:мам\p{L}|пап\p{L}|жен\p{L}|муж\p{L}{0,2}|доч\p{L}{1,4}|сын\p{L}{0,2}|мать|отец|сестр\p{L}|брат\p{L}{0,2})|ابنتي|ابني|زوجتي|زوجي|والدتي|والدي|أمي|أبي|أختي|أخي|المريضة?|मेरी (?:माँ|बेटी|पत्नी)|मेरे (?:पिता|बेटे|पति))(?:[^\n。.!?他她母父妻娘]|\.(?=[\p{L}\d,])){0,60}?(?:糖尿病|癌|高血压|高血圧|艾滋病|艾滋|抑郁|うつ病|うつ|怀孕|妊娠|肝炎|心脏病|당뇨|암 |우울증|임신|диабет|рак|депресси|беременн|ВИЧ|эпилепс|шизофрен|астм|гепатит|туберкул|инсульт|инфаркт|الصرع|السكري|السرطان|سرطان|الاكتئاب|الربو|الإيدز|حامل|मधुमेह|कैंसर|मिर्गी|गर्भवती)/gu,
    hints: [
      '患者',
      '病人',
      '我妈',
      '我爸',
      '他',
      '她',
      '母',
      '父',
      '妻',
      '息子',
      '娘',
      '환자',
      '어머니',
      '아버지',
      'пациент',
      'у меня',
      'у него',
      'у неё',
      'у нее',
      'моя ',
      'мой ',
      'моей ',
      'моему ',
      'ابنتي',
      'ابني',
      'زوجتي',
      'زوجي',
      'والدتي',
      'والدي',
      'أمي',
      'أبي',
      'أختي',
      'أخي',
      'المريض',
      'मेरी',
      'मेरे',
    ],
    cases: [
      ['他母亲有糖尿病', '他要比较两个接口的价格'],
      ['患者有糖尿病', '糖尿病数据接口的价格'],
      ['ابنتي ليلى مصابة بالصرع', 'واجهة بيانات الصرع 0.01'],
      ['пациентка Ольга, 1971 г.р., шизофрения', 'шизофрения как тема API'],
    ],
  },
];
