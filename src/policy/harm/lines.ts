/**
 * What is refused whoever asks and however it is described, a line each with its cases on both sides. A line names acts,
 * which are refused unless the sentence is about a defence against them, and things, which are refused when they are
 * made, sold, hired or used: a feed of phishing pages is none.
 */
export interface HarmLine {
  readonly id: string;
  /** Published: what is refused. */
  readonly refused: string;
  /** Published: what is near to it and lawful. */
  readonly lawful: string;
  readonly acts: readonly RegExp[];
  readonly things?: RegExp;
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

/** Whoever is not asked: said of what is done to people. */
const UNASKED =
  "(?:without (?:\\w+ ){0,3}?(?:consent|consenting|permission|knowledge|knowing|noticing|being (?:aware|noticed|seen)|telling|asking)|(?:who|that) (?:never|did not|didn't|have not|haven't|has not) (?:consent\\w*|agree\\w*)|(?:non-?|un)consen(?:sual|ting)|secretly|covertly|silently|in secret|behind (?:his|her|their|the \\w+'s) back|(?:does|do|did|will|would)(?: not|n't| never) (?:know|notice|see|find out)|never (?:knows?|notices?|sees?)|invisible to (?:the|him|her|them)|undetected)";
const TARGET =
  "(?:wife|wives|husband|partner|spouse|girlfriend|boyfriend|ex(?:-\\w+)?|lover|neighbou?r|employee|worker|staff|co-?worker|colleague|woman|women|girl|girls|man|person|people|someone|somebody|anyone|anybody|any (?:phone|number|device|person|user)|victim|target|journalist|activist|celebrit(?:y|ies)|stranger|classmate|teen|kid|roommate|tenant|crush|him|her|them)(?:'s|s')?";
/** Somebody, or what they carry, is in the sentence. */
const OF_A_PERSON = `(?=.*\\b(?:phones?|mobiles?|devices?|numbers?|whereabouts|messages|webcam|microphone|bedroom|owner|${TARGET})\\b)^.*?`;
const STOLEN =
  '(?:stolen|hacked|cracked|compromised|breached|leaked|phished|hijacked|skimmed|carded|cloned|harvested|breach|infostealer|stealer)';

const re = (source: string): RegExp => new RegExp(source);

export const HARM_LINES: readonly HarmLine[] = [
  {
    id: 'malware',
    refused: 'malware, botnets and attacks, made, sold or hired; breaking into systems of others',
    lawful: 'detection, sandboxes, samples for researchers, tests of one’s own systems',
    acts: [
      /\b(?:ransomware|malware|ddos|exploits?|stealer|botnet|phishing|spyware)[- ]?(?:as[- ]a[- ]service|for[- ]hire|for (?:sale|rent))\b/,
      /\b(?:ddos|booter|stresser)\b.{0,40}\b(?:attacks?|takes? down|knock|offline|flood|hire|layer ?[47]|any (?:site|server|target|ip))\b|\b(?:booter|stresser) (?:service|api|panel)\b/,
      /\b(?:take|takes|taking|knock|knocks|bring|flood) (?:\w+ ){0,5}?(?:down|offline)\b.{0,40}\b(?:ddos|traffic|requests|competitor|attack|bots?)\b/,
      /\b(?:encrypt|encrypts|lock|locks|wipe|wipes)\b.{0,40}\b(?:victims?|their|target(?:'s)?|company(?:'s)?)\b.{0,60}\b(?:ransom|pay|bitcoin|monero|decryption key|until)\b/,
      /\b(?:hack|hacks|break|breaks|hacking|breaking) into\b.{0,40}\b(?:accounts?|phones?|e?mails?|inbox|servers?|network|bank|wi-?fi|instagram|facebook|whatsapp|gmail|competitor|someone|computer|database|systems?)\b|\bhack (?:any|someone|somebody|his|her|an?|my (?:ex|wife|husband|boss|girlfriend|boyfriend)\S*) (?:\w+ ){0,3}?(?:accounts?|phone|instagram|facebook|whatsapp|gmail|e?mail|snapchat|computer)\b/,
      /\b(?:undetect\w+|fully undetectable|fud|bypass\w*|evad\w+|invisible to)\b.{0,40}\b(?:antivirus|anti-virus|av|edr|defender|endpoint protection|virustotal)\b/,
      /\b(?:inject|injects|plant|plants|install|installs|drop|drops|deploy|deploys|spread|spreads)\b.{0,30}\b(?:keyloggers?|backdoors?|rats?|remote access trojans?|rootkits?|trojans?|malware|ransomware|stealers?|miners?|cryptominers?|spyware|worms?)\b/,
      /\b(?:zero[- ]?days?|0-?days?) (?:exploits? )?(?:for sale|market|shop|broker|on demand|weaponi[sz]ed)|\bweaponi[sz]ed? (?:exploits?|payloads?|documents?|pdf|macro\w*)/,
      /\b(?:rent|hire|buy|sell|lease)\w* (?:\w+ ){0,4}?(?:botnets?|infected (?:machines|hosts|devices|pcs)|zombie\w*|hacked servers?|initial access|rdp access)\b|\binitial access (?:broker|to (?:corporate|company|hacked))/,
      /\bcredential[- ]stuffing\b.{0,50}\b(?:tool|service|bot|engine|as a service|runs?|at scale|combo|accounts|try|tries)\b|\bbrute[- ]?forc\w+\b.{0,40}\b(?:any account|accounts of|someone|victims?|any (?:user|login))\b/,
    ],
    things:
      /\b(?:ransomware|keyloggers?|botnets?|rootkits?|remote access trojans?|infostealers?|cryptojack\w+|crypters?|malware (?:loader|dropper)|trojans?|computer (?:virus|worm)|exploit kits?|self-spreading worm|spyware|logic bombs?|payload obfuscator)\b/,
    hits: [
      'Ransomware as a service: affiliates keep 80 %, builder and payment page included',
      'Rent our botnet of 40,000 infected machines by the hour, $0.50 per call',
      'Booter API, layer 7 attacks on any site, pay per minute',
      'Crypter that makes your payload undetectable by antivirus',
      'Write a keylogger that mails me every keystroke',
      'Is $2 fair for hacking into an Instagram account?',
    ],
    misses: [
      'Detects ransomware in file uploads before they reach your bucket',
      'Sandbox that detonates malware samples and reports their behaviour',
      'Botnet indicators of compromise, updated hourly',
      'Load testing for your own servers, 10,000 requests per second',
      'CVE lookup with exploit availability for patch prioritisation',
      'DDoS protection status for a domain',
    ],
  },
  {
    id: 'stolen_data',
    refused: 'stolen credentials, cards, accounts and identities',
    lawful: 'breach checks for one’s own accounts, card verification by merchants, fraud scores',
    acts: [
      /\bfullz\b|\binfostealer logs?\b/,
      /\b(?:cvv2?|cvc|dumps?|track ?[12]|bins?|cards?|ccs?|ccv)\b.{0,30}\b(?:for sale|shop|fresh|valid rate|high balance|bulk|dumps?|carding|cash ?out|skimmed)\b/,
      /\bcarding\b|\bcard(?:er|ers) (?:shop|forum|store|bot)|\bcarded (?:goods|items)/,
      /\b(?:combo ?lists?|stealer logs?|bank logs?|logs? with cookies|paypal logs?|db dumps? of|drops? for (?:cards|carding|packages))\b/,
      re(
        `\\b${STOLEN}\\b(?:[ -]\\w+){0,4}?[ -](?:cards?|cvvs?|accounts?|credentials?|logins?|passwords?|identit(?:y|ies)|ssns?|passports?|sessions?|cookies|databases?|wallets?|ids|bank (?:details|logins|accounts)|credit cards?|loyalty points|points|miles|vouchers?|gift cards?|netflix|e?mails?|data|records|health records)\\b`,
      ),
      /\b(?:ssns?|social security numbers?)\b.{0,50}\b(?:dob|dates? of birth|mother'?s maiden|credit score|for sale|bulk|of any|per record|with (?:address|name|full))\b.{0,60}\b(?:sell|sale|buy|fresh|bulk|lookup of anyone|for any|any (?:american|person|us)|open(?:ing)? (?:accounts|credit|loans)|per (?:record|call|hit))\b/,
      /\b(?:sell|selling|sells|buy|buying|dump|dumps) (?:\w+ ){0,6}?(?:logins?|passwords|ssns?|identit(?:y|ies)|bank accounts|verified accounts|medical records|patient records)\b.{0,50}\b(?:victims?|hacked|stolen|leak\w*|breach\w*|real people|other people|dark ?web|fresh)\b/,
      /\b(?:steals?|skims?|skimming|grabs?|swipes?) (?:\w+ ){0,6}?(?:card (?:numbers|details|data)|credentials|passwords|cookies|session tokens|logins|tokens|identit(?:y|ies))\b/,
      /\baccount takeovers?\b.{0,30}\b(?:service|tool|as a service|kit|bot|of any|at scale)\b/,
      /\bclone(?:d|s)? (?:credit |debit |bank |payment )?cards?\b|\bpasswords? of (?:any|other|another)\b.{0,30}\b(?:users?|person|people|account)\b/,
    ],
    hits: [
      'Stolen gift cards at half price',
      'Fullz with CVV, date of birth and address, $4 per record',
      'Fresh CVV shop with an API: filter by BIN, bank and country, high balance',
      'Stolen Netflix and Spotify accounts in bulk, replacement guaranteed',
      'Stealer logs with cookies, searchable by domain',
      'Checks which hacked cards are still live before you cash out',
      'Buy SSNs with dates of birth of real people, fresh, for opening credit lines',
    ],
    misses: [
      'Loyalty points balance API',
      'Tells whether an e-mail address was in a known data breach',
      'BIN lookup: card brand, bank and country for checkout routing',
      'Scores an order for card fraud before it ships',
      'Alerts you when credentials of your company appear in stealer logs',
      'Check passwords against a k-anonymity list of leaked hashes',
      'Detection of account takeovers from login signals',
    ],
  },
  {
    id: 'stalking',
    refused: 'finding, following, watching or exposing a person who has not agreed',
    lawful: 'one’s own devices, consent, fleets, detection of trackers, removal from people search',
    acts: [
      re(
        `${OF_A_PERSON}\\b(?:track|tracks|tracking|locate|locates|location|locations|whereabouts|gps|follow|follows|monitor\\w*|spy\\w*|watch|watches|read|reads|reading|intercept\\w*|listen\\w*|record\\w*|view|views|see|sees|access|stream|streams|microphone|camera|webcam|mirror|copy|capture|captures)\\b.{0,90}\\b${UNASKED}`,
      ),
      re(
        `${OF_A_PERSON}\\b${UNASKED}.{0,60}\\b(?:track|tracks|tracking|locat\\w+|gps|monitor\\w*|spy\\w*|read|reads|reading|intercept\\w*|listen\\w*|record\\w*|microphone|camera|webcam|messages|texts)\\b`,
      ),
      re(`\\b(?:spy|spies|spying|snoop\\w*|eavesdrop\\w*|stalk\\w*)\\b (?:on|for)?\\b.{0,30}\\b${TARGET}`),
      /\bstalkerware\b|\bspouse ?ware\b|\b(?:dox|doxx|doxing|doxxing)\b/,
      re(
        `\\b(?:live|real[- ]?time|current|exact|home) (?:gps )?(?:location|address|position|whereabouts) of (?:\\w+ ){0,3}?${TARGET}`,
      ),
      re(
        `\\b(?:find|finds|get|gets|reveal|reveals|locate|locates|track|tracks) (?:out )?(?:where )?(?:\\w+ ){0,4}?(?:my ex|ex-?(?:wife|husband|girlfriend|boyfriend|partner)|her|his|a (?:woman|girl|journalist|witness|stranger|celebrity)|someone|somebody|any person)(?:'s)?\\b.{0,40}\\b(?:lives?|home|hides?|is hiding|sleeps|moved|location|address|movements|phone|car)\\b`,
      ),
      re(
        `\\b(?:read|reads|reading|intercept\\w*|open|see) (?:\\w+ ){0,3}?(?:${TARGET}) (?:\\w+ ){0,2}?(?:whatsapp|messages|texts|imessages?|dms|e?mails?|chats?|call logs|snapchats?|private)\\b`,
      ),
      /\b(?:deanonymi[sz]e|unmask|expose|reveal)s? (?:\w+ ){0,4}?(?:anonymous (?:\w+ )?(?:blogger|whistleblower|account|critic|reviewer|user|source|journalist|poster)s?|whistleblowers?|protesters?|activists?|journalists?'s? sources?)\b/,
      /\bface (?:search|recognition|match)\w*\b.{0,60}\b(?:strangers?|any (?:woman|girl|person)|her (?:name|home|address)|who she is|on the street)\b|\b(?:stranger|woman|girl)'?s? (?:photo|face)\b.{0,60}\b(?:name|address|home|social)\b/,
      /\bhidden (?:gps|tracker|camera|microphone)s?\b.{0,60}\b(?:wife|husband|partner|girlfriend|boyfriend|ex|tenant|guest|roommate|employee|bathroom|bedroom|changing|her|his)\b/,
      /\b(?:sim|ss7)[- ]?(?:interception|intercept|tracking|location)\b/,
    ],
    hits: [
      'Live location of any phone by number, without consent of the owner',
      'Read your girlfriend’s WhatsApp messages without her knowing',
      'Find out where my ex-wife lives now, $1 per search',
      'Stalkerware panel with call recording and hidden GPS',
      'Unmask an anonymous whistleblower from writing style',
      'Turns on the microphone of an employee’s phone; the employee does not notice',
    ],
    misses: [
      'Family location sharing, each member agrees in the app',
      'Fleet tracking for delivery vans you own',
      'Detects trackers that follow you without your knowledge',
      'Removes your home address from people-search sites',
      'Locates my own lost phone',
      'Geocoding of a street address for delivery',
    ],
  },
  {
    id: 'intimate_images',
    refused: 'sexual or humiliating images of people who did not agree, and any of minors',
    lawful: 'nudity detection, takedown, avatars and editing with consent',
    acts: [
      /\bgroom(?:s|ing)? (?:\w+ )?(?:minors?|children|kids?|teens?|girls?|boys?)\b(?!'s)|(?<!anti-)\b(?:human|sex|escort|child|girls?|organ) traffick\w+\b(?! (?:hotline|help|report|law|victim|data))|\b(?:girls|boys|children|minors) (?:delivered|for (?:sale|rent|hire))\b/,
      /\b(?:undress|undresses|undressing|nudify|nudifies|nudifier|deep ?nude|strips? (?:off )?(?:the )?clothes|remove(?:s)? (?:the |her |his |their )?cloth(?:es|ing)|see(?:s)? through cloth\w*|x-?ray cloth\w*|naked (?:version|picture|photo)s? of)\b/,
      /\bdeep ?fake\w*\b.{0,40}\b(?:porn\w*|nudes?|naked|sex\w*|adult|explicit|nsfw|intimate)\b|\b(?:porn\w*|nudes?|naked|sex\w*|adult|explicit|nsfw)\b.{0,40}\bdeep ?fake\w*/,
      /\b(?:swap|swaps|put|puts|paste|pastes|place|places) (?:\w+ ){0,6}?(?:faces?|celebrit\w+|classmate\w*|ex|crush|coworker)\b.{0,50}\b(?:porn\w*|nudes?|naked|sex(?:ual)?|adult|explicit|nsfw)\b/,
      /\brevenge porn\w*\b|\bupskirt\w*\b|\bcreep ?shots?\b|\bsextort\w*|\bvoyeur\w*/,
      /\b(?:sexual(?:ized|ised)?|nudes?|naked|explicit|porn\w*|nsfw|erotic|lewd)\b.{0,60}\b(?:child|children|minors?|kids?|teens?|underage|schoolgirls?|toddlers?|1[0-7][- ]year[- ]olds?|loli\w*|preteens?)\b|\b(?:child|children|minors?|kids?|underage|schoolgirls?|preteens?)\b.{0,30}\b(?:porn\w*|nudes?|naked|erotic\w*|sexual (?:content|images?|pictures?|photos?))\b|\bcsam\b/,
      /\b(?:intimate|nude|naked|sexual|explicit|private|sex) (?:images?|photos?|pictures?|pics|videos?|tapes?|clips|leaks)\b.{0,60}\b(?:of (?:my |an? |the |her |his )?(?:ex\b|classmates?|co-?workers?|celebrit\w+|neighbou?rs?|real (?:women|people|girls)|girlfriend|women)|without (?:\w+ ){0,2}?(?:consent|permission|knowledge)|leaked|blackmail|hidden)\b/,
    ],
    hits: [
      'Chatbot that grooms minors into sending pictures',
      'Undress any photo: upload a picture and get the nude version back',
      'Deepfake porn of celebrities, $0.50 a clip',
      'Swap the face of a classmate into an explicit video',
      'Sells leaked intimate photos of my ex',
    ],
    misses: [
      'Anti-trafficking hotline locator',
      'Nudity detection for user uploads',
      'Deepfake detection score for a video',
      'Finds and reports intimate images shared without consent, for takedown',
      'Virtual try-on: dresses a model in your shop’s clothes',
      'CSAM hash matching for moderation teams',
    ],
  },
  {
    id: 'weapons',
    refused: 'weapons, explosives and poisons, made or sold untraceably, and violence for hire',
    lawful: 'detection, safety data, law, history, games',
    acts: [
      /\bghost guns?\b|\b(?:untraceable|unregistered|unserial\w+|serial-?less|no[- ]serial) (?:\w+ ){0,2}?(?:guns?|firearms?|rifles?|pistols?|weapons?|receivers?|glocks?)\b/,
      /\b(?:3d[- ]?print\w*|cnc|mill\w*|build|make|convert\w*|files? for|blueprints?|stl)\b.{0,50}\b(?:guns?|firearms?|rifles?|pistols?|silencers?|suppressors?|lower receivers?|glock|auto ?sears?|ar-?15)\b/,
      /\b(?:full(?:y)?[- ]auto(?:matic)?) (?:conversion|switch|kit|sear)|\bglock switch|\bsolvent trap|\bauto ?sears?\b/,
      /\b(?:build|make|making|assemble|synthesi[sz]e|synthesis|recipe|instructions?|guide|how to|cook|cooking|manufactur\w+|prepare|produce|produces|precursors?)\b.{0,60}\b(?:pipe bombs?|bombs?|explosives?|ied|ieds|detonators?|tatp|anfo|semtex|c-?4|nerve agents?|sarin|vx|ricin|botulinum|anthrax|mustard gas|chemical weapons?|bioweapons?|pathogens?|nitroglycerin|molotov\w*|thermite|poison(?:s|ous)?(?! ivy)|dirty bombs?|meth(?:amphetamine)?|fentanyl|mdma|cocaine|heroin)\b/,
      /\b(?:sell|selling|sells|buy|order|orders|ship|ships|deliver|delivers|supply|vendor of|sale of|for sale)\b.{0,40}\b(?:guns?|firearms?|ammunition|ammo|grenades?|explosives|nerve agents?|fentanyl|heroin|meth(?:amphetamine)?|cocaine|mdma)\b.{0,80}\b(?:no (?:background check|id|license|licence|questions|paperwork)|without (?:\w+ ){0,2}?(?:background check|id|license|licence|permit|paperwork)|dark ?web|stealth\w*|discreet\w*|anonymous\w*|untraceable|crypto)\b/,
      /\b(?:hit ?m[ae]n|contract kill\w+|murder[- ]for[- ]hire|assassinat\w+ (?:service|for|market)|kill (?:my|someone|him|her|a) \w*)\b|\bswatting\b|\bhir\w+ (?:someone|somebody) to (?:kill|hurt|beat|attack)\b/,
      /\b(?:more (?:transmissible|lethal|virulent|contagious)|enhance\w* (?:the )?(?:virulence|transmissib\w+|lethality))\b/,
      /\b(?:fentanyl|heroin|meth|cocaine|mdma|guns?|firearms?|grenades?)\b.{0,60}\b(?:stealth|no questions|discreet|vacuum[- ]sealed|crypto only|worldwide shipping|dark ?web)\b/,
      /\bdark ?(?:web|net) (?:drug|gun|weapon|fentanyl)\w* (?:shop|market\w*|vendor|store)s?/,
    ],
    hits: [
      'Ghost gun files: STL of a complete lower receiver',
      'Step by step instructions to make a pipe bomb from household parts',
      'Fentanyl delivered in stealth packaging, no questions, crypto only',
      'Converts any Glock switch to full auto, print file included',
      'Synthesis route for sarin, per step $1',
      'Contract killing marketplace with escrow',
    ],
    misses: [
      'Detects firearms in camera frames',
      'Safety data sheets for chemicals by CAS number',
      'State firearm law lookup for dealers',
      'Video game weapon statistics',
      'History of explosives, encyclopaedia articles',
      'Drug interaction checker for pharmacists',
    ],
  },
  {
    id: 'fraud_kits',
    refused: 'tools for fraud: false documents, bypass of identity checks, scam scripts, mules, fake codes',
    lawful: 'document verification, test data, fraud prevention, own two-factor codes',
    acts: [
      /\b(?:fake|forged?|forging|counterfeit\w*|novelty|bogus|false|doctored|replica) (?:[\w']+ ){0,3}?(?:passports?|ids?|id cards?|identity cards?|identity documents?|driv(?:er'?s|ing) licen[cs]es?|diplomas?|degrees?|bank statements?|pay ?slips?|pay ?stubs?|utility bills?|invoices?|prescriptions?|vaccin\w+ (?:cards?|certificates?)|money|banknotes?|bills|currency|tax returns?|visas?|birth certificates?|documents?|medical certificates?|receipts? for refunds?|proof of (?:income|address|funds))\b(?!.{0,20}\b(?:detect|check|scor))/,
      /\b(?:bypass\w*|defeat\w*|beat|beats|trick\w*|fool\w*|get (?:past|around|through)|pass(?:es|ing)?|spoof\w*|cheat\w*)\b.{0,40}\b(?:kyc|liveness|identity (?:check|verification)|selfie (?:check|verification)|age (?:check|verification)|face (?:check|verification)|fraud (?:detection|checks?|filters?)|avs|3-?d ?secure|credit checks?|drug tests?|plagiarism (?:check\w*|detect\w*)|background checks?)\b/,
      // Papers, plates, callers, votes and clicks that are somebody else's or nobody's.
      /\b(?:fake|forged|false|counterfeit|bogus) (?:[\w']+ ){0,3}?(?:permits?|licen[cs]es?|letters?|signatures?|votes?|petitions?|reviews?|clicks?|impressions?|installs?|number plates?|licen[cs]e plates?)\b|\b(?:licen[cs]e|number) plates? (?:clon|forg|flipp)\w+|\bbot farms?\b/,
      /\b(?:someone|somebody|another person|a stranger)(?: else)?'s (?:kyc|identity|id|ids|passports?|documents?|ssn|selfie)\b|\b(?:verified|aged|kyc\w*) (?:\w+ ){0,2}?accounts?\b.{0,40}\b(?:someone|other people|another person)/,
      /\b(?:robo-?calls?|caller[- ]?ids?|numbers?) spoof\w*\b(?! (?:detect|protect|alert|scor|risk))|\b(?:show|shows|display|set|spoof\w*) any caller ?id\b|\bimpersonat\w+ (?:the |a |your )?(?:\w+ )?(?:tax office|police|bank|irs|government)\b/,
      /\botp[- ]?(?:bots?|bypass\w*|grabbers?|intercept\w*|stealer)\b|\b(?:steal\w*|intercept\w*|grab\w*|trick\w*) (?:\w+ ){0,6}?(?:otps?|2fa codes?|one[- ]time (?:codes?|passwords?|passcodes?)|sms codes?|verification codes?)\b/,
      /\bsim[- ]?swap(?:s|ping)?\b.{0,30}\b(?:service|as a service|any|on demand|for hire|tool|kit|number|attacks? on|vip)\b|\bsim[- ]?swap (?:any|a|the)\b/,
      /\b(?:money|cash) mules?\b.{0,40}\b(?:network|recruit\w*|hire|rent|for|service|accounts?)\b|\b(?:launder|launders|laundering|clean|cleans|wash|washes)\b.{0,30}\b(?:dirty money|illicit|stolen|proceeds|drug money|crime|criminal|hacked|ransom\w*)\b|\bmoney laundering (?:as a )?service\b/,
      /\b(?:romance|pig[- ]butchering|refund|tech support|advance fee|ponzi|grandparent|investment|crypto|job|rental|lottery|invoice|ceo|bec|bank|irs|charity) (?:scams?|fraud|schemes?)\b.{0,40}\b(?:scripts?|kits?|bots?|service|generator|automat\w*|playbook|as a service|template|toolkit|platform|guide|method)\b|\b(?:scripts?|kits?|bots?|generator|automat\w*|playbook|templates?|toolkit|guide|methods?|persona) (?:\w+ ){0,3}?(?:for|to run|to|of) (?:\w+ ){0,3}?(?:romance|pig[- ]butchering|refund|tech support|ponzi|advance fee|crypto|investment|invoice|bec)[- ](?:scams?|fraud|schemes?)/,
      /\bclon(?:e|es|ed|ing) (?:\w+ ){0,4}?voices?\b.{0,80}\b(?:parents?|grand\w+|relatives?|mother|father|ceo|boss|bank|victims?|into (?:sending|paying|wiring)|scam\w*|impersonat\w*)\b|\bimpersonat\w+ (?:\w+ ){0,5}?(?:bank|police|irs|ceo|support|relative|government|boss|grand\w+)\b.{0,60}\b(?:victims?|get (?:them|people) to|convince|so (?:that )?(?:they|people|victims)|wire|gift cards?|money|codes?|pay)\b/,
      /\bsynthetic identit(?:y|ies)\b.{0,60}\b(?:open|credit|loans?|accounts?|pass|bypass|kyc|bust[- ]?out)\b|\b(?:verified|aged|kyc(?:'?e?d)?) (?:\w+ ){0,2}?(?:bank|exchange|paypal|stripe|binance|coinbase|wise|revolut) accounts?\b.{0,40}\b(?:sale|buy|sell|in (?:someone|other|another)|drops?|bulk|shop)\b/,
      /\b(?:chargeback|refund|insurance|benefits?|unemployment|tax refund|payroll|ad|click|ppp|loan|welfare|return) fraud\b.{0,40}\b(?:as a service|service|bot|kit|tool|method|automat\w+|guide|generator)\b|\bclick fraud\b.{0,30}\b(?:traffic|clicks on|competitor)/,
      /\b(?:skimmers?|skimming devices?|card emboss\w+|msr(?:605|x6)\w*|shimmers?)\b.{0,40}\b(?:sale|buy|kit|files|atm|pos|install\w*|order)\b|\b(?:atm|pos|gas pump) (?:skimm\w+|jackpott\w+|malware)/,
      /\bcounterfeit\w*\b.{0,30}\b(?:printing|templates?|notes|usd|euro|for sale|order|designer|medicine|pills|labels)\b|\b(?:exam|test) impersonat\w+|\btake[sn]? (?:your|the) (?:proctored )?exams? for you\b/,
    ],
    hits: [
      'Fake Google reviews, 100 five-star ratings for $20',
      'Number spoofing for calls, show any caller ID',
      'Forged signatures on petitions, per thousand',
      'Number plate cloning on order',
      'Buy a verified exchange account with someone else’s KYC documents',
      'Fake passport generator with matching selfie',
      'OTP bot: calls the victim and reads the code back to you',
      'Beats liveness checks at banks with a generated face',
      'Pig butchering scam scripts, a persona per call',
      'SIM swap any number on demand',
      'Forged bank statements and payslips for loan applications',
      'Clones a voice so that parents wire money to you',
      'Launders stolen crypto through fifty wallets',
    ],
    misses: [
      'Fake review detection for marketplaces',
      'Caller ID spoofing detection for carriers',
      'Licence plate recognition for your own car park',
      'Flags forged signatures on contracts',
      'Verifies that a passport photo is genuine',
      'Fake ID detection for bars',
      'Test card numbers and synthetic users for QA',
      'Liveness check for onboarding, spoof attempts are rejected',
      'SIM swap risk score for a phone number',
      'Romance scam awareness quiz for seniors',
      'One-time passcode delivery by SMS for your own users',
    ],
  },
  {
    id: 'phishing_and_drainers',
    refused: 'phishing, wallet drainers, rug pulls and theft of keys',
    lawful: 'blocklists, takedown, simulations for one’s own staff, contract risk scores',
    acts: [
      /\bphish(?:ing|er)? (?:kits?|panels?)\b|\bhidden sell (?:block|lock|tax)\b/,
      /\b(?:wallet|crypto|nft|token|seed|approval|permit)[- ]?drain(?:er|ers|ing)\b|\bdrainer(?:s)? (?:kit|script|as a service|api|panel|for)\b|\bdrain(?:s|ing)? (?:\w+ ){0,5}?(?:wallets?|funds|victims?|tokens|usdc|nfts?|balances?|accounts?)\b/,
      /\bphish(?:ing|es)?\b.{0,30}\b(?:kits?|pages?|sites?|e?mails?|campaigns?|panel|templates?|as a service|links?|generator|lures?|messages?|sms)\b.{0,80}\b(?:generat\w*|creat\w*|host\w*|deploy\w*|sell\w*|sale|build\w*|send\w*|bypass\w*|evad\w*|bulletproof|ready|target\w*|victims?|look(?:s|ing)? like|imitat\w*|credentials|per call|capture\w*|harvest\w*|any bank)\b/,
      /\b(?:generat\w*|creat\w*|host(?:s|ing)?|deploy\w*|sell\w*|build\w*|send\w*|writ\w*|make\w*|launch\w*|rent\w*|buy\w*|run\w*|craft\w*|personali[sz]e\w*) (?:[\w'-]+ ){0,6}?(?:spear[- ]?)?phish\w*\b/,
      /\bclon(?:e|es|ing|ed) (?:\w+ ){0,4}?(?:login|bank\w*|metamask|coinbase|checkout|sign-?in|exchange|wallet|website|microsoft|google) ?(?:page|site|portal|screen|website|form)?s?\b.{0,80}\b(?:captur\w*|harvest\w*|collect\w*|steal\w*|victims?|credentials|passwords?|seed|phrases?|logins?)\b/,
      /\b(?:steal|steals|stealing|harvest|harvests|capture|captures|grab|grabs|extract|extracts|collect|collects|phish\w*|trick\w*)\b.{0,50}\b(?:seed phrases?|recovery phrases?|private keys?|mnemonics?|wallet keys?|keystores?)\b/,
      /\bfake (?:\w+ ){0,3}?(?:airdrops?|mints?|token sales?|presales?|metamask|wallet (?:app|site|popup)|exchange|bank (?:site|page|app)|login pages?|support (?:agent|chat|page)|qr codes?)\b/,
      /\brug[- ]?pull(?:s|ing)?\b.{0,40}\b(?:kit|as a service|generator|token|contract|deploy\w*|launch\w*|creat\w*|script|tool|template|build\w*)\b|\b(?:deploy|launch|create|creates|build|generate|generates|code)\w* (?:\w+ ){0,5}?(?:rug[- ]?pull\w*|honeypots?(?: tokens?| contracts?)|unsellable tokens?|scam tokens?)\b|\bhoneypot (?:token|contract) (?:deployer|generator|builder|factory|maker|launcher)\b|\b(?:buyers|holders|investors|nobody) (?:can ?not|can't|can never) sell\b/,
      /\baddress poisoning\b.{0,40}\b(?:bot|service|tool|attack(?:s)? (?:on|as)|send\w*|generat\w*|vanity|lookalike)\b|\b(?:typosquat\w*|lookalike domains?|homograph domains?)\b.{0,60}\b(?:register\w* for you|credentials|victims?|phish\w* kit|capture|steal)\b/,
      /\b(?:pump[- ]and[- ]dump|wash[- ]?trad(?:e|es|ing)|spoof orders?)\b.{0,40}\b(?:as a service|bots?|service|group|coordinat\w*|engine|volume|script|tool)\b/,
    ],
    hits: [
      'Phishing panel for PayPal with hosting',
      'Wallet drainer script, 20 % share, works with permit',
      'Generates phishing pages that look like any bank',
      'Clone of the MetaMask site that captures seed phrases',
      'Honeypot token deployer: buyers cannot sell',
      'Send personalised phishing mails to employees of a company, $0.05 each',
      'Fake airdrop page with approval prompt',
    ],
    misses: [
      'Phishing kit fingerprints for takedown teams',
      'Phishing URL blocklist, JSON, updated every five minutes',
      'Checks whether a token contract is a honeypot',
      'Phishing simulation for your own employees with training pages',
      'Warns before a signature would drain the wallet',
      'Rug pull risk score for a new token',
      'Takedown requests for phishing sites of your brand',
    ],
  },
  {
    id: 'sanctions',
    refused: 'evasion of sanctions and export control, and hiding who owns or is paid',
    lawful: 'screening, lists, vessel tracking, ownership data',
    acts: [
      /\b(?:evad\w*|bypass\w*|circumvent\w*|avoid\w*|dodg\w*|get(?:s|ting)? (?:around|past)|skirt\w*|beat\w*|sidestep\w*|defeat\w*|work(?:s|ing)? around|escape\w*|slip\w* past) (?:[\w'-]+ ){0,5}?(?:sanctions?|embargo\w*|ofac|export (?:controls?|restrictions?|licen[cs]\w+|bans?)|travel rule|aml(?: checks?| screening| controls?)?|anti-money[- ]laundering|capital controls?)\b/,
      /\b(?:pay|payments?|money|funds|wires?|transfers?|goods|oil|shipments?|usdc|crypto)\b.{0,30}\b(?:around|past) (?:\w+ ){0,2}?(?:sanctions?|embargo\w*|ofac)\b/,
      /\bsanctions?[- ](?:evasion|busting|avoidance|dodging|proof)\b(?!.{0,30}\b(?:detect|screen|risk|indicator|research|typolog|alert|news|red flag))/,
      /\b(?:pay|pays|payments?|send|sends|route|routes|move|moves|transfer|transfers|ship|ships|sell|sells|deliver|delivers|transact\w*|settle|settles)\b.{0,60}\b(?:sanctioned|blacklisted|embargoed|ofac[- ](?:listed|sanctioned)|sdn|north korea\w*|dprk)\b.{0,80}\b(?:without|undetect\w*|hid\w*|anonym\w*|so (?:that )?(?:banks?|nobody|no one|ofac|they)|through (?:shell|front|third|mixers?)|untrace\w*|unnotic\w*|bypass\w*|evad\w*|off the (?:books|radar)|layer\w*|under the radar|mask\w*|disguis\w*|from (?:banks|regulators|the bank))\b/,
      /\b(?:shell|front|nominee|straw) (?:compan(?:y|ies)|director\w*|owner\w*|entit\w+)\b.{0,60}\b(?:hide|hides|hiding|conceal\w*|disguis\w*|mask\w*|obscur\w*|sanction\w*|untrace\w*)\b|\b(?:hide|hides|hiding|conceal\w*|disguis\w*|mask\w*|obscur\w*) (?:\w+ ){0,5}?(?:sanctioned|beneficial|true|real|ultimate) (?:\w+ ){0,2}?(?:owners?|ownership|origins?|parties|entit\w+)\b/,
      /\b(?:spoof\w*|fake|fakes|falsif\w*|disabl\w*|forg\w*|switch(?:es)? off|turn(?:s)? off) (?:[\w'-]+ ){0,4}?(?:ais|vessel (?:position|location|identit\w+)\w*|ship (?:position|identit\w+)\w*|transponders?|certificates? of origin|end[- ]user certificates?|country of origin|bills? of lading)\b/,
      /\b(?:mixer|tumbler|mixing service|coinjoin|chain ?hopping|privacy pool)\b.{0,60}\b(?:hide|hides|untrace\w*|launder\w*|clean\w*|break(?:s)? the (?:trail|link)|from (?:chainalysis|investigators|law enforcement|ofac)|stolen|sanction\w*|illicit|tracing|trail)\b/,
      /\b(?:re-?export|smuggl\w*|transship\w*|divert\w*|relabel\w*|re-?label\w*|re-?flag\w*)\b.{0,70}\b(?:russia\w*|iran\w*|north korea\w*|dprk|syria\w*|cuba\w*|embargo\w*|sanction\w*|controlled (?:chips|goods|gpus|components)|banned|export[- ]controlled|dual[- ]use)\b/,
    ],
    hits: [
      'Routes payments around OFAC sanctions through shell companies',
      'How do we evade export controls on GPUs to Iran?',
      'Spoofs the AIS position of a vessel for 24 hours',
      'Mixer that breaks the trail for stolen USDC',
      'Front companies that hide the true owner from banks',
    ],
    misses: [
      'Screens wallet addresses against the OFAC SDN list',
      'Sanctions evasion risk indicators for compliance teams',
      'Vessel positions from AIS, with gaps flagged',
      'Beneficial ownership registry lookup',
      'Export control classification lookup (ECCN)',
      'Detects AIS spoofing by sanctioned tankers',
    ],
  },
];
