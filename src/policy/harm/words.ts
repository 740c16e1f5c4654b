import { lexicon } from '../lexicon.ts';

/**
 * What words mean where harm is sold or asked for: English, German, French, Spanish, Portuguese, Italian, Russian,
 * Arabic, Hindi, Chinese, Japanese. The lines of lines.ts say which meanings make one together.
 */
export const HARM_WORDS = lexicon({
  // Malware and breaking in
  MALWARE: [
    'ransomware, malware, keylogger*, token logger*, token grabber*, virus generator*, virus builder*, virus maker*, info stealer*, worm generator*, botnet*, rootkit*, infostealer*, trojan, trojans, crypter, crypters, booter, stresser, stalkerware, spouseware, cryptojack*, exploit kit*, webshell*, ddos as a service, ddos for hire',
    'erpressungssoftware, verschlüsselungstrojaner*, trojaner*, schadsoftware, schadcode, computervirus, computerviren, botnetz*, spionagesoftware',
    'rançongiciel*, logiciel* malveillant*, logiciel* espion*, cheval de troie, chevaux de troie, virus informatique*, enregistreur* de frappe*',
    'troyano*, software malicioso, programa malicioso, programa* espía*, software espía, virus informático*, cavalo* de troia, vírus de computador, sequestra arquivos, secuestra archivos, chiffre les fichiers, verschlüsselt dateien, шифрует файлы, programa* espião, software espião',
    'вымогател*, шифровальщик*, троян*, кейлоггер*, ботнет*, вредонос*, стилер*, шпионск* программ*, шпионск* по',
    'برامج خبيثة, برمجيات خبيثة, برنامج خبيث, برنامج فدية, برامج فدية, فيروس فدية, حصان طروادة, برنامج تجسس, برامج تجسس, فيروس حاسوب, راصد لوحة المفاتيح, روبوتات خبيثة, هجمات حجب الخدمة, هجوم حجب الخدمة',
    'मैलवेयर, रैनसमवेयर, रैंसमवेयर, ट्रोजन, कीलॉगर, बॉटनेट, स्पाइवेयर',
    '勒索软件, 勒索病毒, 木马, 恶意软件, 键盘记录, 僵尸网络, 肉鸡, 免杀, 间谍软件, 电脑病毒, ランサムウェア, マルウェア, トロイの木馬, キーロガー, ボットネット, スパイウェア, 身代金ウイルス, ウイルス作成, 랜섬웨어, 악성코드, 키로거, 봇넷',
  ],
  HACK: [
    'hacken, hacke, hackt, knacken, knackt, pirater, piratage, pirate, pirata, hackear*, hackea*, hackeo, hackare, hackerare, invadir, invade, invasão',
    'взлом*, взлам*, хакнуть, اختراق*, يخترق, اخترق, تهكير, हैक*',
    '黑入, 盗号, 入侵, 黑进, 破解, ハッキング, 乗っ取, 不正アクセス, ハックし, 해킹',
  ],
  VICTIM_ACCOUNT: [
    'konto, konten, bankkonto, bankkonten, handy, handys, postfach, postfächer, whatsapp, instagram, facebook, gmail, wlan, netzwerk*, server*, compte*, téléphone*, boîte* mail, réseau*, cuenta*, móvil*, teléfono*, correo*, red, conta, contas, celular*, account',
    'аккаунт*, почт*, телефон*, страниц*, вотсап*, ватсап*, инстаграм*, вконтакте, сервер*, حساب*, هاتف*, بريد*, واتساب, انستغرام, فيسبوك, خادم*, شبكة, अकाउंट*, खाता, खाते, फोन, फ़ोन, व्हाट्सएप, इंस्टाग्राम, फेसबुक, सर्वर*, ईमेल',
    '账号, 账户, 微信, 邮箱, 手机, 服务器, 网络, アカウント, スマホ, 携帯, メール, サーバ, 계정, 휴대폰',
  ],
  ATTACK: [
    'ddos, ddos-angriff*, ddos-attacke*, attaque* ddos, ataque* ddos, ддос*, ddos攻撃, ddos攻击, هجمات ddos, डीडॉस',
    '攻击服务, 压测攻击, 打瘫, 打垮, 攻撃代行',
  ],
  TO_ATTACK: [
    'attack*, angriff*, angreif*, lahm*, attaque*, ataque*, ataca*, tumba*, derrub*, атак*, полож*, заказ*, على, أي موقع, يسقط, किसी भी, हमला*, गिरा*',
    '攻击, 打, 瘫, 竞争, 攻撃, 代行, ダウン, 落とす',
  ],
  // Stolen things
  STOLEN: [
    'stolen, hacked, compromised, breached, leaked, phished, hijacked, skimmed, carded, cloned, cracked, ill gotten',
    'gestohlen*, gehackt*, geklaut*, geleakt*, kompromittiert*, erbeutet*, volé, volés, volée, volées, piraté*, dérobé*, robado*, robada*, hackead*, clonad*, roubad*, vazad*, filtradas, rubat*, hackerat*, clonat*',
    'украден*, краден*, ворован*, взломан*, слит*, угнан*, مسروق*, مخترق*, مسرب*, مهكر*, منهوب*, चोरी, चुराए, चुराई, चुराया, चुराये, लीक, हैक',
    '被盗, 盗取的, 盗来, 盗刷, 偷来, 泄露的, 黑产, 盗まれた, 盗難, 流出した, 盗んだ, 漏洩した, 不正入手, 不正に入手, 도난, 훔친, 해킹된, 유출된',
  ],
  GOODS: [
    'card, cards, cvv, cvvs, cc, account, accounts, credential*, login, logins, password*, identity, identities, ssn, ssns, passport*, session*, cookie, cookies, wallet*, vpn, vpns, rdp, mailbox*, e-mails, emails, databases, iban, ibans, gift card*, miles, netflix, records, data, ids, id',
    'kreditkarte*, karte, karten, kartendaten, konto, konten, bankdaten, zugangsdaten, passwort*, passwörter*, identität*, ausweis*, pässe, reisepässe, carte, cartes, compte, comptes, identifiant*, mots de passe, identité*, passeport*, tarjeta*, cuenta, cuentas, credencial*, contraseña*, identidad*, pasaporte*, datos, cartão, cartões, conta, contas, credenciais, senha, senhas, passaporte*, dados, carte, conti, credenziali',
    'карт, карты, картам, карту, карточ*, аккаунт*, парол*, логин*, паспорт*, баз, базы, счет*, счёт*, личност*, بطاقات, بطاقة, حسابات, حساب, كلمات مرور, كلمات السر, هويات, هوية, جوازات, جواز, بيانات, कार्ड*, अकाउंट*, खाते, खातों, पासवर्ड*, पहचान, डेटा, क्रेडेंशियल*',
    '信用卡, 银行卡, 卡号, 账号, 账户, 密码, 身份证, 身份信息, 护照, 数据, 个人信息, カード, アカウント, パスワード, 個人情報, 身分証, 口座, 認証情報, 카드, 계정, 비밀번호, 개인정보',
  ],
  FULLZ: [
    'fullz, carding, cvv shop, cvv2 shop, dumps shop, stealer logs, combolist*, combo list*, кардинг, وكاردينج, 料主, 四件套, 抓鸡',
  ],
  // Watching people
  SPY: [
    '覗け, 覗き見, 覗く, のぞき見, 盗み見, 偷看聊天, 偷看微信, 엿보',
    'spy, spies, spying, stalk, stalks, stalking, snoop, snoops, snooping, eavesdrop*, wiretap*',
    'ausspionier*, spionier*, ausspäh*, stalken, abhör*, belausch*, espionner, espionne, espionnage, espiar*, espía, espíe, espionar, espiona, espione, grampe*, spiare, spia, intercettare',
    'шпион*, слежк*, следить, следи, прослуш*, подслуш*, تجسس*, يتجسس, تنصت, التنصت, जासूसी, जासूस',
    '监视, 监听, 偷窥, 偷拍, 窃听, 跟踪, 盗聴, 盗撮, ストーカー, 尾行, 覗き見, のぞき見, 몰카, 도청, 미행',
  ],
  TRACK: [
    'track, tracks, tracking, locate, locates, location, gps, whereabouts, follow, follows, monitor, monitors, monitoring, read, reads, reading, intercept*, watch, watches, record, records, recording, listen, listens, copy, copies, mirror, mirrors, view, see, messages, microphone, camera, webcam, listening device, feed, feeds',
    'orten, ortet, ortung, standort*, verfolg*, überwach*, mitles*, mitlies*, liest, lesen, aufzeichn*, aufnimmt, nachrichten, localis*, géolocalis*, suivre, suit, position, surveill*, lire, lit, enregistr*, messages, écoute*, rastre*, ubicación, ubica, localiz*, vigil*, leer, lee, graba*, seguir, mensajes, monitor*, vigi*, ler, lê, mensagens, tracci*, legge, leggere, messaggi',
    'отслеж*, местополож*, геолокац*, читать, читает, переписк*, записыва*, запись, координат*, تتبع*, تعقب, موقع, يقرأ, قراءة, تسجيل, مراقب*, رسائل, محادثات, ट्रैक*, लोकेशन, पढ़*, रिकॉर्ड*, नजर, नज़र, मैसेज, चैट, निगरानी',
    '定位, 追踪, 查看, 读取, 监控, 聊天记录, 录音, 行踪, 追跡, 位置, 居場所, 読む, 読み取, 読め, 録音, 見る, 監視, トーク, 위치, 추적, 감시',
  ],
  SECRETLY: [
    'secretly, covertly, covert, in secret, unnoticed, undetected, without consent, without her consent, without his consent, without their consent, without the owner, without permission, without her knowledge, without his knowledge, without their knowledge, without knowing, without her knowing, without him knowing, without them knowing, without telling, never know*, no consent, not know, behind her back, behind his back, does not consent, unaware, no one knows, nobody knows, no consent needed, consent not needed, stays hidden, icon hidden, invisible to',
    'heimlich*, unbemerkt*, ohne wissen, ohne ihr wissen, ohne sein wissen, ohne deren wissen, ohne zustimmung, ohne einwilligung, ohne dass, ohne ihre zustimmung, ohne erlaubnis, insu, secrètement, en secret, en cachette, sans consentement, sans son consentement, sans leur consentement, sans le consentement, sans autorisation, sans son accord, sans qu, sans que',
    'sin que, sin su consentimiento, sin consentimiento, sin el consentimiento, sin permiso, sin su permiso, a escondidas, en secreto, secretamente, sem que, sem consentimento, sem o consentimento, sem seu consentimento, sem ela saber, sem ele saber, sem a pessoa saber, escondido, às escondidas, sem permissão, sem ser notado, sem autorização, di nascosto, senza consenso, senza il consenso, insaputa, senza che',
    'тайно, тайком, незаметно, скрытно, скрыт*, без ведома, без согласия, без её ведома, без его ведома, без ее согласия, без их ведома, сرا, سرا, خفية, دون علم*, بدون علم*, دون موافق*, بدون موافق*, بغير علم*, دون ان يعلم, دون أن تعلم, دون أن تعرف, دون إذن, بلا علم',
    'चुपके, गुपचुप, छिपकर, छुपकर, बिना बताए, बिना सहमति, बिना अनुमति, बिना जानकारी, जानकारी के बिना, सहमति के बिना, अनुमति के बिना, पता चले बिना, बिना पता, मर्जी के बिना',
    '偷偷, 秘密, 暗中, 悄悄, 不知情, 未经同意, 未经本人, 未经许可, 未经允许, 没有同意, 不被发现, 不让, 不会发现, 不知道, こっそり, 密かに, ひそかに, 気づかれ, 無断, 同意なし, 同意なく, 同意のない, バレず, ばれず, 知られず, 内緒, 本人の許可なく, 몰래, 동의 없이',
  ],
  PERSON: [
    'wife, husband, girlfriend, boyfriend, partner, spouse, ex, neighbour, neighbor, neighbours, employee*, coworker*, colleague*, someone, somebody, anyone, anybody, person, stranger*, woman, women, girl, girls, victim*, target, celebrity, celebrities, any phone, any number, any device, journalist*, activist*, classmate*, people, her, him, private homes, mobile number, any whatsapp',
    'frau, frauen, freundin, freund, ehemann, ehefrau, partner*, ex, nachbar*, mitarbeiter*, jemand*, kolleg*, opfer, fremde*, person, personen, femme*, mari, conjoint*, copine, copain, partenaire, voisin*, employé*, quelqu, personne*, victime*, n importe qui, esposa, marido, mujer*, novia, novio, pareja, vecin*, emplead*, alguien, persona, personas, víctima*, cualquier*, namorad*, parceir*, vizinh*, funcionári*, alguém, pessoa, pessoas, mulher*, vítima*, qualquer, moglie, marito, fidanzat*, qualcuno, vittim*, donne',
    'жена, жены, жену, женой, женщин*, муж, мужа, мужем, девушк*, парня, бывш*, сосед*, сотрудник*, человек*, людей, жертв*, любого, любой, чуж*, زوج*, صديق*, شريك*, حبيب*, خطيب*, شخص, اشخاص, جار, جارة, موظف*, ضحية, ضحايا, أي هاتف, أي رقم, فتاة, فتيات, امرأة, نساء, पत्नी, पति, गर्लफ्रेंड, बॉयफ्रेंड, प्रेमिका, प्रेमी, पार्टनर, व्यक्ति, किसी, कर्मचारी*, महिला*, लड़की, लड़कियों, पीड़ित, एक्स',
    '妻子, 老婆, 老公, 丈夫, 女友, 男友, 前任, 对方, 他人, 别人, 任何人, 任意, 员工, 女性, 女生, 受害者, 明星, 女同学, 妻, 夫, 彼女, 彼氏, 恋人, 元カノ, 元カレ, 他人, 相手, 誰でも, 女性, 配偶者, 被害者, 従業員, 芸能人, 同級生, 아내, 남편, 여자친구, 남자친구, 타인, 여성',
  ],
  DOX: ['dox, doxx, doxing, doxxing, доксинг, деанон*, пробив, 人肉搜索, 开盒, 社工库, 晒し, 特定班'],
  // Images
  NUDE: [
    'nude, nudes, naked, porn, porno, pornographic, topless, nsfw, sex tape*, intimate photo*, intimate video*, explicit photo*, explicit video*, explicit image*',
    'nackt*, porn*, intimfoto*, intimbild*, nues, nus, dénud*, photo* intime*, image* intime*, vidéo* intime*, pornograph*, desnud*, porno*, foto* íntima*, video* íntimo*, imágenes íntimas, pelad*, nua, nuas, vídeo* íntimo*, nudo, nuda, nude, foto intime',
    'голая, голую, голых, голой, голые, обнажен*, обнажён*, порно*, интимн*, عاري*, عراة, اباحي*, حميم*, جنسي*, नग्न, नंगी, नंगा, न्यूड, अश्लील, पोर्न*, अंतरंग',
    '裸照, 裸体, 裸聊, 色情, 私密照, 私密视频, 不雅, 成人视频, ヌード, 裸の, 裸体, 裸画像, ポルノ, わいせつ, 性的, アダルト, 알몸, 누드, 음란',
  ],
  UNDRESS: [
    'undress, undresses, undressing, undresser, nudify, nudifies, nudifier, deepnude, clothes remover, clothing remover, cloth remover, remove clothes, removes clothes, strip clothes',
    'entkleide*, kleidung entfern*, déshabill*, desviste, desvestir, quita la ropa, quitar la ropa, tira a roupa, tirar a roupa, remove a roupa, remover roupa*, despir, despe, spoglia, spogliare',
    'раздева*, раздень, раздеть, раздень*, снимает одежду, снять одежду, خلع الملابس, يخلع ملابس*, إزالة الملابس, ازالة ملابس, تعرية, कपड़े उतार*, कपड़े हटा*',
    '脱衣, 去衣, 脱光, 脱がせ, 脱がす, 服を消, 服を透, 裸にする, 裸に変, 옷을 벗',
  ],
  DEEPFAKE: [
    'deepfake*, deep fake*, face swap*, faceswap*, дипфейк*, ديب فيك, تزييف عميق, تبديل وجه, डीपफेक, चेहरा बदल*, hypertrucage*',
    '换脸, 深度伪造, ディープフェイク, 顔を合成, 顔合成, アイコラ, 딥페이크',
  ],
  FROM_PHOTO: [
    'from a photo, from photos, from one photo, from a picture, from any photo, from any picture, from a selfie, from instagram, from social media, of your classmate*, of your coworker*, of any woman, of any girl, aus einem foto, aus fotos, per ki, por ia, à partir d une photo, à partir de photos, a partir de una foto, a partir de uma foto, con ia, com ia, da una foto, по фото, по фотографии, из фото, من صورة, بالذكاء الاصطناعي, फोटो से, तस्वीर से, 照片生成, 一张照片, 上传照片, ai生成, 写真から, 写真1枚, aiで, 사진으로',
  ],
  MINOR: [
    'child, children, minors, minor, underage, kids, preteen*, toddler*, schoolgirl*, teen, teens, kind, kinder*, minderjährig*, enfant*, mineur*, fillette*, niña, niñas, niño, niños, menor, menores, criança*, bambin*, minori, минор, детск*, дети, детей, ребен*, несовершеннолет*, اطفال, طفل, قاصر*, बच्चों, बच्चे, बच्ची, नाबालिग*',
    '儿童, 幼女, 未成年, 幼童, 児童, 女児, 子供の, 未成年, 아동, 미성년',
  ],
  // Weapons, drugs, violence
  GUN: [
    'gun, guns, firearm*, rifle*, pistol*, handgun*, ammunition, ammo, grenade*, glock*, ak 47, ar 15, weapon, weapons, silencer*, suppressor*, lower receiver*, receivers shipped',
    'waffe, waffen, pistole*, gewehr*, schusswaffe*, munition, granate*, sturmgewehr*, arme, armes, pistolet*, fusil, fusils, munitions, arma, armas, pistola*, fusiles, rifle*, munición, municiones, fuzil, fuzis, munição, armi, fucil*',
    'оружи*, пистолет*, винтовк*, ствол, стволы, патрон*, гранат*, سلاح, اسلحة, مسدس*, بنادق, بندقية, ذخيرة, قنابل يدوية, बंदूक*, पिस्तौल*, हथियार*, राइफल*',
    '枪支, 枪械, 手枪, 步枪, 弹药, 仿真枪, 气枪, 军火, 拳銃, ライフル, 銃, 弾薬, 手榴弾, 총기, 권총',
  ],
  UNLICENSED: [
    'untraceable, unregistered, unserialized, unserialised, no serial*, no background check*, without background check*, without a background check, no license, no licence, without a license, without a licence, without license, without a permit, no permit, no id, no paperwork, no questions, dark web, darknet, darkweb, black market, stealth shipping, stealth packaging, discreet shipping, smuggled, ghost',
    'ohne waffenschein, ohne papiere, ohne registrierung, nicht registriert*, unregistriert*, nicht rückverfolgbar*, schwarzmarkt, darknet, ohne seriennummer*, ohne erlaubnis, ohne ausweis, illegale, sans permis, sans papiers, sans numéro*, non enregistré*, intraçable*, marché noir, sans vérification, sans licence, illégal*',
    'sin licencia, sin permiso, sin papeles, sin número*, sin registro, sin registrar, irrastreable*, imposible* de rastrear, mercado negro, ilegal, ilegales, sin antecedentes, sem licença, sem registro, sem porte, sem número*, sem documento*, irrastreáve*, não rastreáve*, sem rastreio, sem perguntas, sin preguntas, senza licenza, senza permesso, mercato nero',
    'без лицензии, без документов, без номера, без номеров, без разрешения, без регистрации, нелегальн*, черный рынок, чёрный рынок, даркнет*, незаконн*, незарегистрир*, بدون ترخيص, دون ترخيص, بلا ترخيص, غير مسجل*, غير مرخص*, سوق سوداء, السوق السوداء, بدون رقم*, دون رقم*, لا يمكن تتبع*, غير قانوني*, बिना लाइसेंस, अवैध*, गैरकानूनी, ब्लैक मार्केट, काला बाजार, बिना नंबर, बिना सीरियल*, बिना कागज*, लाइसेंस के बिना, बिना रजिस्ट्रेशन',
    '无证, 无编号, 无序列号, 无需许可, 无许可, 无需执照, 免许可, 黑市, 暗网, 非法, 无法追踪, 不可追踪, 無許可, 無登録, 許可なし, 許可証なし, 免許なし, 闇, 追跡不能, 追跡できない, 違法, 密売, 番号なし, 番号のない, 무허가, 불법',
  ],
  MAKE: [
    'make, makes, making, consultan*, build, builds, building, assemble, assembling, synthesis route*, synthesize, synthesise, recipe*, how to, step by step, homemade, blueprint*, cook, cooking, instructions, tutorial*, design, designs',
    'bau, bauen, bauanleitung*, herstell*, anleitung*, selbstgebaut*, rezept*, synthese*, mischen, basteln, drucken, fabriquer, fabrication, recette*, synthès*, imprimer, fabricar*, fabricación, fabricação, receta*, receita*, sintetiz*, síntesis, síntese, paso a paso, passo a passo, instrucciones, instruções, imprimir, como fazer, cómo hacer, fabbricare, costruire, istruzioni',
    'изготов*, сделать, собрать, сборк*, рецепт*, инструкц*, печат*, синтез*, чертеж*, самодельн*, صنع, أصنع, نصنع, تصنع, تصنيع, صناعة, تعليمات, وصفة, طباعة, تحضير, خطوات, تركيب, बनाने, बनाना, बनाओ, बनाएं, बनाये, विधि, तरीका, रेसिपी, निर्देश*, प्रिंट',
    '制作, 制造, 配方, 打印, 合成, 教程, 自制, 组装, 图纸, 作り方, 製造, 製作, 手順, 合成, 3dプリント, 自作, 設計図, 作る方法, レシピ, 만드는, 제조',
  ],
  EXPLOSIVE: [
    'bomb, bombs, pipe bomb*, explosive, explosives, detonator*, tatp, anfo, semtex, nerve agent*, sarin, ricin, anthrax, napalm, molotov*, mustard gas, chemical weapon*, biological weapon*, bioweapon*, improvised explosive*',
    'bombe, bomben, rohrbombe*, sprengstoff*, sprengsatz*, sprengsätze*, zünder, giftgas*, nervengift*, nervengas, rizin, brandsatz, bombes, explosif*, détonateur*, ricine, gaz toxique*, bomba casera, bombas caseras, bomba de tubo, bomba caseira, bombas caseiras, una bomba, uma bomba, explosivo*, detonador*, ricina, gas nervioso, ordigno, ordigni, esplosiv*',
    'бомб*, взрывчат*, взрывн*, взрывател*, детонатор*, зарин*, рицин*, قنبلة, قنابل, متفجر*, مفجر, صاعق, سارين, غاز الأعصاب, غاز أعصاب, ريسين, बम, विस्फोटक*, सारिन, रिसिन, जहरीली गैस',
    '炸弹, 炸药, 爆炸物, 雷管, 沙林, 毒气, 蓖麻毒素, 土制炸弹, 爆弾, 爆発物, 爆薬, 雷管, サリン, 毒ガス, リシン, 폭탄, 폭발물',
  ],
  DRUG: [
    'fentanyl, heroin, cocaine, crystal meth, meth, methamphetamine, mdma, lsd, ecstasy, ketamine, kokain, drogen, cocaïne, héroïne, drogue, drogues, cocaína, heroína, droga, drogas, fentanilo, fentanil, metanfetamina*, eroina',
    'кокаин*, героин*, наркотик*, мефедрон*, фентанил*, метамфетамин*, مخدرات, كوكايين, هيروين, فنتانيل, حشيش, حبوب مخدرة, ड्रग्स, कोकीन, हेरोइन, फेंटानिल, नशीले, नशीली',
    '毒品, 冰毒, 海洛因, 可卡因, 芬太尼, 摇头丸, 麻薬, コカイン, ヘロイン, 覚醒剤, フェンタニル, 違法薬物, 마약, 필로폰',
  ],
  SELL: [
    'sell, sells, selling, order, orders, buy, buys, ship, ships, shipped, shipping, deliver, delivers, delivered, delivery, supply, for sale, shop, vendor, marketplace, dispatch, mail order, rent, rents, rental, hire',
    'verkauf*, kauf*, liefer*, versand*, versend*, bestell*, shop, marktplatz, vente, vends, vendons, vendre, vend, acheter, achat, livraison, livré*, livrons, commande*, commander, boutique, expédi*, vendo, vende, vendemos, vender, venta, comprar, compra, entrega*, envío*, envia*, pedido*, tienda, venda, envio*, loja, vendita, vendiamo, spedi*, consegna',
    'прода*, куп*, доставк*, достав*, закаж*, заказ*, магазин*, отправк*, بيع, للبيع, نبيع, يبيع, شراء, توصيل, شحن, اطلب, متجر, بيعها, बेच*, बिक्री, खरीद*, डिलीवरी, ऑर्डर, दुकान',
    '出售, 售卖, 贩卖, 卖, 购买, 买, 发货, 代购, 配送, 订购, 包邮, 送货, 販売, 売り, 売る, 購入, 配送, 配達, 通販, 注文, ショップ, 판매, 구매, 배송',
  ],
  KILLER: [
    'hitman, hitmen, contract killer*, contract killing*, murder for hire, assassin for hire, assassination service, auftragsmord*, auftragskiller*, auftragsmörder*, tueur à gages, tueurs à gages, sicario*, asesino* a sueldo, asesinato* por encargo, matador de aluguel, matadores de aluguel, assassino de aluguel, pistoleiro*, morte sob encomenda, assassinio su commissione',
    'киллер*, заказн* убийств*, наемн* убийц*, наёмн* убийц*, قاتل مأجور, قتلة مأجور*, قتل بالأجرة, اغتيال حسب الطلب, सुपारी किलर*, भाड़े के हत्यारे, भाड़े का हत्यारा, कॉन्ट्रैक्ट किलर, सुपारी लेकर',
    '杀手, 买凶, 雇凶, 杀人服务, 殺し屋, 殺人依頼, 殺人代行, 暗殺依頼, 暗殺代行, 청부살인, 살인 청부',
  ],
  // Fraud
  FAKE: [
    'fake, fakes, forge, forged, forges, forging, forgery, counterfeit*, bogus, falsified, doctored, novelty, phony, gefälscht*, fälsch*, falsche, falscher, falschen, faux, fausse, fausses, falsifi*, contrefa*, falso, falsos, falsa, falsas, falsific*, falsificad*, falsi, contraffatt*',
    'поддел*, фальшив*, липов*, купленн*, مزور*, مزيف*, وهمي*, تزوير, تزييف, नकली, फर्जी, फ़र्ज़ी, जाली',
    '假护照, 假证, 假身份, 假驾照, 假文凭, 假学历, 假发票, 假币, 假钞, 假的, 假好评, 伪造, 虚假, 假冒, 办证, 刷好评, 刷评, 偽造, 偽の, 偽, ニセ, 虚偽, やらせ, サクラ, 위조, 가짜',
  ],
  DOCUMENT: [
    'passport*, id, ids, identity card*, identity document*, identity paper*, licence, licences, license, licenses, diploma*, degree*, transcript*, bank statement*, payslip*, paystub*, pay slip*, pay stub*, utility bill*, prescription*, certificate*, banknote*, visa, visas, invoice*, service history, review, reviews, rating, ratings, follower*, vote, votes, documents, papers, tickets, medicine*, pills, euros, dollars, bills, tax returns, references, testimonials',
    'pass, pässe, reisepass, reisepässe, ausweis*, personalausweis*, führerschein*, zeugnis*, kontoauszug, kontoauszüge, gehaltsabrechnung*, gehaltsnachweis*, diplom*, rezepte, impfpass, impfpässe, geldschein*, urkunde*, banknoten, bewertung*, rezension*, dokumente, falschgeld, passeport*, carte* d identité, pièces d identité, papiers, permis, diplôme*, relevés, fiches de paie, fiche de paie, bulletin* de paie, ordonnance*, billets, avis, certificat*, documents',
    'pasaporte*, dni, documento*, licencia*, diploma*, título*, nómina*, recetas, extracto*, billete*, reseña*, certificado*, cédula*, carnet*, carné*, passaporte*, rg, cnh, identidade*, extrato*, holerite*, contracheque*, cédulas, notas, atestado*, receitas, avaliações, avaliação, certificad*, habilitação, passaporti, document*, patent*, recension*',
    'паспорт*, прав, права, удостоверен*, диплом*, справк*, выписк*, рецепт*, купюр*, документ*, отзыв*, сертификат*, جواز*, جوازات, هوية, هويات, رخصة, رخص, شهادة, شهادات, كشف حساب, كشوف, وصفات, عملات, عملة, اوراق, وثائق, مستندات, مراجعات, تقييمات, पासपोर्ट*, आधार, लाइसेंस, डिग्री*, प्रमाणपत्र, प्रमाण पत्र, दस्तावेज*, नोट, रिव्यू, समीक्षा*, मार्कशीट*, आईडी, वेतन पर्ची',
    '护照, 身份证, 身份, 驾照, 驾驶证, 文凭, 学历, 毕业证, 流水, 发票, 证件, 假证, 好评, 评论, 钞票, 假币, 假钞, 处方, 证书, 办证, 刷评, パスポート, 旅券, 身分証, 免許, 卒業証, 給与明細, 残高証明, 処方箋, 紙幣, 札, レビュー, 口コミ, 証明書, 書類, 여권, 신분증, 면허증, 졸업증, 리뷰',
  ],
  BYPASS: [
    'bypass, bypasses, bypassing, evade, evades, evading, circumvent*, defeat, defeats, defeating, get around, gets around, get past, gets past, fool, fools, trick, tricks, beat, beats, spoof, spoofs, dodge, dodges, skirt, sidestep*, pass, passes, passing, gets through, get through',
    'umgeh, umgehe, umgehen, umgeht, aushebeln, hebelt, austricks*, überlist*, vorbei, contourner, contourne, contournent, tromper, trompe, échapper, échappe, déjouer, déjoue, esquiver, evadir, evade, evita, eludir, elude, burlar, burla, saltarse, saltar, salta, esquiva, engaña, engañar, contornar, contorna, burle, driblar, dribla, enganar, engana, aggirare, aggira, eludere',
    'обход*, обойти, обойд*, уклон*, обман*, تجاوز*, يتجاوز, التحايل, تخطي, يتخطى, التفاف, الالتفاف, تهرب, التهرب, خداع, يخدع, बचने, बचकर, बाइपास, बायपास, चकमा, धोखा देने, धोखा देकर',
    '绕过, 规避, 逃避, 躲避, 骗过, 避开, 绕开, 破解, 突破, 过人脸, 代过, 回避, 突破, すり抜け, 逃れ, 欺く, かいくぐ, 迂回, 우회, 회피',
  ],
  CHECKS: [
    'kyc, aml, liveness, identity check*, identity verification, id verification, age verification, selfie check*, face verification, facial recognition, fraud detection, fraud filter*, background check*, 3d secure, plagiarism detect*, drug test*, anti fraud, antifraud, avs, bank checks',
    'identitätsprüfung*, identitätsfeststellung, videoident*, altersprüfung*, gesichtserkennung*, betrugserkennung*, geldwäscheprüfung*, vérification* d identité, contrôle* d identité, reconnaissance faciale, lutte antiblanchiment, verificación de identidad, verificaciones de identidad, prueba* de vida, reconocimiento facial, controles antilavado, verificação de identidade, prova de vida, reconhecimento facial, antifraude, verifica dell identità',
    'верификац*, проверк* личности, идентификац*, биометри*, антифрод*, التحقق من الهوية, التعرف على الوجه, إجراءات التحقق, مكافحة غسل الأموال, केवाईसी, पहचान सत्यापन, पहचान जांच, फेस वेरिफिकेशन, चेहरा पहचान',
    '实名, 人脸识别, 活体, 身份验证, 身份认证, 风控, 反洗钱, 本人確認, 顔認証, 生体認証, 審査, 본인인증, 얼굴인증',
  ],
  LAUNDER: [
    'launder, launders, laundering, geld waschen, geldwäsche, schwarzgeld, blanchir, blanchiment, blanchit, argent sale, lavar dinero, lavado de dinero, lava dinero, blanquea, blanquear, blanqueo, dinero sucio, lavagem de dinheiro, lavar dinheiro, lava dinheiro, dinheiro sujo, riciclaggio, riciclare, denaro sporco',
    'отмыв*, обнал*, грязных денег, грязные деньги, غسيل الأموال, غسل الأموال, غسيل أموال, غسل أموال, تبييض الأموال, أموال قذرة, मनी लॉन्ड्रिंग, काला धन, काले धन, सफेद करने',
    '洗钱, 跑分, 黑钱, 洗白资金, 資金洗浄, マネーロンダリング, マネロン, 裏金, 돈세탁, 자금세탁',
  ],
  SCAM: [
    'scam, scams, scamming, scammer*, pig butchering, romance fraud, ponzi, swindle*, advance fee fraud, betrug, betrugs*, betrüg*, abzocke, enkeltrick*, schneeballsystem*, arnaque*, escroquer*, estafa, estafas, estafar, timo, timos, golpe, golpes, estelionato, truffa, truffe, truffare',
    'мошенни*, скам, скама, развод*, лохотрон*, احتيال*, نصب, ठगी, ठगने, घोटाल*, स्कैम, धोखाधड़ी',
    '诈骗, 杀猪盘, 骗局, 行骗, 骗钱, 詐欺, オレオレ, 詐取, 騙す, 騙し, 사기, 보이스피싱',
  ],
  KIT: [
    'kit, kits, script, scripts, bot, bots, generator, playbook, toolkit, panel, template, templates, as a service, for hire, guide, tutorial, persona, personas, leads, call center, course',
    'bausatz, skript*, vorlage*, baukasten, anleitung*, dienst, paket*, bots, leitfaden, masche, scripts, modèle*, outil*, méthode*, guion, guiones, plantilla*, guía, método*, herramienta*, paquete*, kits, roteiro*, modelo*, guia, ferramenta*, pacote*, strumenti, copioni',
    'набор*, скрипт*, шаблон*, сценари*, инструмент*, схем*, бот, бота, سكريبت*, نصوص, قالب, قوالب, أدوات, حزمة, عدة, دليل, سيناريو*, روبوت, किट, स्क्रिप्ट*, टेम्पलेट*, टूल*, पैकेज, बॉट, तरीका',
    '话术, 脚本, 套件, 模板, 工具包, 教程, 剧本, 一条龙, 机器人, 方案, キット, スクリプト, テンプレート, 台本, マニュアル, 代行, 手口, 名簿, 키트, 대본',
  ],
  // Phishing and theft of keys
  PHISH: [
    'phish, phishing, phisher, spearphish*, smishing, vishing, hameçonn*, фишинг*, التصيد الاحتيالي, تصيد احتيالي, صفحات تصيد, صفحة تصيد, رسائل تصيد, फिशिंग, फ़िशिंग',
    '钓鱼网站, 钓鱼页面, 钓鱼邮件, 钓鱼链接, 钓鱼短信, 钓鱼套件, 网络钓鱼, 钓鱼站, 仿冒网站, フィッシングサイト, フィッシング詐欺, フィッシングメール, フィッシングページ, フィッシング用, フィッシングキット, フィッシング, 피싱',
  ],
  DRAINER: [
    'drainer, drainers, wallet drain*, дрейнер*, дренер*, ड्रेनर, ドレイナー, ドレイン, 盗币, 钱包盗, 资产转走, 貔貅盘, rug pull*, rugpull*, honeypot token*, honeypot contract*, drenador*, drenar carteira*, drenar billetera*, vaciar billetera*, vaciar wallet*, vacía billetera*, vacía wallet*, esvazia* carteira*, vide les portefeuilles, vider les portefeuilles, siphonn*, wallet* leerräum*, wallets leer*, leerräum*, سحب أموال المحافظ, تفريغ المحافظ, إفراغ المحافظ, استنزاف المحافظ, वॉलेट खाली',
  ],
  STEAL: [
    'steal, steals, stealing, harvest, harvests, siphon*, exfiltrat*, stiehlt, stehlen, klau*, abgreif*, abfang*, abfäng*, voler, dérob*, robar, roba, robe, roban, sustra*, roubar, rouba, furta*, rubare, ruba, interceptar, intercepta, intercepter, intercepte',
    'украсть, крадет, крадёт, крадут, ворует, воровать, воровства, перехват*, кражи, кража, سرقة, يسرق, تسرق, اعتراض, लूट*, चुरा*, चुराने, चोरी',
    '盗取, 窃取, 偷取, 骗取, 拦截, 嗅探, 盗む, 盗み, 奪う, 奪い, 抜き取, 詐取, 傍受, 훔치, 탈취',
  ],
  KEYS: [
    'seed phrase*, recovery phrase*, private key*, mnemonic*, wallet, wallets, otp, otps, one time code*, 2fa code*, verification code*, card number*, card data, session token*, password*, credentials, passkeys, seed-phrase*, schlüssel, einmalcode*, tan, tans, kartendaten, passwort, passwörter*, zugangsdaten, phrase* secrète*, portefeuille*, clé* privée*, mots de passe, code* de vérification, numéro* de carte*, identifiants, frase* semilla, billetera*, monedero*, clave* privada*, contraseña*, código* de verificación, tarjeta*, carteira*, chave* privada*, frase* semente, senha*, código* de verificação, cartão, cartões, codici, portafogli, password',
    'сид-фраз*, кошел*, приватн* ключ*, парол*, смс-код*, код* из смс, карт, محفظة, محافظ, عبارة الاسترداد, عبارات الاسترداد, المفاتيح الخاصة, كلمات المرور, كلمات السر, رمز التحقق, رموز التحقق, بطاقات, वॉलेट, सीड फ्रेज, ओटीपी, पासवर्ड, कार्ड*, प्राइवेट की',
    '助记词, 私钥, 钱包, 验证码, 密码, 银行卡, 信用卡, シードフレーズ, 秘密鍵, ウォレット, 認証コード, ワンタイム, パスワード, カード情報, カード番号, 시드, 개인키, 지갑, 비밀번호',
  ],
  // Sanctions
  SANCTION: [
    'sanction, sanctions, embargo*, ofac, export control*, export ban*, export restriction*, sanktion*, exportkontroll*, exportverbot*, contrôle* des exportations, contrôle* à l exportation, sanciones, controles de exportación, sanções, controles de exportação, sanzion*, controlli sulle esportazioni',
    'санкци*, санкций, эмбарго, экспортн* контрол*, عقوبات, الحظر, حظر التصدير, قيود التصدير, प्रतिबंध, प्रतिबंधों, निर्यात नियंत्रण',
    '制裁, 禁运, 出口管制, 禁輸, 輸出規制, 輸出管理, 제재, 수출통제',
  ],
  SANCTIONED: [
    'sanctioned, ofac listed, sdn, embargoed, sanktioniert*, sanctionné*, sancionad*, sanzionat*, подсанкционн*, خاضع* للعقوبات, معاقب*, प्रतिबंधित, 受制裁, 被制裁, 制裁対象, 制裁国, north korea, dprk, iran, iranian, russia, russian',
  ],
  HIDE: [
    'hide, hides, hiding, conceal*, disguis*, mask, masks, obscure, obscures, untraceable, without detection, unnoticed, shell compan*, front compan*, nominee*, verschleier*, versteck*, verberg*, tarn, tarnen, tarnt, strohmann*, strohmänn*, briefkastenfirm*, scheinfirm*, dissimul*, cacher, cache, masquer, sociétés-écrans, société* écran*, sociétés écrans, prête-nom*, ocult*, esconde, esconder, disfraz*, disfarç*, mascar*, testaferro*, empresa* fantasma, empresas fantasma, laranja, laranjas, empresa* de fachada, nascond*, occult*, prestanome',
    'скрыть, скрыва*, скрыт*, спрят*, замаскир*, подставн*, фирм* однодневк*, إخفاء, اخفاء, يخفي, تخفي, تمويه, شركات وهمية, شركة وهمية, شركات واجهة, छिपा*, छुपा*, शेल कंपनी, शेल कंपनियों, फर्जी कंपनी*, मुखौटा',
    '隐藏, 隐瞒, 掩盖, 掩饰, 伪装, 空壳公司, 壳公司, 白手套, 隠す, 隠し, 隠蔽, 偽装, 名義貸し, ペーパーカンパニー, ダミー会社, 페이퍼컴퍼니',
  ],
  OWNER: [
    'beneficial owner*, true owner*, real owner*, ultimate owner*, eigentümer*, wirtschaftlich berechtigt*, bénéficiaire*, propriétaire* réel*, véritable propriétaire, beneficiario* real*, beneficiario* final*, propietario* real*, verdadero dueño, dueño real, beneficiário* fina*, proprietário* rea*, verdadeiro dono, dono real, titolare effettivo, бенефициар*, реальн* владел*, المالك الحقيقي, المستفيد الحقيقي, असली मालिक',
    '实际控制人, 实际受益人, 真实所有人, 真正的所有者, 実質的支配者, 真の所有者, 実質所有者, 本当の所有者',
  ],
  BLACKMAIL: [
    'blackmail*, extort*, sextort*, erpress*, chantage*, extorqu*, chantaj*, extorsi*, extorsão, ricatt*, шантаж*, ابتزاز, يبتز, ब्लैकमेल*, जबरन वसूली, 敲诈, 勒索他, 勒索信, 恐喝, ゆすり, 脅迫, 협박',
  ],
  PEOPLE_TRADE: [
    'human smuggling, human trafficking, people smuggling, organ trade, organ market, child abuse material, child sexual, csam, cp archive, menschenhandel, menschenschmuggel, organhandel, schleusung, traite d êtres humains, trafic d organes, passeur de migrants, trata de personas, tráfico de personas, tráfico de órganos, tráfico de pessoas, tráfico de órgãos, торговля людьми, торговля органами, продажа органов, الاتجار بالبشر, تهريب البشر, بيع الأعضاء, تجارة الأعضاء, मानव तस्करी, अंग बिक्री, किडनी बेच*, 偷渡, 贩卖人口, 器官买卖, 卖肾, 人身売買, 密航, 臓器売買, 児童ポルノ, 儿童色情, 인신매매, 장기매매',
  ],
  /** Beside these the text is about a defence, a study or a game. English has its own (harm.ts). */
  DEFENCE: [
    'erkenn*, detekt*, schutz*, schütz*, verhinder*, prävent*, blockier*, sperrlist*, warn*, prüf*, überprüf*, abgleich*, meld*, bekämpf*, abwehr*, analys*, statistik*, forsch*, schulung*, penetrationstest*, nachrichten über, screening*, einwilligungsbasiert*, mit zustimmung, mit einwilligung, geschichte, gesetz*, spiel*, museum*, nachrichten, lizenziert*, zugelassen*, simulation*, entfern* schad*, eigenen, eigener, eigene',
    'détect*, proté*, protect*, préven*, prévien*, bloqu*, alert*, vérifi*, contrôle si, signale*, lutte*, analys*, statistique*, recherche*, formation*, sensibilis*, avec consentement, avec son accord, histoire, actualité*, loi, lois, criblage, filtrage, jeu, jeux, agréé*, autorisé*, simul*, vos propres, anti*',
    'avisa, avisan, avisar, alerta, alertas, notifica, reportad*, denunciad*, proteg*, protección, proteção, preven*, bloque*, verific*, comprueb*, comprob*, lucha contra, combate*, analiz*, análisis, analis*, análise*, estadístic*, estatístic*, investigac*, pesquisa*, formación, treinamento*, concienc*, conscientiz*, filtro*, denuncia*, denúncia*, historia, história, notici*, notíci*, ley, leyes, lei, leis, cribado*, triagem, con consentimiento, com consentimento, juego*, jogo*, autorizad*, licenciad*, simulac*, simulaç*, tus propios, seus próprios, anti*, rileva*, protegge, previene, rilevamento, segnala*, consult*',
    'обнаруж*, защи*, предотвращ*, блокир*, предупрежд*, провер*, выявл*, борьб*, противодейств*, анализ*, статистик*, исследован*, обучен*, фильтр*, истори*, новост*, закон, законы, законов, с согласия, скрининг*, игр*, лицензирован*, симуляц*, собственн*, детект*, распозна*, мониторинг утеч*, анти*',
    'كشف, يكشف, تكشف, اكتشاف, حماية, يحمي, تحمي, منع, يمنع, تحذير, يحذر, تنبيه, ينبه, تحقق من, يتحقق, تتحقق, فحص, يفحص, تفحص, مكافحة, تحليل, يحلل, احصا*, بحث*, تدريب, توعية, تاريخ, اخبار, قانون, قوانين, بموافقة, رصد, يرصد, لعبة, العاب, مرخص, محاكاة, قوائم, مطابقة',
    'का पता लगा*, पता लगाने, पता लगाता, पता लगाती, पहचानने, पहचानता, पहचान करता, सुरक्षा, बचाव, बचाता, रोक*, ब्लॉक, चेतावनी, जांच*, जाँच*, विश्लेषण, आंकड़े, शोध, प्रशिक्षण, इतिहास, समाचार, खबर*, कानून, सहमति से, स्क्रीनिंग, खेल, डिटेक्शन, डिटेक्ट*, सिमुलेशन, लाइसेंस प्राप्त',
    '检测, 识别, 防护, 防范, 防御, 防止, 拦截恶意, 阻止, 预警, 警报, 告警, 提醒, 核验, 核查, 查验, 验证, 是否, 反欺诈, 反诈, 反洗钱, 反钓鱼, 分析, 统计, 研究, 培训, 演练, 筛查, 过滤, 历史, 新闻, 法规, 游戏, 举报, 情报, 扫描, 黑名单, 持牌, 正规, 经同意, 授权测试, 自有, 自家',
    '検知, 検出, 防止, 対策, 保護, 遮断, ブロック, 警告, 通知, アラート, 照合, 確認, チェック, 判定, 分析, 解析, 統計, 研究, 訓練, 研修, スクリーニング, 歴史, ニュース, 法令, 法律, ゲーム, 診断, スキャン, 同意を得, 同意した, 正規, 認可, 自社, 탐지, 방지, 차단, 검사, 확인, 분석, 통계, 예방, 훈련',
  ],
});
export type HarmWord = Parameters<ReturnType<typeof HARM_WORDS.read>['has']>[0];
