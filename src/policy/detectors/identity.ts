import { type Detector, digitsOf, high, luhn, modulo, weighted } from './row.ts';

const id = (name: string, pattern: RegExp, rest: Partial<Detector> = {}): Detector =>
  high(`identity.${name}`, 'government_id', pattern, rest);

const validSsn = (value: string): boolean => {
  const d = digitsOf(value);
  return (
    d.length === 9 &&
    !/^(?:000|666)/.test(d) &&
    d.slice(3, 5) !== '00' &&
    d.slice(5) !== '0000' &&
    !/^(\d)\1{8}$/.test(d)
  );
};

const VERHOEFF_D = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const VERHOEFF_P = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** Check digit of the Indian Aadhaar number. */
function verhoeff(digits: string): boolean {
  let c = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = VERHOEFF_P[i % 8]!.charCodeAt(digits.charCodeAt(digits.length - 1 - i) - 48) - 48;
    c = VERHOEFF_D[c]!.charCodeAt(digit) - 48;
  }
  return c === 0;
}

function cpf(value: string): boolean {
  const d = digitsOf(value);
  if (d.length !== 11 || /^(\d)\1{10}$/.test(d)) return false;
  const check = (n: number): number => {
    const sum = weighted(
      d,
      Array.from({ length: n }, (_, i) => n + 1 - i),
    );
    return ((sum * 10) % 11) % 10;
  };
  return check(9) === Number(d[9]) && check(10) === Number(d[10]);
}

const dni = (value: string): boolean => {
  const v = value
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^X/, '0')
    .replace(/^Y/, '1')
    .replace(/^Z/, '2');
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(v.slice(0, -1)) % 23] === v.slice(-1);
};

