import { hexBeforeColons, namesBeforeAt, wordsBeforeNumbers } from './places.ts';
import { type Detector, digitsOf, luhn, type MatchContext, medium } from './row.ts';

const STREET =
  'street|st|avenue|ave|av|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|square|sq|terrace|ter|parkway|pkwy|highway|hwy|circle|cir|crescent|cres|close|way|trail|trl|row|mews|grove|gardens|gdns|alley|quay|plaza|loop|wharf|walk|hill|broadway|turnpike|expressway|esplanade';

/** Kinds of street that end a name in other languages. */
const STREET_ENDS =
  'straße strasse str. weg allee platz gasse ring damm ufer straat laan plein gracht gatan gata gate vägen vej gade veien katu tie utca'.split(
    ' ',
  );
/** Kinds of street that stand before a name. */
const STREET_KINDS =
  'rue avenue av. avda r. c/ boulevard place chemin allée impasse quai calle avenida paseo plaza carrera via piazza corso rua travessa alameda ul. ulica ulitsa'.split(
    ' ',
  );

/** Addresses that name nobody: local and private ones (RFC 1918), and public resolvers. */
const LOCAL_IP =
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|255\.|1\.1\.1\.1$|8\.8\.[84]\.[84]$|224\.)/;

const validIp = (value: string): boolean =>
  value.split('.').every((part) => Number(part) <= 255 && !/^0\d/.test(part));

const PRODUCT_WORD =
  /^(?:api|apis|gateway|agent|agents|support|service|services|success|data|portal|dashboard|journey|lifetime|value|credentials?|id|sdk|record|records|endpoint|route|request|pricing|name|list|base|team|care|experience|management|server|side|library|version|feedback|reviews?|segments?|churn|profile|profiles|form|page|the|a|an|for|who|is|was|has|wants?|needs?|check|checks|price|prices|paid|payment|payments|budget|network|enrichment|intake|scheduling|lookup|file|files|history|documents?|identity|risk|score|scores|account|accounts|email|phone|address|outcomes?|safety|monitoring|summary|in|on|at|to|from|and|or)$/i;

/** A place that a call is made about, unless somebody's: "weather for 52.5200, 13.4050". */
const isPublicPlace = (context: MatchContext, index: number, end: number): boolean =>
  /\b(?:weather|forecast|tiles?|elevation|tides?|air quality|traffic|solar|sunrise|rain|wind|geocod\w{1,3}|time ?zone|satellite|imagery|demo|sample|example)\b/.test(
    context.before(index, 40),
  ) &&
  !/\b(?:home|house|flat|apartment|live[sd]?|living|lives|my|her|his|their|our|customer|client|patient|user|driver|rider|employee|tenant)\b/.test(
    `${context.before(index, 40)} ${context.after(end, 40)}`,
  );

/** Goods, not people. */
const BRANDS = /^(?:Martens|Pepper|Oetker|Scholl|Dre|Bronner|Clean|Muscle|Beast|Robot|Coffee|Peanut|Fields)/;

const isName = (value: string): boolean => {
  const words = value.trim().split(/[\s,]+/);
  return words.length >= 2 && words.every((word) => !PRODUCT_WORD.test(word.replace(/[.:]$/, '')));
};

const CAP = "[A-ZÀ-Þ][a-zà-ÿ'’]{1,20}(?:-[A-ZÀ-Þ][a-zà-ÿ]{1,20})?";
const FULL_NAME = `${CAP}(?: (?:[A-Z]\\.|van|von|de|der|da|di|la|bin|al|el|del|dos))?(?: ${CAP}){1,2}`;

