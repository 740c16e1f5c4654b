import { beginsWithName, lastNamed } from './person.ts';
import { type Detector, high, type MatchContext, medium } from './row.ts';

const CONDITIONS =
  'diabet\\w{1,4}|hypertens\\w{2,5}|cancer|tumou?rs?|leukemia|leukaemia|lymphoma|carcinoma|melanoma|hiv|aids|hepatitis|asthma\\w{0,4}|copd|epilep\\w{1,4}|seizures?|depressi\\w{2,3}|bipolar|schizophren\\w{1,3}|anxiety(?: disorder)?|ptsd|adhd|autis\\w{1,3}|dementia|alzheimer\\w{0,3}|parkinson\\w{0,3}|multiple sclerosis|stroke|heart attack|heart failure|heart disease|arrhythmia|angina|kidney disease|kidney failure|dialysis|cirrhosis|pregnan\\w{1,3}|miscarriage|abortion|infertil\\w{1,4}|ivf|std|sti|syphilis|gonorrh\\w{1,4}|chlamydia|herpes|tubercul\\w{1,5}|covid(?:-19)?|migraines?|arthritis|lupus|crohn\\w{0,3}|colitis|celiac|anemia|anaemia|thyroid\\w{0,4}|hypothyroid\\w{0,4}|obes\\w{1,3}|anorexia|aorexia|bulimia|addict\\w{1,4}|alcoholi\\w{1,3}|overdose|chemotherap\\w{1,2}|chemo|biopsy|transplant|surgery|insomnia|psychos\\w{1,3}|suicid\\w{1,4}|blood pressure|cholesterol|fracture\\w{0,1}|pneumonia|sepsis|allerg\\w{1,4}|fibromyalgia|endometriosis|glaucoma|eczema|psoriasis|pcos|gout|vertigo|sciatica|disabilit\\w{1,3}|sclerosis|stds|rehab|gene mutation|gene marker|genetic mutation|genetic marker|brca\\d?';
const PERSON =
  "(?:patients?|he|she|i|i'm|i’m|we|they|my (?:mother|father|mom|mum|dad|wife|husband|son|daughter|child|kid|brother|sister|partner|boss|client|friend|aunt|uncle|grandmother|grandfather)|(?:our|the|an?|this|her|his|one) (?:employee|client|customer|user|child|worker|colleague|member|tenant|applicant|candidate|student|buyer|founder|wife|husband)|employee|customer|mr\\.?|mrs\\.?|ms\\.?|wife|husband|mother|father|son|daughter)";
const DRUGS =
  'metformin|insulin|lisinopril|atorvastatin|sertraline|fluoxetine|prozac|zoloft|xanax|alprazolam|adderall|ritalin|oxycodone|hydrocodone|morphine|methadone|lithium|warfarin|prednisone|levothyroxine|amoxicillin|ozempic|semaglutide|truvada|prep|viagra|suboxone|naloxone|clonazepam|lorazepam|escitalopram|lexapro|citalopram|quetiapine|risperidone|olanzapine|gabapentin|tamoxifen|humira|methotrexate|albuterol|losartan|amlodipine|omeprazole|ibuprofen|paracetamol|antidepressants?|antipsychotics?|statins?|keppra|levetiracetam|lamotrigine|lamictal|carbamazepine|depakote|valproate|eliquis|xarelto|apixaban|januvia|jardiance|mounjaro|tirzepatide|wegovy|enbrel|remicade|infliximab|keytruda|herceptin|biktarvy|descovy|dolutegravir|abilify|aripiprazole|seroquel|zyprexa|clozapine|haloperidol|wellbutrin|bupropion|cymbalta|duloxetine|effexor|venlafaxine|paxil|paroxetine|trazodone|vyvanse|concerta|methylphenidate|strattera|tramadol|percocet|buprenorphine|naltrexone|antabuse|levodopa|donepezil|memantine|diazepam|valium|rivotril|hydroxychloroquine|azathioprine|rituximab|adalimumab|salbutamol|ventolin|montelukast|letrozole|clomid|misoprostol|mifepristone|tacrolimus|antiretrovirals?|chemo\\w{0,7}|beta[- ]blockers?|blood thinners?';