const chinaId = (value: string): boolean => {
  const sum = weighted(value, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return '10X98765432'[sum % 11] === value.slice(-1).toUpperCase();
};

const frenchNir = (value: string): boolean => {
  const d = value.replace(/\s/g, '').replace(/2A/i, '19').replace(/2B/i, '18');
  return /^\d{15}$/.test(d) && 97 - modulo(d.slice(0, 13), 97) === Number(d.slice(13));
};

const pesel = (value: string): boolean =>
  (10 - (weighted(value, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === Number(value[10]) &&
  /^\d{2}(?:[02468][1-9]|[13579][012])/.test(value);

/**
 * National numbers. A number is taken when its written form is unmistakable, when its check digit holds and the form is
 * rare, or when a label names it. Without one of these a run of digits is only a number.
 */
/** Check character of a Chilean RUT: weights two to seven from the right, modulo eleven. */
function rutCheck(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (2 + (i % 6)), 0);
  const rest = 11 - (sum % 11);
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest);
}

const isDni: Detector['accept'] = (v, c, i) =>
  dni(v) && (/[A-Z]$/.test(v) || /dni|nie|nif/.test(c.before(i, 20)));

export const identityRows: readonly Detector[] = [
  id('ssn', /(?<![\d-])\d{3}([- .\u2010-\u2015])\d{2}\1\d{4}(?![\d-])/g, {
    digits: 9,
    begins: 'digits',
    firstDigits: [3],
    accept: (v, c, i) => validSsn(v) && (v[3] !== '.' || /ssn|social/.test(c.before(i, 40))),
    cases: [['SSN: 219 09 9999', 'between 219 and 9999 calls']],
  }),
  id(
    'ssn',
    /\b(?:ssn|s\.s\.n\.?|social security|social sec|soc sec|social|itin|taxpayer id(?:entification)?)\b[^\d\n]{0,30}(?<v>\d(?:[ .\u2010-\u2015-]{0,3}\d){8})(?!\d)/gi,
    { digits: 9, accept: (v) => digitsOf(v).length === 9 },
  ),
  id(
    'ssn_last_four',
    /\blast ?-?(?:four|4)(?: digits)?\b[^\d\n]{0,24}\b(?:ssn|social)[^\d\n]{0,20}(?<v>\d{4})(?!\d)|\b(?:ssn|social(?: security)?)\b[^\d\n]{0,24}\b(?:last ?-?(?:four|4)(?: digits)?|ending(?: in| with)?|ends (?:in|with))[^\d\n]{0,8}\d{4}(?!\d)/gi,
    { hints: ['ssn', 'social'], cases: [['last four of my SSN: 4432', 'the last four calls']] },
  ),
  id(
    'uk_nino',
    /(?<![A-Za-z0-9])[A-CEGHJ-PR-TW-Za-ceghj-pr-tw-z][A-CEGHJ-NPR-TW-Za-ceghj-npr-tw-z] ?\d{2} ?\d{2} ?\d{2} ?[A-Da-d](?![A-Za-z0-9])/g,
    { digits: 6, cases: [['AB123456C', 'AB123456']] },
  ),
  id(
    'uk_nino',
    /\b(?:nino|national insurance(?: number| no\.?)?|ni number)\b[^\w\n]{0,6}(?:is )?(?<v>[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-Z])\b/gi,
    { hints: ['nino', 'national insurance', 'ni number'] },
  ),
  id('uk_nhs', /\bnhs\b[^\d\n]{0,20}(?<v>\d{3}[ -]?\d{3}[ -]?\d{4})(?!\d)/gi, {
    digits: 10,
    hints: ['nhs'],
    cases: [
      ['NHS number 943 476 5919', 'NHS data at 2 cents'],
      ['{"nhs_number":"943 476 5919"}', 'nhs_number format'],
    ],
  }),
  id(
    'canada_sin',
    /\b(?:sin|social insurance(?: number)?)\b[^\d\n]{0,16}(?<v>\d{3}[ -]?\d{3}[ -]?\d{3})(?!\d)/gi,
    {
      digits: 9,
      hints: ['sin', 'social insurance'],
      cases: [['SIN 046 454 286', 'the sin of overpaying 3 cents']],
    },
  ),
  id('india_aadhaar', /(?<![\d-])[2-9]\d{3}([ -]?)\d{4}\1\d{4}(?![\d-])/g, {
    digits: 12,
    begins: 'digits',
    firstDigits: [4, 12],
    firstDigit: '23456789',
    accept: (v, c, i) =>
      (v.length > 12 && verhoeff(digitsOf(v))) || /aadha+r|uidai|uid/.test(c.before(i, 60)),
    cases: [['Aadhaar 4991 1866 5246', 'between 4991 and 5246 calls']],
  }),
  id('india_pan', /(?<![A-Za-z0-9])[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z](?![A-Za-z0-9])/g, {
    minRun: 10,
    begins: 'run',
    cases: [['ABCPE1234F', 'ABCXE1234F9']],
  }),
  id('brazil_cpf', /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)|(?<=\bcpf\b[^\d\n]{0,12})\d{11}(?!\d)/gi, {
    digits: 11,
    begins: 'digits',
    firstDigits: [3, 11],
    accept: (v, c, i) => cpf(v) || /cpf/.test(c.before(i, 24)),
    cases: [['529.982.247-25', '529.982.247-26']],
  }),
  id('brazil_cnpj', /(?<!\d)\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}(?!\d)/g, {
    digits: 14,
    begins: 'digits',
    firstDigits: [2],
    cases: [['11.222.333/0001-81', '11.222 units']],
  }),
  // SNILS: nine digits weighted from nine down, what is left of 101.
  id('russia_snils', /(?<!\d)\d{3}-\d{3}-\d{3}[ -]\d{2}(?!\d)/g, {
    digits: 11,
    begins: 'digits',
    firstDigits: [3],
    accept: (v) => {
      const d = digitsOf(v);
      return (weighted(d.slice(0, 9), [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100 === Number(d.slice(9));
    },
    cases: [['885-199-195 82', '885-199-195 83']],
  }),
  id('spain_dni', /(?<![A-Za-z0-9])\d{8}[- ]?[A-Za-z](?![A-Za-z0-9])/g, {
    digits: 8,
    begins: 'digits',
    firstDigits: [8],
    accept: isDni,
    cases: [['12345678Z', '12345678A']],
  }),
  // Of foreigners (NIE).
  id('spain_dni', /(?<![A-Za-z0-9])[XYZxyz]-?\d{7}[- ]?[A-Za-z](?![A-Za-z0-9])/g, {
    digits: 7,
    accept: isDni,
  }),
  id(
    'france_nir',
    /(?<!\d)[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[ABab]) ?\d{3} ?\d{3} ?\d{2}(?!\d)/g,
    {
      digits: 6,
      begins: 'digits',
      firstDigits: [1, 3, 5, 6, 7, 10, 13, 15],
      firstDigit: '12',
      glance: (text, at) => ' 0123456789'.includes(text[at + 1] ?? ''),
      accept: frenchNir,
      cases: [['2 55 08 14 168 025 38', '2 55 08 14 168 025 39']],
    },
  ),
  id(
    'italy_codice_fiscale',
    /(?<![A-Za-z0-9])[A-Za-z]{6}\d{2}[A-EHLMPR-Ta-ehlmpr-t]\d{2}[A-Za-z]\d{3}[A-Za-z](?![A-Za-z0-9])/g,
    { minRun: 16, begins: 'run', cases: [['RSSMRA85T10A562S', 'RSSMRA85']] },
  ),
  id(
    'germany_tax_id',
    /(?<![A-Za-z0-9])(?:steuer[-_ ]?id(?:nr|entifikationsnummer)?|steuer[-_ ]?(?:nummer|nr)|idnr|tin|personalausweis(?:nummer)?|sozialversicherungsnummer)\b(?:[^\w\n]{0,12}|[^\d\n]{0,24}[ (])(?<v>[0-9A-Z][0-9A-Z /]{8,16}[0-9A-Z])/gi,
    {
      hints: ['steuer', 'idnr', 'tin', 'personalausweis', 'sozialvers'],
      accept: (v) => digitsOf(v).length >= 7,
      cases: [
        ['Steuer-ID 86095742719', 'Steuer API'],
        ['{steuer_id: "86095742719"}', 'steuer_id field'],
      ],
    },
  ),
  id(
    'netherlands_bsn',
    /\b(?:bsn|burgerservicenummer|sofinummer)\b[^\d\n]{0,16}(?<v>\d{3}[. ]?\d{3}[. ]?\d{3}|\d{4}[. ]\d{2}[. ]\d{3})(?!\d)/gi,
    { hints: ['bsn', 'burgerservice', 'sofi'], cases: [['BSN 111222333', 'BSN lookup']] },
  ),
  id('poland_pesel', /(?<!\d)\d{11}(?!\d)/g, {
    digits: 11,
    begins: 'digits',
    firstDigits: [11],
    accept: (v, c, i) =>
      /pesel/.test(c.before(i, 20)) ||
      (pesel(v) &&
        /pesel[^\n]{0,50}$|\b(?:id|born|citizen|customer|patient|resident)\b[^\n]{0,22}$/.test(
          c.before(i, 60),
        )),
    cases: [
      ['PESEL 44051401359', 'PESEL validation'],
      ['asked for a PESEL, so the form got 44051401359', 'PESEL formats at 0.01'],
    ],
  }),
  id(
    'nordic_personal_number',
    /(?<![\d-])(?:19|20)?\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[-+]\d{4}(?![\d-])/g,
    {
      digits: 10,
      begins: 'digits',
      firstDigits: [6, 8],
      accept: (v, c, i) => luhn(digitsOf(v).slice(-10)) || /person|cpr|fnr|nummer|id/.test(c.before(i, 30)),
      cases: [['811228-9874', '811228 calls']],
    },
  ),
  id(
    'nordic_personal_number',
    /(?<![\d-])(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2}[-+A]\d{3}[\dA-Y](?![\w-])/g,
    {
      digits: 6,
      begins: 'digits',
      firstDigits: [6],
      accept: (v, c, i) =>
        /[A-Z]/.test(v) || /person|cpr|hetu|fnr|f(?:ø|o)dsel|tunnus|id/.test(c.before(i, 30)),
    },
  ),
  id(
    'nordic_personal_number',
    /\b(?:personnummer|personnr|f(?:ø|o)dselsnummer|fnr|henkil(?:ö|o)tunnus|hetu|cpr(?:-?nummer)?|isikukood|kennitala)\b[^\d\n]{0,12}(?<v>\d{6,8}[-+A ]?\d{3,5}[A-Z]?)/gi,
    { hints: ['person', 'dsel', 'fnr', 'hetu', 'tunnus', 'cpr', 'isikukood', 'kennitala'] },
  ),
  id('swiss_ahv', /(?<!\d)756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}(?!\d)/g, {
    digits: 13,
    begins: 'digits',
    firstDigits: [3, 7, 11, 13],
    firstDigit: '7',
    accept: (v) => /[. ]/.test(v),
    cases: [['756.9217.0769.85', '756 calls']],
  }),
  id('mexico_curp', /(?<![A-Za-z0-9])[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d(?![A-Za-z0-9])/gi, {
    minRun: 18,
    begins: 'run',
    cases: [['HEGG560427MVZRRL04', 'CURP check']],
  }),
  id('mexico_rfc', /\brfc\b[^\w\n]{0,8}(?<v>[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3})(?![A-Za-z0-9])/gi, {
    hints: ['rfc'],
    cases: [['RFC VECJ880326XK4', 'RFC 9457']],
  }),
  id(
    'china_resident_id',
    /(?<!\d)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?!\d)/g,
    {
      digits: 17,
      begins: 'digits',
      firstDigits: [17, 18],
      accept: chinaId,
      cases: [['11010519491231002X', '110105194912310021']],
    },
  ),
  id('korea_rrn', /(?<![\d-])\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]\d{6}(?![\d-])/g, {
    digits: 13,
    begins: 'digits',
    firstDigits: [6],
    cases: [['900101-1234568', '900101-9']],
  }),
  id('singapore_nric', /(?<![A-Za-z0-9])[STFGM]\d{7}[A-Z](?![A-Za-z0-9])/g, {
    minRun: 9,
    begins: 'run',
    cases: [['S1234567D', 'S123']],
  }),
  id('hong_kong_id', /(?<![A-Za-z0-9])[A-Z]{1,2}\d{6}\s?\([0-9A]\)/g, {
    digits: 6,
    cases: [['A123456(3)', 'A123456']],
  }),
  id('chile_rut', /(?<![\d.])\d{1,2}\.\d{3}\.\d{3}-[\dkK](?![\w.])/g, {
    digits: 7,
    begins: 'digits',
    firstDigits: [1, 2],
    glance: (text, at) => text[text[at + 1] === '.' ? at + 5 : at + 6] === '.' && text[at + 3] !== '.',
    accept: (v) => rutCheck(digitsOf(v.slice(0, -2))) === v.at(-1)!.toUpperCase(),
    cases: [['12.345.678-5', '12.345.678-6']],
  }),
  // 82.05.17-123.45: the date of birth, a serial number, and what is left of 97.
  id('belgium_rrn', /(?<![\d.])\d{2}\.\d{2}\.\d{2}[- ]\d{3}[.-]\d{2}(?!\d)/g, {
    digits: 11,
    begins: 'digits',
    firstDigits: [2],
    accept: (v) => {
      const digits = digitsOf(v);
      const check = Number(digits.slice(9));
      // Born since 2000: a two stands before, unseen.
      return ['', '2'].some((century) => 97 - modulo(century + digits.slice(0, 9), 97) === check);
    },
    cases: [['rijksregister 82.05.17-123.57', 'between 82.05.17-123.45 and later']],
  }),
  id('taiwan_id', /\b(?:taiwan|roc) id\b[^\w\n]{0,8}(?<v>[A-Z][12]\d{8})/gi, {
    hints: ['taiwan', 'roc '],
    cases: [['Taiwan ID A123456789', 'Taiwan idle']],
  }),
  id('ireland_pps', /\bpps(?:n| number| no\.?)?\b[^\w\n]{0,12}(?<v>\d{7}[A-W][A-IW]?)(?![A-Za-z0-9])/gi, {
    hints: ['pps'],
    cases: [['PPS number 1234567T', 'PPS check']],
  }),
  id(
    'australia_tfn',
    /\b(?:tfn|tax file number|medicare(?: card)?(?: number| no\.?)?)\b[^\w\n]{0,16}(?<v>\d{3,4}[ -]?\d{3,5}[ -]?\d{1,3}(?:[ -]?\d)?)(?!\d)/gi,
    { hints: ['tfn', 'tax file', 'medicare'], cases: [['TFN 123 456 782', 'TFN endpoint']] },
  ),
  id(
    'us_medicare',
    /(?<![A-Za-z0-9])[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}(?![A-Za-z0-9])/g,
    { cases: [['1EG4-TE5-MK73', '1EG4']] },
  ),
  id(
    'us_ein',
    /\b(?:ein|employer id(?:entification)?(?: number)?|federal tax id)\b[^\d\n]{0,14}(?<v>\d{2}-?\d{7})(?!\d)/gi,
    { digits: 9, hints: ['ein', 'employer', 'federal tax'], cases: [['EIN 94-1234567', 'EIN lookup']] },
  ),
  id(
    'south_africa_id',
    /\b(?:sa|south african|rsa)? ?id(?: number| no\.?|nr)?\b[^\d\n]{0,10}(?<v>\d{13})(?!\d)/gi,
    {
      digits: 13,
      accept: (v) => /^\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/.test(v),
      cases: [['ID number 8001015009087', 'ID number 9999999999999']],
    },
  ),
  // Words for an id in many languages and what such numbers look like; a check digit is not asked for beside one.
  id(
    'national_number',
    /(?:(?:เลข|บัตร)[\u0e00-\u0e7f ]{4,30}?(?=[^\u0e00-\u0e7f])|מספר (?:תעודת )?זהות|תעודת זהות|ת\.ז\.?|егн|иин|снилс|инн|паспорт\p{L}{0,3}(?: рф)?(?: серия)?|رقم (?:ال)?(?:هوية|بطاقة|إقامة|جواز)(?: (?:ال)?(?:وطنية|شخصية|قومي|سفر))?|الرقم القومي|الهوية الوطنية|(?:आधार|पैन|पासपोर्ट)(?: (?:संख्या|नंबर|कार्ड))?|身份证(?:号码?)?|身份證(?:字號|號碼)?|護照(?:號碼)?|护照(?:号码?)?|統一編號|マイナンバー|個人番号|旅券番号|パスポート番号|운전면허번호|주민등록번호|여권번호|căn cước(?: công dân)?|cccd|cmnd|số (?:cmnd|cccd|hộ chiếu)|asmens kodas|personas kods|isikukood|tajsz[aá]m|taj(?: sz[aá]m)?|oib|jmbg|emšo|emso|cnp|rodné č[ií]slo|rodne cislo|α\.?μ\.?κ\.?α\.?|αφμ|αριθμός ταυτότητας|rfc|curp|cuit|cuil|rut|run|cédula(?: de (?:identidad|ciudadan[ií]a))?|dui|iqama|emirates id|kra pin|nik|ktp|nric|fin|mykad|philsys|nin|bvn|sozialversicherungsnummer|versicherungsnummer|rentenversicherungsnummer|krankenversichertennummer|versichertennummer|steuer-?id(?:entifikationsnummer)?|num[ée]ro de s[ée]curit[ée] sociale|codice fiscale|numero di passaporto|número de (?:pasaporte|identidad|la seguridad social|seguridad social)|número do (?:passaporte|cpf|rg)|n[ií]f|título de eleitor|pis\/pasep|tc kimlik(?: no)?|t\.?c\.?(?: kimlik)? no|nhi(?: number)?|medicare number)(?!\p{L})[^\p{L}\p{N}\n]{0,6}(?:(?:is|ist|est|es|é|este|no|nr|number|број|№|:)[^\p{L}\p{N}\n]{0,4}){0,2}(?<v>(?=(?:[A-Z./ -]{0,4}\d){6})[A-Z]{0,4}[ -]?\d(?:[0-9A-Z]|[ ./-](?=[0-9A-Z])){5,20})(?![A-Za-z0-9])/giu,
    {
      digits: 4,
      accept: (v) =>
        digitsOf(v).length >= 6 && !/^20\d\d-\d\d-\d\d|^(?:19|20)\d\d ?[-/] ?(?:19|20)\d\d\b/.test(v),
    },
  ),
  id(
    'passport',
    /\b(?:passports?|reisepass|passeport|pasaporte|passaporto|paszport)\b(?! (?:api|check|route|endpoint|prepare|payload|request|status))[^\n\w]{0,4}(?:number|no\.?|nr\.?|num|#|nummer|numéro|numero|n°|id|is|:|\s){0,4}\s?[:#]?\s?(?<v>(?=(?:[A-Z]{0,4}\d){4})[A-Z0-9]{6,10})(?![A-Za-z0-9])/gi,
    { hints: ['pass', 'pasa', 'pasz'], cases: [['passport no. 533380006', 'the passport says 10000 units']] },
  ),
  id(
    'driving_licence',
    /\b(?:driver'?s?'?|driving|drivers)[ -]?(?:licen[cs]e|lic\.?|permit)\b[^\n\w]{0,4}(?:number|no\.?|nr\.?|num|#|is|:|\s){0,4}\s?(?:[A-Z]{2} )?(?<v>(?=[A-Z0-9 -]{0,20}\d{4})[A-Z0-9][A-Z0-9-]{4,20})/gi,
    { hints: ['driv'], cases: [["driver's license D1234-56789-01234", "driver's license API"]] },
  ),
  id(
    'driving_licence',
    /\bdriv(?:er['’]?s?['’]?|ing) licen[cs]e\b[^\n\d]{0,60}?\b(?:number|no\.?|nr\.?|#) ?(?<v>[A-Z]{1,2}\d{6,12})(?![A-Za-z0-9])/gi,
    {
      hints: ['driv'],
      cases: [
        ['driving licence of Ann Lee, Ohio, number RB440912', 'driving licence API, number 5 in the list'],
      ],
    },
  ),
  id(
    'labelled_id',
    /\b(?:national|identity|citizen|resident|residence|government|state|tax(?:payer)?|insurance|voter|military|alien|visa|green[ _]card|employee|student|member(?:ship)?|subscriber|policy[ _]?holder|beneficiary|nif|nie|dni|cpf|cedula|cédula|curp|ahv|avs|tckn|tc kimlik|emirates|iqama|nric|hkid|my ?number|個人番号|身份证|(?:personal)?ausweis(?:nummer|nr)?|carte d'identit(?:é|e)|carta d'identit(?:à|a)|identiteitskaart|documento(?: de identidad)?|dow(?:ó|o)d(?: osobisty)?|rodn(?:é|e) (?:č|c)(?:í|i)slo|id-kort|kimlik(?: no)?|rg)[ _-]?(?:id(?:entity)?(?:[ _]card)?|card|number|no\.?|nr\.?|registration|permit|identification(?:[ _]number)?)?(?![A-Za-z0-9])(?:[ _](?:number|no\.?|card))?["']?\s{0,2}(?:is|:|=|#)?\s{0,2}["']?#?(?<v>(?=[A-Z0-9./-]{0,20}\d{4})[A-Z0-9][A-Z0-9./-]{5,22})(?![A-Za-z0-9])/gi,
    {
      digits: 4,
      accept: (v, c, i) =>
        digitsOf(v).length >= 5 &&
        !/(?:eip155|budget|price)/.test(c.before(i, 12)) &&
        !/^\d{4}-\d{2}-\d{2}$/.test(v),
      cases: [['national id 12345-67890', 'national holidays 2026']],
    },
  ),
  id(
    'labelled_id',
    /\b(?:employee|staff|personnel|student|badge|matriculation|matrikel|mitarbeiter|inmate|veteran)[ _-]?(?:id|no\.?|nr\.?|number|num|nummer|#)["']?\s{0,2}(?:is|:|=|#)?\s{0,2}["']?#?(?<v>[A-Z]{0,4}-?\d{4,12})(?![\dA-Za-z.])/gi,
    {
      digits: 4,
      hints: [
        'employee',
        'staff',
        'personnel',
        'student',
        'badge',
        'matri',
        'mitarbeiter',
        'inmate',
        'veteran',
      ],
    },
  ),
  id(
    'labelled_id',
    /\b(?:personalausweis(?:nummer|nr\.?)?|ausweis(?:nummer|nr\.?)?|reisepass(?:nummer|nr\.?)?|identity card|id card|identiteitskaart|carte d['’]identit[ée]|carta d['’]identit[àa]|dow[óo]d osobisty|f[üu]hrerschein(?:nummer|nr\.?)?|permis de conduire|licencia de conducir|carteira de (?:motorista|identidade)|rijbewijs)\b[^\w\n]{0,4}(?:(?:number|no|nr|num|nummer|n[°º]|is|lautet)[^\w\n]{0,4}){0,2}(?<v>(?=(?:[A-Z]{0,6}\d){4})[A-Z0-9]{8,14})(?![A-Za-z0-9])/gi,
    {
      hints: [
        'ausweis',
        'reisepass',
        'identi',
        'id card',
        'dow',
        'hrerschein',
        'permis',
        'licencia',
        'carteira',
        'rijbewijs',
      ],
    },
  ),
  id(
    'document_number',
    /\b(?:dl|driving|licen[cs]e|permit|policy|certificate|member(?:ship)?|insurance|badge|versicherungs?(?:schein)?|f(?:ü|u)hrerschein|permis(?: de conduire)?|carnet|patente|prawo jazdy|cni|bilhete|social[ _]insurance|pension|naturali[sz]ation|green[ _]card|residence|work[ _]permit)[ _.-]{0,2}(?:no|nr|number|num|#|id|n°|nummer|numero|número)[.:#"']{0,2}\s?(?:is |: ?)?["']?(?<v>(?=(?:[A-Z-]{0,6}\d){4})[A-Z0-9][A-Z0-9/-]{4,22})(?![A-Za-z0-9])/gi,
    { cases: [['policy no. KV-88213-44', 'policy number format API']] },
  ),
  id(
    'national_number',
    /\b(?:OIB|CNP|EGN|RG|JMBG|AMKA|NIT|RUT|CUIT|CUIL|DUI|INN|SNILS|IIN|BVN|CNIC|NIK|KTP|MyKad|TCKN|EMBG|EDB|CURP|RUC|TPN|PESEL|REGON|NIP|HKID|UMID|SSS|TIN|NIN)\b[^\w\n]{0,4}(?:is |no\.? |nr\.? |number )?(?<v>\d[\d ./-]{6,20}\d|\d{5,12}-?[A-Za-z0-9])(?![A-Za-z0-9])/g,
    { accept: (v) => digitsOf(v).length >= 7, cases: [['EGN 7523169263', 'TIN lookup API']] },
  ),
  id(
    'national_number',
    /\b(?:nif|nipc|niss|nie|dni|nuit|rut|cuit|cuil|c(?:é|e)dula|curp|rfc|cpf|cnpj|oib|cnp|egn|jmbg|amka|afm|inn|snils|bvn|nin|cnic|nik|ktp|mykad|nric|tckn|t\.?c\.? kimlik|aadhaar|iqama|emirates id|my ?number|omang|nida|kra|philsys|umid|sss|pps|asmachta|teudat zehut|isikukood|kennitala|hetu|svnr|carnet(?: de identidad)?|sozialversicherung(?:snummer)?|ssnr|numer ewidencyjny|(?:national|civil|population|personal|citizens?|resident|fiscal|tax(?:payer)?|pension|voters?|social|id(?:entity)?|insurance)(?:[ _](?:id(?:entity)?|insurance|security|identification))?[ _](?:regist(?:er|ry)|numbers?|no\.?|nr\.?|code|roll|pin|card)|(?:num[eé]ro (?:de |du )?)?registre national|rijksregister(?:nummer)?|codice fiscale|n[uú]mero de identificaci[oó]n|personnummer)(?![\w-])(?:[^\w\n]{0,3}(?:nº|n°|\p{Ll}{2,12})(?!\p{L})\.?){0,3}[^\w\n$€£]{1,4}(?<v>[A-Z]?\d{1,5}(?:[ ./-]?\d{2,6}){1,5}(?:[-/]?[0-9A-Z])?)(?![\w.]*\d|\p{L})/giu,
    {
      digits: 7,
      accept: (v, c, i) =>
        digitsOf(v).length >= 7 &&
        !/^(?:19|20)\d\d ?[-/] ?(?:19|20)\d\d\b/.test(v) &&
        !/[$€£]\s?$/.test(c.before(i, 2)),
    },
  ),
  id('national_number', /(?<![A-Za-z0-9])\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z](?![A-Za-z0-9])/g, {
    minRun: 15,
    begins: 'run',
  }),
  id(
    'passport',
    /\b(?:passports?|reisepass|passeport|pasaporte|passaporto|passaporte|paszport|paspoort|pasaport)\b[^\n\d]{0,24}?(?<![A-Za-z0-9])(?<v>(?:[A-Z]{2} )?\d{2} ?\d{2} ?\d{6}|[A-Z]{1,2} ?\d{6,8}|\d{9})(?![A-Za-z0-9])/g,
    { digits: 6, hints: ['pass', 'pasa', 'pasz', 'paspo'] },
  ),
  id('passport', /(?<![A-Z0-9<])[PIACV][A-Z<][A-Z<]{3}[A-Z]{2,30}<{1,2}[A-Z<]{2,40}/g, { hints: ['<'] }),
  high(
    'medical.record_number',
    'medical',
    /\b(?:mrn|medical record(?: number| no\.?)?|patient (?:id|number|no\.?|#)|chart (?:number|no\.?|#)|health (?:card|plan|insurance)(?: (?:id|number|no\.?))?|medicaid(?: id| number)?|npi|dea(?: number)|rx (?:number|no\.?|#)|rx(?= #?\d{6})|prescription (?:number|no\.?|#)|versichertennummer|krankenkassennummer)\b[^\w\n]{0,10}(?:is |number |no\.? |id )?#?(?<v>(?=[A-Z0-9-]{0,16}\d{3})[A-Z0-9][A-Z0-9-]{3,20})/gi,
    {
      hints: [
        'mrn',
        'medical',
        'patient',
        'chart',
        'health',
        'medicaid',
        'npi',
        'dea',
        'rx',
        'prescription',
        'versicherten',
        'krankenkasse',
      ],
      cases: [['MRN 00482913', 'MRN lookup']],
    },
  ),
];