export const personalRows: readonly Detector[] = [
  medium(
    'pii.email',
    'email',
    /(?<![A-Za-z0-9._%+-])[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}(?:[\p{L}]{2,24})(?![\p{L}\p{N}@])/gu,
    {
      begins: 'mailbox',
      accept: (v) => !/^git@|^npm@|@(?:\d|[^@]{1,40}\.(?:png|jpg|svg|js|ts|css|json|md|ya?ml)$)/i.test(v),
      cases: [['jane.doe@acme-corp.com', '@x402/fetch@2.27.0']],
    },
  ),
  medium(
    'pii.email',
    'email',
    /"[^"\n@]{1,40}"@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}@])/gu,
    { hints: ['"@'] },
  ),
  medium('pii.email', 'email', /\bmailto:[^\s"'<>]{3,200}/gi, { hints: ['mailto:'] }),
  medium(
    'pii.messaging_handle',
    'email',
    /\b(?:telegram|tg|whatsapp|signal|wechat|weixin|line|skype|discord|snapchat|viber|kik|instagram|insta|twitter|facebook|linkedin|tiktok|threema|slack|handle|dm (?:me|him|her)(?: at| on)?)\b[^\n\w@]{0,4}(?:id|handle|user(?:name)?|account|number|is|at|me)?[^\n\w@]{0,4}(?<v>@[A-Za-z0-9_.]{3,32}|live:[\w.]{3,40}|[a-z0-9_.]{2,32}#\d{4})(?![\w/])/gi,
    { hints: ['@', 'live:', '#'], cases: [['telegram @jane_doe_91', 'telegram bots']] },
  ),
  medium(
    'pii.profile_url',
    'name',
    /\b(?:linkedin\.com\/in|paypal\.me|cash\.app\/\$|venmo\.com\/u|revolut\.me|buymeacoffee\.com|t\.me(?!\/(?:joinchat|share|s\/)|\/\w{2,32}bot\b)|facebook\.com\/(?:profile\.php\?id=)|t\.me\/\+|wa\.me|instagram\.com\/p|api\.whatsapp\.com\/send\?phone=)\/?(?<v>[A-Za-z0-9_%.-]{3,80})/gi,
    {
      hints: [
        'linkedin.com/in',
        'paypal.me',
        'cash.app',
        'venmo.com/u',
        'revolut.me',
        'buymeacoffee',
        'facebook.com/profile',
        't.me/',
        'wa.me',
        'instagram.com/p',
        'api.whatsapp',
      ],
      cases: [['https://linkedin.com/in/jane-doe-123', 'https://linkedin.com/pricing']],
    },
  ),
  medium(
    'pii.postal_address',
    'address',
    /\b(?:Plot|House|Flat|Door|Villa|H\.? ?No|Shop|Block|Apartment|Apt|Unit|Suite|Level|Floor)\.?(?: No\.?)? ?#?\d{1,5}[A-Z]?(?:\/\d{1,4})?,? (?:[^\n]{0,40}? )?(?:Road|Rd|Street|St|Sector|Block|Lane|Nagar|Colony|Marg|Avenue|Ave|Main|Cross|Phase|Layout|Market|Plaza|Drive|Way|Terrace|Close)\b/g,
    {
      digits: 1,
      hints: [
        'plot',
        'house',
        'flat',
        'door',
        'villa',
        'h.',
        'h no',
        'hno',
        'shop',
        'block',
        'apartment',
        'apt',
        'unit',
        'suite',
        'level',
        'floor',
      ],
      accept: (v) => v.length > 12 && !/\b(?:usd|usdc|price|per|call|api|endpoint)\b/i.test(v),
    },
  ),
  // As Switzerland, Turkey, Sweden, Brazil, India and Mexico write them: forms that the plan is not asked about.
  medium(
    'pii.phone',
    'phone',
    /(?<![\w.,#/+-]|\d[ -])(?:0[1-9]\d{1,2}[ -]\d{3} \d{2} \d{2}|0[1-9]\d{0,2}-\d{3} \d{2,3} \d{2}|[1-9]\d\)? 9\d{4}-\d{4}|[6-9]\d{4} \d{5}|(?:55|33|81) \d{4} \d{4})(?![\w%/-]|[ .,]\d)/g,
    {
      digits: 9,
      begins: 'digits',
      firstDigits: [2, 3, 4, 5],
      accept: (_v, c, i) =>
        !/(?:\b(?:ids?|order|ref(?:erence)?|invoice|nr|no|number|sku|code|part|block|ticket|case|batch|lot|isbn|ean|gtin|seq\w*|version|draw|lott\w+|from|range|size|usdc?|eur|total|amount)\b|[$€£#])\W{0,3}$/.test(
          c.before(i, 24),
        ),
    },
  ),
  medium('pii.phone', 'phone', /(?<![\d.])8[ -]?\(?\d{3}\)?[ -]\d{3}[ -]\d{2}[ -]\d{2}(?!\d)/g, {
    digits: 11,
  }),
  medium(
    'pii.email',
    'email',
    /\b(?<v>[a-z][\w.+-]{1,30} (?:at|@) [a-z0-9-]{2,30} (?:com|net|org|io|co|dev|ai|app))(?![\w.])/gi,
    {
      hints: [' at ', ' @ '],
      begins: namesBeforeAt,
      accept: (_v, c, i) =>
        i === 0 ||
        /\b(?:e?mail|mailbox|reach|contact|write(?: to)?|address|inbox|cc|me|send|receipts?)\b[^.?!\n]{0,14}$/.test(
          c.before(i, 28),
        ),
    },
  ),
  medium(
    'pii.person_name',
    'name',
    /\b(?:first|given|fore)[_ ]?name["']?\s?[:=]\s?["']?(?<v>\p{Lu}[\p{L}'’-]{1,24}["']?[,;&\s]{1,4}["']?(?:last|family|sur)[_ ]?name["']?\s?[:=]\s?["']?\p{Lu}[\p{L}'’-]{1,24})/giu,
    { hints: ['name'] },
  ),
  medium(
    'pii.postal_address',
    'address',
    /\b\d{1,4}-\d{1,4}-\d{1,4},? [A-Z][a-z]{2,20},? [A-Z][a-z]{1,20}-(?:ku|shi|cho|machi|gun)\b|〒\s?\d{3}-\d{4}/g,
    { digits: 3 },
  ),
  medium('pii.ip_address', 'ip', /(?<![\d.A-Za-z])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d]|\.\d)/g, {
    digits: 4,
    begins: 'digits',
    firstDigits: [1, 2, 3],
    hints: ['.'],
    glance: (text, at) => text[at + 1] === '.' || text[at + 2] === '.' || text[at + 3] === '.',
    accept: (v, c, i, end) =>
      validIp(v) &&
      !LOCAL_IP.test(v) &&
      // A network is nobody's, and `Chrome/128.0.0.0` is a version.
      !/^\/(?:[12]?\d|3[01])\b/.test(c.text.slice(end, end + 4)) &&
      !/(?<![a-z]:\/?|\/)\b[a-z]+\/$/.test(c.before(i, 24)) &&
      !/(?:\bv|version|ver\.?|release|build|firmware|kernel|sdk|client)\s?[:=]?\s?$/.test(c.before(i, 14)),
    cases: [['customer at 203.0.113.77', 'client version 10.0.19041.1 on 127.0.0.1']],
  }),
  medium(
    'pii.ip_address',
    'ip',
    /(?<![0-9a-fA-F:.])(?:[0-9a-fA-F]{1,4}:){3,7}(?::?[0-9a-fA-F]{1,4}){1,4}(?:%\w{1,12})?(?![0-9a-fA-F:])|(?<![0-9a-fA-F:.])[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){1,5}::(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){0,4})?(?![0-9a-fA-F:])/g,
    {
      needs: /:[0-9a-f]{0,4}:/i,
      begins: hexBeforeColons,
      accept: (v) =>
        (/[a-fA-F]/.test(v) || v.includes('::') || v.split(':').length === 8) &&
        !/^(?:::1|fe80)/i.test(v) &&
        v.split(':').length >= 4,
    },
  ),
  medium(
    'pii.device_id',
    'device',
    /(?<![0-9a-zA-Z:-])(?:[0-9A-Fa-f]{2}([:-])){1}(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}(?![0-9a-zA-Z:-])/g,
  ),
  medium(
    'pii.device_id',
    'device',
    /\b(?:imei|meid|iccid|imsi|udid|idfa|gaid|aaid|advertising id|device id|android id)\b[^\w\n]{0,6}(?:is |number |no\.? )?(?<v>[0-9A-F][0-9A-F -]{11,40})/gi,
    {
      hints: ['imei', 'meid', 'iccid', 'imsi', 'udid', 'idfa', 'gaid', 'aaid', 'id'],
      accept: (v) => v.replace(/[^0-9A-Fa-f]/g, '').length >= 13,
      cases: [['IMEI 490154203237518', 'IMEI check']],
    },
  ),
  medium('pii.device_id', 'device', /(?<!\d)\d{2}-?\d{6}-?\d{6}-?\d(?!\d)/g, {
    digits: 15,
    begins: 'digits',
    firstDigits: [2, 8, 14],
    accept: (v) => v.includes('-') && luhn(digitsOf(v)),
  }),
  medium(
    'pii.vehicle_id',
    'device',
    /\b(?:vin|license plate|licence plate|number plate|plate (?:number|no\.?)|registration plate|kennzeichen)\b[^\w\n]{0,6}(?:is |number |no\.? )?(?<v>(?=[A-Z0-9 -]{0,17}\d)[A-Z0-9][A-Z0-9 -]{3,16}[A-Z0-9])/gi,
    { hints: ['vin', 'plate', 'kennzeichen'], cases: [['VIN 1HGCM82633A004352', 'VIN decoding API']] },
  ),
  medium(
    'pii.vehicle_id',
    'device',
    /\b(?:[Pp]lates?|[Rr]eg(?:istration)?|[Ii]mmatriculation|[Mm]atr[ií]cula|[Tt]arga|[Kk]enteken|[Pp]laca|[Rr]ejestracja|[Kk]ennzeichen)\b[ .:#]{0,3}(?:is |no\.? |number )?(?<v>[A-ZÄÖÜ]{1,3}[ -]?(?:[A-Z]{1,2} ?)?\d{1,4}(?:[ -]?[A-Z]{1,3})?|\d{1,4}[ -]?[A-Z]{2,3}[ -]?\d{0,4})(?![\w-])/g,
    {
      hints: ['plate', 'reg', 'immatric', 'matr', 'targa', 'kenteken', 'placa', 'rejestr', 'kennz'],
      accept: (v) => digitsOf(v).length >= 2 && v.replace(/[^A-Z0-9]/g, '').length >= 5,
    },
  ),
  medium(
    'pii.postal_address',
    'address',
    new RegExp(
      `(?<![\\w.$€£])\\d{1,5}[A-Za-z]?,? (?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\\.? )?(?:[A-Z0-9À-Þ][\\wÀ-ÿ'’.-]{0,24} ){1,4}(?:${STREET.replace(/\b[a-z]/g, (c) => `[${c}${c.toUpperCase()}]`)})\\b\\.?(?:[ ,]{1,3}(?:NW|NE|SW|SE|N|S|E|W|Apt|Suite|Unit|#)\\b[^\\n]{0,30})?`,
      'g',
    ),
    {
      digits: 1,
      begins: 'digits',
      hints: STREET.split('|').map((word) => ` ${word}`),
      cases: [['1600 Pennsylvania Avenue NW, Washington DC 20500', '500 calls on the road to launch']],
    },
  ),
  medium(
    'pii.postal_address',
    'address',
    /(?<![\w.$€£])\d{1,5} (?:[a-z][a-z'-]{1,20} ){1,3}(?:street|avenue|boulevard|lane|road|st|ave|blvd|rd|ln|drive|court)\b[.,]{0,2}(?: ?(?:apt|suite|unit|#) ?\w{1,6},?)? ?(?:[a-z]{2,20},? ){0,3}(?:\d{5}(?:-\d{4})?|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})/gi,
    {
      digits: 1,
      begins: 'digits',
      hints: [
        'street',
        'avenue',
        'boulevard',
        'lane',
        'road',
        ' st',
        ' ave',
        'blvd',
        ' rd',
        ' ln',
        'drive',
        'court',
      ],
    },
  ),
  medium(
    'pii.postal_address',
    'address',
    /(?<![\p{L}\p{N}])(?:(?:rue|avenue|av\.|avda\.|r\.|c\/|boulevard|place|chemin|allée|impasse|quai|calle|avenida|paseo|plaza|carrera|via|viale|piazza|corso|rua|travessa|alameda|ul\.|ulica|ulitsa) (?:(?:de|du|des|la|le|les|el|los|las|del|della|dei|da|do|dos)[ '’]?){0,3}[\p{L}'’-]{2,30}(?: [\p{L}'’-]{2,20}){0,2}),? {0,2}(?:n[°ºo]\.? ?|nr\.? ?)?\d{1,4} ?[a-z]?(?![\w%])/giu,
    { hints: STREET_KINDS },
  ),
  medium(
    'pii.postal_address',
    'address',
    /(?<![\p{L}\p{N}])\p{L}[\p{L}-]{2,30}(?:straße|strasse|str\.|weg|allee|platz|gasse|ring|damm|ufer|straat|laan|plein|gracht|gatan|gata|gate|vägen|vej|gade|veien|katu|tie|utca),? {0,2}(?:n[°ºo]\.? ?|nr\.? ?)?\d{1,4} ?[a-z]?(?![\w%])/giu,
    {
      digits: 1,
      begins: wordsBeforeNumbers,
      hints: STREET_ENDS,
      // "Offering 20 %" and "navigate 2 pages" end as streets do.
      accept: (v) =>
        !/(?:ring|gate|tie)[^\p{L}]/iu.test(v) ||
        (/^\p{Lu}/u.test(v) && !/(?:[aeiou]ring|string|spring|[aiou]gate|[gl]egate)[^\p{L}]/iu.test(v)),
    },
  ),
  medium(
    'pii.postal_address',
    'address',
    /(?<![\w.$€£])\d{1,4}(?: ?(?:bis|ter))?,? (?:[rR]ue|[aA]venue|[bB]oulevard|[pP]lace|[cC]hemin|[aA]llée|[iI]mpasse|[qQ]uai|[rR]oute|[cC]ours|[sS]quare) (?:de |du |des |la |le |les |l['’]|d['’]){0,3}\p{Lu}[\p{L}'’-]{1,30}/gu,
    {
      digits: 1,
      begins: 'digits',
      hints: [
        'rue',
        'avenue',
        'boulevard',
        'place',
        'chemin',
        'allée',
        'impasse',
        'quai',
        'route',
        'cours',
        'square',
      ],
    },
  ),
  // A street of any kind: what stands behind its number is a postcode and a town.
  medium(
    'pii.postal_address',
    'address',
    /(?<![\p{L}\p{N}])\p{L}[\p{L}’'-]{1,30}\.? \d{1,4}(?:[/-]\d{1,3})?[a-z]?(?:, [^,\n]{1,12})?, (?:[A-Z]{1,2}-)?(?!(?:19|20)\d\d )(?:\d{4,5}|\d{3} \d{2}|\d{2}-\d{3}|\d{4} ?[A-Z]{2}) \p{Lu}\p{L}{2,}/gu,
    { digits: 1, begins: wordsBeforeNumbers, needs: /\d[a-z]?(?:, [^,\n]{1,12})?, (?:[A-Z]{1,2}-)?\d\d/ },
  ),
  medium(
    'pii.postal_address',
    'address',
    /\b\p{Lu}\p{L}{2,20} (?:Road|Rd|Street|Nagar|Marg|Colony|Lane|Avenue|Layout|Extension|Vihar|Enclave),? \p{Lu}\p{L}{2,20}(?: \p{Lu}\p{L}{2,20})?[ -]{1,3}\d{5,6}(?!\d)/gu,
    {
      digits: 5,
      hints: [
        ' road',
        ' rd',
        ' street',
        ' nagar',
        ' marg',
        ' colony',
        ' lane',
        ' avenue',
        ' layout',
        ' extension',
        ' vihar',
        ' enclave',
      ],
    },
  ),
  medium(
    'pii.postal_address',
    'address',
    /\b(?:p\.? ?o\.? box|postfach|apartado|boîte postale|postbus)\s?#?(?<v>\d{1,8})/gi,
    { hints: ['box', 'postfach', 'apartado', 'postale', 'postbus'] },
  ),
  medium(
    'pii.postal_address',
    'address',
    /\b(?:home|street|postal|mailing|shipping|billing|delivery|residential|my|her|his|their) address\b(?: is|:| =)?\s{0,2}(?<v>[^\n]{0,12}\d[^\n]{3,80})/gi,
    { hints: ['address'], accept: (v) => /[A-Za-z]{3}/.test(v) && !/^\W{0,3}0x|https?:/i.test(v) },
  ),
  medium(
    'pii.postal_address',
    'address',
    /\b(?:lives?|living|resides?|residing|located|moved|ships?|deliver|shipped) (?:at|in|to)\b[^\n]{0,8}?(?<v>\d{1,5} [A-Z][a-z]{2,20}(?: [A-Z][a-z]{2,20}){0,3}|[A-Z][a-z]{2,20}(?: [A-Z][a-z]{2,20})? \d{1,4})(?![\d.])/g,
    { hints: ['live', 'living', 'resid', 'located', 'moved', 'ship', 'deliver'] },
  ),
  medium(
    'pii.postal_address',
    'address',
    /(?<![A-Za-z0-9])(?:[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}|[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d)(?![A-Za-z0-9])/g,
  ),
  medium(
    'pii.postal_address',
    'address',
    /\b[A-Z][a-z]{2,20}(?: [A-Z][a-z]{2,20})?,? (?:AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY),? \d{5}(?:-\d{4})?(?!\d)/g,
    { digits: 5 },
  ),
  medium(
    'pii.geo_point',
    'location',
    /(?<![\d.$€£])-?(?:[1-8]?\d|90)\.\d{3,10}°? ?[NSns]?\s?[,;/ ]\s?-?(?:1[0-7]\d|[1-9]?\d|180)\.\d{3,10}(?![\d])/g,
    {
      digits: 4,
      accept: (v, c, i, e) =>
        (/\.\d{4,}[^.]*\.\d{4,}/.test(v) && !/^-?0\.0/.test(v) && !isPublicPlace(c, i, e)) ||
        /\b(?:lat|lng|lon|gps|coord|geo|location|position|point)\w{0,7}\W{0,4}(?:is|at|:|=)?\W{0,3}$/.test(
          c.before(i, 28),
        ),
      cases: [['37.7749, -122.4194', '$0.0025, $0.0031']],
    },
  ),
  medium(
    'pii.geo_point',
    'location',
    /\b(?:lat(?:itude)?)\b\W{0,4}(?<v>-?\d{1,2}\.\d{2,10}[^\n]{0,6}?\b(?:lo?ng?(?:itude)?)\b\W{0,4}-?\d{1,3}\.\d{2,10})/gi,
    { hints: ['lat'] },
  ),
  medium('pii.geo_point', 'location', /\d{1,3}° ?\d{1,2}['’′] ?\d{1,2}(?:\.\d{1,4})?["”″] ?[NSEW]/g, {
    hints: ['°'],
  }),
  medium(
    'pii.geo_point',
    'location',
    /\b(?:plus code|what3words|w3w|\/\/\/)\W{0,3}(?<v>[a-z]{3,16}\.[a-z]{3,16}\.[a-z]{3,16}|[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3})/gi,
    { hints: ['plus code', 'what3words', 'w3w', '///'] },
  ),
  medium(
    'pii.person_name',
    'name',
    new RegExp(
      `\\b(?:[Pp]atient|[Ee]mployee|[Tt]enant|[Bb]orrower|[Cc]ardholder|[Pp]assenger|[Aa]pplicant|[Cc]andidate|[Ss]tudent|[Cc]laimant|[Bb]eneficiary|[Dd]ebtor|[Mm]inor|[Ww]itness|[Cc]ustomer|[Cc]lient|[Mm]y (?:wife|husband|son|daughter|mother|father|boss|neighbou?r|landlord|friend|colleague|employee|client|ex))(?: named| called| is|,|:)? (?<v>${FULL_NAME})`,
      'g',
    ),
    {
      hints:
        'patient employee tenant borrower cardholder passenger applicant candidate student claimant beneficiary debtor minor witness customer client my'.split(
          ' ',
        ),
      accept: isName,
    },
  ),
  medium(
    'pii.person_name',
    'name',
    new RegExp(
      `\\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Herr|Herrn|Frau|Mme|Mlle|Monsieur|Madame|Señora?|Sr|Sra|Signora?|Dott|Pan|Pani|Shri|Smt)\\.? (?<v>${CAP}(?: ${CAP}){0,2})|(?<![\\w.])(?:M\\.|Sig\\.(?:ra)?|Hr\\.?|Fr\\.|Dhr\\.?|Mevr\\.?) ${CAP}(?: ${CAP}){0,2}`,
      'g',
    ),
    {
      accept: (v, c, _i, e) =>
        !BRANDS.test(v) && !/^\W?\s?(?:style|api|apis|endpoint|bot|service)\b/.test(c.after(e, 12)),
      cases: [['Mr. John Smith', 'Customer Success API']],
    },
  ),
  medium(
    'pii.person_name',
    'name',
    new RegExp(
      `\\b(?:(?:full|first|last|legal|customer|patient|client|employee|contact|account holder|card ?holder|holder|recipient|buyer|beneficiary|maiden)[ _-]?names?|[Nn]ame|[Ss]urname)\\s{0,2}(?:is|:|=)\\s{0,2}["']?(?<v>${FULL_NAME})`,
      'g',
    ),
    { hints: ['name', 'surname'], accept: isName },
  ),
  medium(
    'pii.person_name',
    'name',
    new RegExp(
      `\\b(?:[Ss]alary slip|[Pp]ay ?slip|[Pp]olicy ?holder|[Ii]nsured|[Nn]ext of kin|[Ee]mergency contact|[Gg]uardian|[Mm]edical (?:file|records?)|[Tt]estimony|[Pp]atient(?:in|e)?|[Pp]aciente|[Pp]aziente)(?: of| for| is|:|,)? (?<v>${CAP}(?: (?:${CAP}|[A-Z]\\.)){1,2})`,
      'g',
    ),
    {
      hints: [
        'slip',
        'holder',
        'insured',
        'next of kin',
        'emergency',
        'guardian',
        'medical',
        'testimony',
        'pa',
      ],
      accept: isName,
    },
  ),
  medium(
    'pii.person_name',
    'name',
    new RegExp(
      `(?<v>${FULL_NAME}),? (?:\\(?(?:DOB|born|aged? \\d|age:? \\d|SSN|MRN|passport|\\d{1,2} ?(?:yo|y/o|years? old)|(?:salary|earns|income|owes|lives (?:at|in)|resides)\\b|(?:phone|mobile|cell)[: ]{1,3}[+(\\d]))`,
      'g',
    ),
    {
      hints: [
        'dob',
        'born',
        'age',
        'ssn',
        'mrn',
        'passport',
        'yo',
        'y/o',
        'year',
        'salary',
        'earns',
        'makes',
        'income',
        'owes',
        'lives',
        'resides',
        'phone',
        'mobile',
        'cell',
      ],
      accept: isName,
    },
  ),
];