/** The same in other languages. */
const ABROAD = String.raw`asma|asthma\p{L}{0,2}|diab(?:è|e)t\p{L}{0,4}|c(?:á|a)ncer|cancro|(?:\p{L}{3,12})?krebs|(?:\p{L}{3,12})?kanker|tumor\p{L}{0,2}|depress\p{L}{0,4}|d(?:é|e)press\p{L}{0,4}|depresi\p{L}{0,4}|embaraza\p{L}{0,2}|schwanger|enceinte|gr(?:á|a)vida|incinta|zwanger|vih|hiv|sida|epilep\p{L}{0,5}|esquizofren\p{L}{0,2}|schizo\p{L}{0,8}|herzinfarkt|hipertens\p{L}{0,3}|bluthochdruck|alzheimer|parkinson|demenz|d(?:é|e)mence|demencia|al(?:é|e)rgi\p{L}{0,3}|burn-?out|krankgeschrieben|arrêt maladie|baja m[eé]dica|allerg\p{L}{0,4}|migr(?:ä|a)ne|migraña`;
const ABROAD_HINTS = [
  'burnout',
  'burn-out',
  'krankgesch',
  'arrêt',
  'baja m',
  'asma',
  'asthma',
  'diab',
  'ncer',
  'cancro',
  'krebs',
  'kanker',
  'tumor',
  'press',
  'presi',
  'embaraz',
  'schwanger',
  'enceinte',
  'vida',
  'incinta',
  'zwanger',
  'vih',
  'hiv',
  'sida',
  'epilep',
  'esquizo',
  'schizo',
  'herzinf',
  'hipert',
  'bluthoch',
  'alzheimer',
  'parkinson',
  'demen',
  'démen',
  'rgi',
  'allerg',
  'migr',
];

/** What the alternatives of a list begin with: the literals before any class or quantifier. */
const stems = (list: string): string[] =>
  list.split('|').map((entry) => {
    const literal = /^[a-z0-9 -]+/.exec(entry)?.[0] ?? '';
    return /^[?*{]/.test(entry.slice(literal.length)) ? literal.slice(0, -1) : literal;
  });
const CONDITION_HINTS = stems(CONDITIONS);
const DRUG_HINTS = stems(DRUGS);

/** What joins a name and an illness: a verb of any language we read, a colon, a dash. */
const JOINS =
  /(?:^|[^\p{L}])(?:has|had|have|with|is|was|takes?|took|taking|on|needs?|got|gets?|suffer\w*|lives|uses?|diagnosed|since|after|hat|hatte|nimmt|leidet|ist|tiene|toma|tuvo|sufre|est|prend|souffre|ha|prende|soffre|tem|sofre|heeft|slikt|kreeg|ma|bierze|choruje|har|tar|sahip|hastası|у|болен|больна|принимает|страдает)(?!\p{L})|[:–(—-]/u;
const OF_SALE =
  /\b(?:apis?|endpoints?|feeds?|datasets?|data|lookups?|models?|vendors?|literature|research|statistics|trials?|guidelines?|stud(?:y|ies)|app|walk|run|charity|awareness|day|month)\b/;
const SENTENCE = 90;

/** Whether a named person has an illness or takes a medicine, by what stands in the sentence around it. */
function isOfNamed(_value: string, context: MatchContext, index: number, end: number): boolean {
  const before = context.text.slice(Math.max(0, index - SENTENCE), index);
  const sentence = before.slice(before.search(/[^.;?!\n]*$/));
  if (OF_SALE.test(context.after(end, 16)) || OF_SALE.test(context.before(index, 16))) return false;
  const named = lastNamed(sentence);
  if (named !== undefined && JOINS.test(sentence.slice(named))) return true;
  // "HIV status positive (Tunde Akerele": the name behind.
  const behind =
    /^(?: [a-z]{2,12}){0,2}(?= ?[(:,–—-]| (?:for|of|in|patient)\b)/.exec(
      context.text.slice(end, end + 40),
    )?.[0] ?? '';
  return beginsWithName(context.text.slice(end + behind.length, end + behind.length + SENTENCE));
}

/** What is said of somebody's health. */
export const healthRows: readonly Detector[] = [
  medium('health.condition', 'medical', new RegExp(`\\b(?:${CONDITIONS}|type [12])\\b(?! ?%)`, 'gi'), {
    hints: [...CONDITION_HINTS, 'type 1', 'type 2'],
    accept: isOfNamed,
  }),
  medium(
    'health.condition',
    'medical',
    /\b(?:asma|asthme|diab[eè]te|c[áa]ncer|cancro|krebs|kanker|depresi|schwanger|enceinte|embaraz|gr[áa]vida|incinta|zwanger|vih|epileps|esquizofren|schizophren|herzinfarkt|bluthochdruck|alzheimer|parkinson|demenz|demencia|krankgeschrieben)[a-zà-ÿ]{0,12}/gi,
    {
      accept: isOfNamed,
      cases: [['Mein Kollege Jan Otte ist wegen Burnout krankgeschrieben', 'Burnout-API']],
    },
  ),
  medium('health.medication', 'medical', new RegExp(`\\b(?:${DRUGS})\\b`, 'gi'), {
    hints: DRUG_HINTS,
    accept: isOfNamed,
  }),
  medium(
    'health.condition',
    'medical',
    new RegExp(`\\b${PERSON}\\b(?:[^\\n.;?!]|(?<= b)\\.){0,60}?\\b(?<v>${CONDITIONS})\\b`, 'gi'),
    {
      hints: CONDITION_HINTS,
      accept: (_v, c, i, e) =>
        !/^[^,.;!?\n]{0,16}\b(?:api|apis|endpoint|feed|dataset|data|service|vendor|model|lookup|literature|research|statistics)\b/.test(
          c.after(e, 24),
        ) && !/\b(?:api|endpoint|vendor|feed|dataset|service|provider)\b/.test(c.before(i, 40)),
      cases: [
        ['my mother has breast cancer', 'a diabetes-risk API'],
        ['she was positive for hepatitis B', 'a positive review of hepatitis data'],
      ],
    },
  ),
  medium(
    'health.condition',
    'medical',
    new RegExp(
      `\\b(?:diagnos(?:ed|is)(?: with| of| is|:)?|prescribed|suffer(?:s|ing|ed)? from|treated for|treatment for (?:my|her|his)|tested positive for|positive for|allergic to|history of|hospitali[sz]ed (?:for|with)|recovering from|living with|symptoms? of|died of|on medication for|undergo(?:es|ing)|has (?:stage|type|chronic|severe|mild|acute))\\s{1,2}(?:[a-z0-9-]{1,14} ){0,3}?(?<v>${CONDITIONS}|${DRUGS})\\b`,
      'gi',
    ),
    {
      hints: [...CONDITION_HINTS, ...DRUG_HINTS],
      accept: (_v, c, _i, e) =>
        !/^\W?\s?(?:api|endpoint|feed|dataset|data|lookup|model|risk|prediction)/.test(c.after(e, 20)),
    },
  ),
  medium(
    'health.medication',
    'medical',
    new RegExp(
      `(?<![\\p{L}])(?:toma|tomo|tomaba|nimmt|nehme|prend|prends|prende|prendo|bierze|biorę|slikt|bekommt|reçoit|usa|recibe) (?:\\p{L}{2,12} ){0,2}?(?<v>${DRUGS.replaceAll('|', '\\p{L}{0,3}|')})`,
      'giu',
    ),
    { hints: DRUG_HINTS, cases: [['mi madre toma cada día warfarina', 'API de warfarina a 0.05']] },
  ),
  medium(
    'health.medication',
    'medical',
    new RegExp(
      `\\b(?:${DRUGS})\\b[^\\n]{0,16}?\\d{1,4} ?(?:mg|mcg|ml|units?|iu)\\b|\\b\\d{1,4} ?(?:mg|mcg|ml|iu) (?:of )?(?:${DRUGS})\\b|\\b(?:takes|taking|on|prescribed|prescription (?:is|for)|my|her|his) (?:daily )?(?:${DRUGS})\\b`,
      'gi',
    ),
    {
      hints: DRUG_HINTS,
      accept: (_v, c, i, e) =>
        /\b(?:take|takes|taking|took|on|daily|twice|once|prescri\w*|dose|dosage|patient|my|her|his|she|he|i|mother|father|grand\w+|wife|husband|son|daughter)\b/.test(
          `${c.before(i, 40)} ${_v.toLowerCase()} ${c.after(e, 30)}`,
        ) && !/^\W?\s?(?:api|endpoint|feed|dataset|price|lookup)/.test(c.after(e, 16)),
      cases: [['she takes metformin 500 mg', 'metformin 500 mg at two cents']],
    },
  ),
  medium(
    'health.condition',
    'medical',
    /\b(?:my|her|his|their|patient(?:['’]s)?|(?:mother|father|wife|husband|son|daughter|client|employee)(?:['’]s)?)\b[^\n.?!;]{0,24}?\b(?:test|tests|biopsy|screening|scan|smear|pcr|x-ray|mri|swab|culture|blood ?work|panel)\b[^\n.?!;]{0,20}?\b(?:came back|returned|turned out|was|is|were|shows?|showed)\s(?:\w{1,12} ){0,2}?(?<v>positive|negative|abnormal|malignant|benign|inconclusive)\b/gi,
    { hints: ['positive', 'negative', 'abnormal', 'malignant', 'benign', 'inconclusive'] },
  ),
  medium(
    'health.condition',
    'medical',
    new RegExp(
      String.raw`(?<![\p{L}])(?:(?:mi|mia|mio|minha|meu|meine?|ma|mon|su|sua|seu|seine?|ihre?|sa|son|onze|moja|mój) (?:\p{L}{3,12} )?(?:hij[ao]|madre|padre|espos[ao]|marido|mujer|herman[ao]|tochter|sohn|mutter|vater|schwester|bruder|oma|opa|kolleg(?:e|in)|chef(?:in)?|nachbar(?:in)?|freund(?:in)?|mitarbeiter(?:in)?|partner(?:in)?|colega|jef[ea]|veci(?:no|na)|soci[oa]|collègue|voisine?|copine?|collega|kolega|koleżanka|frau|mann|kind|fille|fils|mère|père|sœur|frère|femme|mari|filh[ao]|irm(?:ã|ão)|mãe|pai|figli[ao]|sorella|fratello|moglie|marito|dochter|zoon|zus|broer|córka|syn|siostra|brat)|paciente|patient(?:in|en|e)?|paziente|kund(?:e|in)|pacjent(?:ka)?)(?!\p{L})[^\n.;?!]{0,40}?(?<![\p{L}])(?<v>${ABROAD})`,
      'giu',
    ),
    {
      hints: ABROAD_HINTS,
      cases: [['Meine Kollegin Ute Brandt hat seit Mai Depressionen', 'Depressionen als Thema einer API']],
    },
  ),
  medium(
    'health.condition',
    'medical',
    /\b(?:mri|ct|x-?ray|scan|ultrasound|biopsy|mammogram|colonoscopy|blood ?work|pathology) (?:of|on|for) (?:my|her|his|their|the patient)\b[^\n.?!;]{0,30}?\b(?<v>shows?|showed|reveals?|revealed|found|confirms?|confirmed)\b/gi,
    {
      hints: [
        'mri',
        'ct',
        'ray',
        'scan',
        'ultrasound',
        'biopsy',
        'mammogram',
        'colonoscopy',
        'work',
        'pathology',
      ],
    },
  ),
  medium(
    'health.condition',
    'medical',
    new RegExp(
      `\\b(?:therap(?:y|ist)|psychiatr(?:y|ist)|psycholog(?:y|ist)|counsel(?:l)?(?:ing|or)|oncologist|doctor|physician|gp|nurse)(?:['’]s)?\\b[^\\n.;?!]{0,60}?\\b(?<v>${CONDITIONS})\\b`,
      'gi',
    ),
    {
      hints: CONDITION_HINTS,
      accept: (v, c, i, e) =>
        /\b(?:says|said|notes?|reports?|reported|told|thinks|confirmed|diagnos\w+|suspects|wrote|my|her|his)\b|['’]s/.test(
          c.before(i, 70),
        ) &&
        !/\b(?:api|apis|endpoint|feed|dataset|lookup|model|vendor)\b/.test(
          c.before(i, 60) + v + c.after(e, 30),
        ),
    },
  ),
  medium('health.condition', 'medical', /\b(?:hiv|vih|hcv|covid|tb)[- ]?(?:positiv\w{0,2}|\+)/gi, {
    hints: ['hiv', 'vih', 'hcv', 'covid', 'tb'],
    cases: [['Anna, HIV-positiv seit 2019', 'HIV-Daten']],
  }),
  medium(
    'health.condition',
    'medical',
    /\b(?:positive|reactive) (?:for )?(?<v>hepatitis(?: [a-e])?|hiv|syphilis|chlamydia|gonorrh\w{2,4}|tuberculosis|covid)\b/gi,
    { hints: ['positive', 'reactive'] },
  ),
  medium(
    'health.lab_result',
    'medical',
    /(?<![A-Za-z0-9])(?:hba1c|a1c|tsh|egfr|cd4|psa)\b ?[:=]? ?(?<v>\d{1,4}(?:\.\d{1,2})?(?: ?%| ?ng\/ml| ?m?mol\/l)?)(?![\d\w$])/gi,
    {
      hints: ['a1c', 'tsh', 'egfr', 'cd4', 'psa'],
      cases: [['my wife: HbA1c 8.4, what now', 'HbA1c lookups']],
    },
  ),
  medium(
    'health.lab_result',
    'medical',
    /\b(?:a1c|hba1c|h(?:a)?emoglobin|ferritin|glucose|cholesterol|vitamin d|platelets|wbc|potassium|white cells|temperature of the patient|psa|cd4|viral load|blood (?:type|group|sugar|pressure)|bmi|ldl|hdl|triglycerides|tsh|egfr|creatinine|ecg|mri|ct scan|x-ray)\b[^\n\d]{0,20}(?:is|was|of|:|=|at|came back|shows?|result)[^\n\d]{0,12}(?<v>\d[\d./]{0,8}|(?:AB|A|B|O)[+-]|positive|negative|abnormal)/gi,
    {
      hints: [
        'emoglobin',
        'ferritin',
        'glucose',
        'cholesterol',
        'vitamin',
        'platelet',
        'wbc',
        'potassium',
        'cells',
        'patient',
        'a1c',
        'psa',
        'cd4',
        'viral',
        'blood',
        'bmi',
        'ldl',
        'hdl',
        'trigly',
        'tsh',
        'egfr',
        'creat',
        'ecg',
        'mri',
        'ct scan',
        'x-ray',
      ],
      cases: [['blood type is O-', 'blood test API']],
    },
  ),
  high(
    'medical.icd_code',
    'medical',
    /\b(?:icd(?:-?(?:9|10|11))?(?:-cm)?(?: code)?|dx(?: code)?|diagnos(?:is code|e[ns]?|is|tic|tico))\b[^\w\n]{0,4}(?<v>[A-TV-Z]\d{2}(?:\.\d{1,4}[A-Z]?)?)\b/gi,
    {
      hints: ['icd', 'dx', 'diagnos'],
      accept: (_v, c, i, e) =>
        /\bpatient|\bfor (?:mr|mrs|ms|my|her|him)|mrn|dob/.test(`${c.before(i, 200)} ${c.after(e, 60)}`),
      cases: [['patient has ICD-10 E11.9', 'ICD-10 code E11.9 lookup costs']],
    },
  ),
];
