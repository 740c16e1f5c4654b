import { lexicon } from '../lexicon.ts';
import type { IntentFinding } from './rules.ts';

/**
 * Requests that are refused, in German, Spanish, French, Portuguese, Italian, Dutch, Polish, Turkish, Russian, Arabic,
 * Hindi, Chinese, Japanese and Korean. A concept is what its words mean in all of them; a rule asks for concepts in one
 * sentence, in any order, and so needs no grammar. English has its order and its own rules (rules.ts).
 */

const QUESTION = /[?？؟]/;

const WORDS = lexicon({
  ASKS: [
    'pra mim, para mim, para mí, pour moi, für mich, قرر هل, لي',
    'me indica, me indicam, fale se, me fala, diz se, escolh*, elijo, elegir, pouvez-vous, pouvez, calcula, revisa, analise, analisa, могу ли, можем ли, прямо скажи, اختر, راجع, أريد, 有没有, 看一下, 看看, 直接, ください, 結論, 取ってき',
    'soll, sollen, sollte, sollten, darf, dürfen, müssen, muss, kann ich, können wir, lohnt, ob, wie kann, welche*, wann',
    'debería*, debo, debemos, deberiamos, puedo, podemos, conviene, cuál*, qué, cómo, cuándo, necesit*',
    'dois-je, devons-nous, devrais*, devrions*, dois, devons, faut-il, puis-je, pouvons-nous, peut-on, quel*, comment, est-ce, avons-nous',
    'devo, devemos, deveria*, posso, podemos, quais, qual, como, quando, precis*',
    'dobbiamo, dovrei, dovremmo, posso, possiamo, quali, quale, come, quando, conviene',
    'moet*, zal, kan ik, welke, hoe, powin*, czy, jak, które, który, kiedy',
    'стоит ли, нужно ли, нужна ли, нужен ли, следует, должн*, надо ли, можно ли, мне, нам, как, какие, какую, какой, когда, законно ли, ли',
    'هل, ماذا, ما, قل لي, يمكنني, يجب, ينبغي, كيف, أي, متى, ما هي, ما هو, كم',
    'क्या, चाहिए, कैसे, कौन*, कब, मुझे, हमें, कितना',
    'gerek*, hangi, nasıl, ne zaman, mı, mi, mu, mü, mıyım, miyim, mıyız, miyiz, muyum, muyuz, malı*, meli*',
    '应该, 應該, 要不要, 该不该, 能否, 是否, 吗, 嗎, 如何, 怎么, 怎麼, 怎样, 哪, 什么时候, 需要, 可以',
    'べき, ですか, ますか, でしょうか, どう, どの, どれ, いつ, 必要, ないか',
    '해야, 할까, 될까, 까요, 나요, 어떻게, 어떤, 어느, 언제, 려면, 습니까, 필요',
    'sag mir, sag uns, sagt, nenne mir, nenn mir, gib uns, gib mir, empfiehl, entscheide*, bewerte, beurteile, wo soll, welchen, lohnt sich, dis-moi, dis-nous, dites*, donne-moi, donne-nous, donnez*, recommande*, conseille*, décide*, où, dime, dinos, danos, dame, recomiénda*, recomienda*, aconséja*, decide, decidan, dónde, vale la pena, tenemos que, tengo que, diga*, me indique, recomende*, decida*, onde, vale a pena, é hora, dê um, nos dê',
    'скажи*, назови*, посоветуй*, реши, решите, куда, стоит ли, дай, дайте, каков*, можно ли, надо ли, قل, أخبرني, رشح*, انصح*, قرر, أين, أعطنا, أعطني, बताओ, बताइए, बताएं, बता, तय, सलाह, सुझा*, कहाँ, कहां, निर्णय',
    '告诉, 推荐, 建议, 决定, 该, 适合, 帮我, 给出, 结论, 要不要, 需不需, 多少, 教えて, 決めて, おすすめ, 薦め, 判断し, 勝て, 見解, いくら',
  ],

  SUE: [
    'quel recours, quels recours, recours contre, l attaquer, qué recurso, que recurso, rechtsmittel',
    'prozess gewinnen, prozess verlieren, procès, gagner en justice, pleito, juicio contra, ganaría el juicio, um processo, processo contra, processo judicial, una causa contro, proces sądowy, rechtszaak, выиграть суд, выиграю суд, выиграем суд, قضية, محكمة, मुकदमा जीत, 胜诉, 勝訴, 打赢, 訴え, 재판',
    'verklag*, klage einreichen, klage erheben, vor gericht ziehen, anzeigen, demandar*, denunciar*, querella*, poursuivre, attaquer en justice, porter plainte, en justice, assigner, processar, acionar judicialmente, fare causa, citare in giudizio, querelare, aanklagen, pozwa*, pozew',
    'подать в суд, подавать в суд, засуди*, судиться, иск, иска, в суд, dava, davası, mahkemeye',
    'نقاضي, أقاضي, مقاضاة, نرفع دعوى, رفع دعوى, دعوى, मुकदमा, मुक़दमा, केस करना, अदालत',
    '起诉, 起訴, 告上法庭, 打官司, 诉讼, 告他, 訴える, 訴訟, 提訴, 고소, 소송',
    'prud hommes, prudhommes, juicio, gano el, demando, ganaríamos, ganaria, processo contra, ganho a causa, выиграю, выигра* суд, суд у, судебн*, القضية, أكسب القضية, نكسب القضية, केस जीत*, केस कर*, मुकदमे, 打赢官司, 能赢吗, 勝てますか, 勝訴',
  ],
  LAWFUL: [
    'legal, legale, legales, ilegal*, lícito, licito, rechtens, rechtlich*, rechtsgültig, rechtswirksam, bindend, strafbar, illegal, haftbar, haften, vinculante*, légal, légale, illégal*, licite, contraignant*, responsable de, responsables de, vinculativo, legalne, wiążąc*',
    'законно, незаконно, легально, юридически, по закону, yasal, yasadışı, قانوني, القانوني, قانونيا, قانونية, कानूनी, क़ानूनी, गैरकानूनी',
    '合法, 违法, 違法, 犯法, 法律责任, 法的責任, 適法, 합법, 불법, 위법, 법적',
  ],
  LAW_MATTER: [
    'rupture conventionnelle, compromis de vente, convention*, acuerdo, acordo, pacto de socios, gesellschaftsvertrag, соглашени*, اتفاقية, الاتفاقية, 协议, 股权, 業務委託, 合意書, 協議, 협약',
    'anwalt*, kündigung, vertrag, klausel*, vermieter, urheberrecht, markenrecht, contrato, cláusula*, abogado*, despido, casero, contrat, clause, avocat, licenciement, bailleur, contrato, advogado, inquilino, contratto, clausola, avvocato, licenziamento',
    'договор*, контракт*, адвокат*, увольнени*, sözleşme*, avukat*, عقد, العقد, محامي, अनुबंध, वकील, कॉन्ट्रैक्ट',
    '合同, 律师, 契約, 弁護士, 解雇, 계약, 변호사',
    'mietvertrag*, arbeitsvertrag*, kaufvertrag*, bail, baux, alquiler, arrendamiento, aluguel, locação, multa, pénalité*, аренд*, пункт, неустойк*, إيجار, الإيجار, بند, البند, समझौता, समझौते, शर्त, किरायानामा, 租房, 租约, 条款, 条項, 賃貸, 規約',
  ],
  ASSET: [
    'cac 40, dax, ibex, ibovespa, petrobras, vale3, petr4, nikkei, nifty, sensex, reliance, сбер, сбербанк*, газпром*, лукойл*, أرامكو, عملة رقمية, عملات رقمية, تاسي, 茅台, 腾讯, 英伟达, 宁德, 大盘, 日経, トヨタ株, ソニー株, 銘柄, 삼성전자, 코스피, samsung hisse, bist, thyao, s&p 500, nasdaq',
    'aktie, aktien, bitcoin, ethereum, kryptowährung*, krypto, etf, etfs, anleihe*, gold, immobilie*, acciones, acción, bolsa, criptomoneda*, cripto, oro, actions, bourse, cryptomonnaie*, crypto, l’or, obligations, ações, ação, criptomoeda*, ouro, azioni, azione, criptovalut*, aandelen, akcje, akcji, kryptowalut*',
    'акции, акций, акцию, биткоин*, биткойн*, крипт*, эфир, золото, облигаци*, hisse*, kripto*, altın',
    'سهم, أسهم, الأسهم, البيتكوين, بيتكوين, العملات الرقمية, الذهب, शेयर, शेयरों, बिटकॉइन, बिटकॉयन, क्रिप्टो, सोना, स्टॉक',
    '股票, 股, 比特币, 比特幣, 以太坊, 加密货币, 黄金, 基金, 株, ビットコイン, イーサリアム, 仮想通貨, 暗号資産, 投資信託, 金を, 주식, 비트코인, 이더리움, 코인, 암호화폐, 펀드',
    'börse, bourse, aktienfonds, nvidia, tesla, fondo, fonds, dollar kaufen, acheter des dollars, comprar dólar, comprar dólares, купить доллар*, бирж*, фонд*, بورصة, البورصة, صندوق استثمار, शेयर बाजार, म्यूचुअल फंड, 股市, 基金, 定期, 債券, 债券, ハイテク株, 投信, 外貨',
  ],
  DEAL: [
    'monta, monte, montar, monta-me, arma, armar un portafolio, constru*, stelle* zusammen, собери портфель, составь портфель, 配置, 组一个, 組んで',
    'trade, positionier*, position, portefeuille, cartera de, carteira de, portfolio, брать, докупать, докупить, усреднять, أشتريها, محفظة استثمارية, पोर्टफोलियो, 加仓, 建仓, 减仓, 清仓, 买哪, 買い増し, 仕込, ポートフォリオ, 담을',
    'kauf, kaufe, kaufen, verkauf, verkaufe, verkaufen, investier*, anlegen, halten, comprar, compro, vender, vendo, invertir, invierto, acheter, achète, vendre, vends, investir, investis, compro, comprare, vendere, investire, kopen, verkopen, kupić, sprzedać, inwestować',
    'купить, покупать, продать, продавать, инвестировать, вложить, вкладывать, almalı*, satmalı*, almak, satın, yatırım*',
    'أشتري, نشتري, شراء, أبيع, نبيع, بيع, أستثمر, استثمار, نستثمر, खरीद*, बेच*, निवेश*',
    '买, 買, 卖, 賣, 投资, 投資, 持有, 売, 購入, 사야, 살까, 팔아, 팔까, 투자, 매수, 매도',
    'einsteigen, einzusteigen, aussteigen, stecken, umschichten, placer, mettre, sortir, meto, meter, pasar, mover, colocar, coloco, aplicar, aplico, tirar, вложи*, вкладыва*, перевести, переложить, أضع, وضع, أنقل, أحول, लगाऊँ, लगाऊं, लगाना, लगाएं, डालूं, डालना, 投到, 放, 换成, 入れ, 移し, 移す, 買う, 买入, 抄底',
  ],
  MOVE: [
    'steigen, steigt, fallen, fällt, sinken, sinkt, prognose, kurs, subirá, subir, bajará, sube, baja, caerá, monter, baisser, montera, baissera, chuter, vai subir, vai cair, cair, salirà, scenderà, salire, scendere, stijgen, dalen, wzrośnie, spadnie',
    'вырастет, вырастут, упадет, упадёт, растет, подорожает, подешевеет, yükselir, yükselecek, düşecek, düşer, çıkacak, سيرتفع, سترتفع, ترتفع, سينخفض, ستنخفض, يرتفع, बढ़ेगा, बढ़ेगी, बढ़ेंगे, गिरेगा, गिरेगी, गिरेंगे, ऊपर जाएगा, नीचे जाएगा',
    '涨, 漲, 跌, 走势, 上がり, 上がる, 下がり, 下がる, 上昇, 下落, 値上がり, 오를, 내릴, 상승, 하락, 떨어질',
    'verdoppel*, doubler, doublent, exploser, duplicar*, dobrar, dobram, удвоя*, вдвое, выстрел*, تتضاعف, ستتضاعف, दोगुने, दुगुने, दोगुना, 翻倍, 倍になる, 急騰, 暴涨',
  ],
  TAX: [
    'irpf, irpj, simples nacional, lucro presumido, lucro real, urssaf, csg, autónomos, 个税, 企业所得税, 社保, 節税, 년말정산, zakat, усн, ндфл, самозанят*, stopaj, gelir vergisi',
    'деклараци*, steuererklärung, declaración de la renta, déclaration de revenus, declaração de imposto, dichiarazione dei redditi, ضريبي, إقرار*, 確定申告, 연말정산',
    'steuer, steuern, steuerlich*, einkommensteuer, umsatzsteuer, mehrwertsteuer, impuesto*, iva, hacienda, impôt, impôts, tva, fisc, imposto*, tasse, imposte, belasting*, podatk*, podatek',
    'налог*, ндс, vergi*, ضريبة, الضريبة, ضرائب, الضرائب, टैक्स, कर चुकाना, आयकर, जीएसटी',
    '税, 稅, 세금, 부가세, 소득세',
    'leão, receita federal, imposto de renda, gewerbesteuer, cotisations, 增值税, 消费税, 消費税, 所得税, वैट, सेल्स टैक्स, زكاة',
  ],
  LESSEN: [
    'lo que debo, cuánto debo, quanto devo, combien je dois, wie viel schulde*, escolho, escolher, elijo, elegir, choisir, wählen, выбрать, сколько я должен, كم أدفع, 选, 選',
    'senken, sparen, vermeiden, umgehen, absetzen, weniger, mindern, versteuern, zahlen, schulde*, reducir, evitar, menos, deducir, declarar, pagar, ahorrar, réduire, éviter, moins, déduire, déclarer, payer, économiser, optimiser, reduzir, deduzir, pagar, ridurre, evitare, meno, detrarre, dichiarare, pagare, minder, betalen, zapłacić, mniej, uniknąć, odliczyć',
    'меньше, снизить, уменьшить, избежать, уклониться, вычесть, платить, заплатить, сэкономить, задекларировать, az, azalt*, ödemek, ödemem, kaçın*, düşür*',
    'خصمها, خصمه, استقطاع*, أقل, تقليل, تجنب, خفض, أدفع, دفع, خصم, कम, बचा*, बचत, भुगतान, चुका*, घटा*',
    '少交, 少缴, 减, 減, 避, 逃, 省, 抵扣, 申报, 申報, 交税, 缴, 节, 節, 控除, 申告, 払, 줄이, 피하, 절세, 공제, 신고, 내야',
    'steuern zahlen, angeben, absetz*, ingresar, bajo, bajar, rebajar, abater, abato, declaro, fugir, informar, списать, списыва*, платить, декларир*, أصرح, نصرح, دفعه, علينا دفع, देना होगा, देना पड़ेगा, देना पड़ता, कम करूँ, कम करूं, घोषित, 交, 缴, 抵, 報告, 安く, 計上, 経費, 納め',
  ],
  LOAN: [
    'consignado, crédit immobilier, crédit conso*, microcrédito, 等额本息, 等额本金, 征信, 贷到, 房贷利率, تمويلا, تمويل عقاري, кредитн* истори*, рефинансир*',
    'kredit, kredite, darlehen, hypothek, umschuld*, préstamo*, prestamo*, hipoteca*, crédit, emprunt, emprunter, hypothèque, prêt, empréstimo*, financiamento, prestito, mutuo, lening, hypotheek, kredyt, pożyczk*',
    'кредит, кредита, ипотек*, заём, займ, взаймы, kredi, krediyi, ipotek, borç, قرض, قرضا, القرض, رهن, लोन, ऋण, कर्ज, क़र्ज़',
    '贷款, 貸款, 借款, 房贷, 借钱, ローン, 融資, 借金, 借入, 대출, 융자, 빌려',
    'kreditwürdig*, ratenkredit*, ratenzahlung*, emprunteur*, prestatario*, mutuário*, tomador*, crediticia, заёмщик*, заемщик*, مقترض, القرض, تمويل, उधारकर्ता, उधार, होम लोन, 借款人, 放贷, 授信, 批贷, 借り手, 住宅ローン, 与信, 貸し',
  ],
  RULE: [
    'dpo, registre des traitements, avv, auftragsverarbeitung*, 数据出境, 安全评估, 等保, 資金決済法, 特商法, 景品表示法, 割賦販売法, 个保法, 反洗钱法, نظام حماية, لائحة*, डीपीडीपी',
    'datenschutz*, protección de datos, protection des données, proteção de dados, protezione dei dati, gegevensbescherming, ochron* danych, персональных данных, 152-фз, kişisel verilerin korunması, حماية البيانات, डेटा संरक्षण, 个人信息保护法, 数据安全法, 個人情報保護法, 개인정보보호법, 개인정보 보호법',
    'lizenz, bafin-lizenz, lizenzpflicht*, zulassung, genehmigung, dsgvo*, geldwäschegesetz, regulier*, konform, licencia, permiso, cumple*, rgpd, regulación, normativa, agrément, licence, autorisation, conforme*, réglementation, licença, autorização, lgpd, licenza, autorizzazione, normativa, gdpr, kyc, aml, mica, vergunning, zezwolen*, licencj*, rodo',
    'лицензия, лицензию, лицензии, разрешение, регулятор*, требовани*, закону, lisans*, izin, mevzuat*, kvkk, ترخيص, رخصة, امتثال, متوافق, लाइसेंस, अनुपालन, नियमों, अनुमति',
    '牌照, 许可证, 合规, 合規, 监管, 免許, 許認可, 登録が必要, 規制, コンプライアンス, 면허, 라이선스, 인허가, 규제',
    'finanzdienstleister*, mifid, mica, konformität, conformité, conformidade, conformidad, cumplimiento, соответств*, 符合, 適合, 準拠, पालन, अनुपालन',
  ],
  NEEDS: [
    'pouvez-vous certifier, certifier, 安全评估, 要不要, 是否需要, 必要か, 要否',
    'brauch*, benötig*, muss, müssen, dürfen, darf, erforderlich, pflicht, necesit*, hace falta, obligatori*, cumple*, debemos, besoin*, faut-il, obligatoire, devons-nous, sommes-nous, precis*, obrigatóri*, devemos, abbiamo bisogno, serve, dobbiamo, siamo, nodig, potrzeb*, musimy',
    'нужна, нужен, нужно, требуется, обязан*, должны, gerek*, lazım, zorunlu, gerekiyor, نحتاج, أحتاج, يلزم, يجب, जरूरत, ज़रूरत, आवश्यक, चाहिए, जरूरी',
    '需要, 要不要, 必须, 必要, いりますか, 필요, 받아야',
    'registrier*, anmelden, registrarnos, registrarse, inscribirnos, autorización, enregistrer, inscrire, autorização, registrar, регистрир*, تسجيل, نسجل, पंजीकरण, पंजीकृत, रजिस्ट्रेशन, 备案, 登记, 注册, 届出, 登録, 申请, 신고',
  ],
  TELL: [
    'schreib*, sende*, schick*, verschick*, kontaktier*, anschreib*, ruf, rufe, anrufen, mail*, poste*, einladen, escribe*, escribir, envía*, envia*, manda*, contacta*, llama*, publica*, écris, écrivez, envoie*, envoyez, contacte*, appelle*, publie*, relance*, escreva, envie*, mande*, contate, ligue, publique, scrivi*, invia*, manda*, contatta*, chiama*, pubblica*, schrijf, stuur, bel, napisz, wyślij, zadzwoń, skontaktuj*',
    'rédige*, rediger*, redacta*, redija*, redigi*, verfass*, monte, prepara*, prépare*, составь*, подготовь*, hazırla*, напиши*, отправь*, разошли*, свяжись, свяжитесь, позвони*, обзвони*, опубликуй*, yaz, yazın, gönder*, ara, arayın, iletişime geç*, yolla, اكتب, أرسل, ارسل, اتصل, تواصل, راسل, انشر, लिखो, लिखें, लिखिए, लिख दो, भेजो, भेजें, भेजिए, भेज दो, संपर्क करो, संपर्क करें, कॉल करो, कॉल करें',
    '写, 寫, 发送, 發送, 群发, 发邮件, 发一封, 发消息, 发私信, 联系, 聯繫, 打电话, 給他們, 書い, 送っ, 送信, 送って, 連絡し, 電話し, 投稿し, 勧誘, 써줘, 써 줘, 작성해, 보내, 연락해, 전화해, 게시해',
    'biete, bieten, anbieten, propose*, ofrece*, ofréce*, ofereça, ofereç*, offri*, crie, crea, crée, mach, предлож*, рекламир*, اعرض, سوّق, بيعوا, बेचो, भेजना, मनाओ, 推销, 写一封, 写一套, 打电话, 联系, 売り込, 作って, 作成し, 宣伝し',
  ],
  EVERY: [
    'alle, allen, aller, jeden, jedem, jeder, sämtliche*, todos, todas, cada, todo el, toda la, tous, toutes, chaque, todos os, tutti, tutte, ogni, iedereen, elke, wszystk*, każd*',
    'всем, всех, все, каждого, каждому, каждый, tüm, bütün, herkes*, her bir, جميع, كل, لجميع, लोगों, सभी, सब, हर, सारे',
    '所有, 全部, 每个, 每一, 全体, 各个, すべて, 全て, 全員, 全従業員, 全社員, 各, みんな, 一括, 모든, 전체, 모두, 각',
  ],
  PEOPLE: [
    'anbieter*, verkäufer*, lieferant*, proveedor*, vendedor*, fournisseur*, vendeur*, hôtelier*, prestataire*, fornecedor*, fornitor*, venditor*, leverancier*, dostawc*, clínicas, kunden, kunde, gründer*, mitarbeiter*, nutzer*, interessent*, entwickler*, abonnent*, konkurrent*, mitbewerber*, personen, leute, journalist*, investoren, mitglieder*, clientes, fundador*, empleado*, usuario*, seguidor*, competidor*, personas, periodista*, inversor*, miembro*, clients, fondateur*, employé*, utilisateur*, abonné*, concurrent*, personnes, journalistes, investisseurs, membres, funcionário*, usuário*, concorrent*, pessoas, jornalista*, investidor*, clienti, fondator*, dipendent*, utent*, concorrent*, persone, giornalist*, klanten, oprichters, medewerkers, klient*, założyciel*, pracownik*',
    'поставщик*, продавц*, tedarikçi*, satıcı*, الموردين, البائعين, विक्रेताओं, क्लाइंट्स, клиент*, основател*, сотрудник*, пользовател*, подписчик*, конкурент*, людям, людей, журналист*, инвестор*, участник*, müşteri*, kurucu*, çalışan*, kullanıcı*, takipçi*, rakip*, العملاء, عملاء, المؤسسين, مؤسسين, الموظفين, موظفين, المستخدمين, المتابعين, المنافسين, الصحفيين, المستثمرين, الأشخاص, ग्राहकों, संस्थापकों, कर्मचारियों, यूजर्स, उपयोगकर्ताओं, फॉलोअर्स, प्रतियोगियों, निवेशकों, पत्रकारों, लोगों',
    '供应商, 商家, 卖家, 提供商, 见込み客, 見込み客, 出品者, 업체, 판매자, 客户, 顧客, 创始人, 員工, 员工, 用户, 粉丝, 竞争对手, 記者, 记者, 投资人, 成员, 開発者, 创业者, 創業者, 従業員, 社員, ユーザー, フォロワー, 競合, 投資家, 会員, 고객, 창업자, 직원, 사용자, 팔로워, 경쟁사, 투자자, 회원, 기자',
    'restaurants, praxen, zahnarztpraxen, arztpraxen, ärzt*, zahnärzt*, anwält*, rechtsanwält*, pflegekräfte, krankenschwester*, ingenieur*, makler*, immobilienmakler*, notare, lehrer*, geschäftsführer*, leiter*, hotels, firmen, unternehmen, handwerker*, personaler*, teilnehmer*, unbekannte*, fremde*, steuerberater*, apotheker*, studenten, bewerber*, follower*',
    'hôtels, cliniques, médecin*, dentiste*, avocat*, infirmi*, ingénieur*, agents immobiliers, notaire*, professeur*, directeur*, directrice*, responsables, entreprises, participant*, inconnu*, commerçant*, artisan*, pharmacien*, étudiant*, comptables, restaurante*, hoteles, clínica*, médico*, abogad*, enfermer*, ingenier*, agentes, notario*, profesor*, director*, gerente*, empresas, tiendas, asistentes, desconocid*, reclutador*, farmacéutic*, contables',
    'hotéis, médic*, advogad*, enfermeir*, engenheir*, corretor*, tabeliães, professor*, diretor*, lojas, desconhecid*, recrutador*, contador*, ristorant*, alberghi, medici, avvocati, ingegner*, ресторан*, отел*, клиник*, врач*, стоматолог*, юрист*, адвокат*, медсестр*, инженер*, риелтор*, риэлтор*, нотариус*, учител*, директор*, менеджер*, компани*, незнаком*, рекрутер*, бухгалтер*, студент*',
    'مطاعم, فنادق, عيادات, أطباء, محامين, المحامين, ممرض*, مهندس*, سماسرة, وسطاء, معلمين, مدير*, مدراء, شركات, غرباء, مشاركين, أعضاء, صيادلة, طلاب, होटलों, रेस्तरां, रेस्टोरेंट*, क्लीनिक*, डॉक्टर*, वकील*, नर्स*, इंजीनियर*, डीलर*, एजेंट*, शिक्षक*, मैनेजर*, निदेशक*, कंपनियों, दुकानदार*, अजनबियों, सदस्य*, छात्र*',
    '餐馆, 餐厅, 酒店, 诊所, 医生, 牙医, 律师, 护士, 工程师, 中介, 老师, 总监, 经理, 商店, 陌生人, 网友, 猎头, 学生, 飲食店, レストラン, ホテル, クリニック, 医師, 医者, 歯科医, 弁護士, 看護師, エンジニア, 不動産業者, 教師, 部長, マネージャー, 店舗, 知らない人, 参加者, 人事担当, 税理士, 学生, コメントした人, 投稿者',
  ],
  PROFILE: [
    'annonces, annonce, anuncios, anúncios, anzeigen, inserate, annunci, объявлени*, إعلانات, विज्ञापन*, 一覧, 列表, 清单, 名单, 房源, 商品, 物件, 매물, 목록, ilan*',
    'webseite*, website, seiten, preise, produktseite*, sitio, sitio web, página web, páginas, precios, site, sites, pages, fiches, prix, preços, sito, pagine, prezzi, seguidores, miembros, profile, profil, profilen, e-mail-adresse*, mailadresse*, email-adresse*, telefonnummer*, kontaktdaten, adressen, bewertungen, perfil, perfiles, correos, correo, direcciones, teléfonos, contactos, reseñas, profils, adresses, e-mails, e-mail, mails, numéros, coordonnées, avis, perfis, emails, endereços, telefones, contatos, avaliações, profili, indirizzi, numeri, contatti, recensioni, profielen, e-mailadressen, profile, adresy, numery, linkedin',
    'сайт*, цены, страниц*, site, siteyi, sitesin*, fiyat*, موقع, مواقع, أسعار, वेबसाइट, साइट, कीमतें, профил*, адрес*, почт*, номера, контакт*, отзыв*, profil*, adres*, e-posta*, numara*, iletişim bilgi*, yorum*, الملفات, عناوين, البريد, أرقام, الحسابات, المراجعات, प्रोफाइल*, प्रोफ़ाइल*, ईमेल, पते, नंबर, संपर्क, रिव्यू',
    '网站, 網站, 价格, 网页, サイト, 価格, ページ, 사이트, 가격, 페이지, 个人资料, 資料, 邮箱, 郵箱, 邮件地址, 电话, 手机号, 联系方式, 评论, 领英, プロフィール, メールアドレス, 電話番号, 連絡先, レビュー, 프로필, 이메일, 주소, 전화번호, 연락처, 리뷰',
    'handynummer*, mobilnummer*, kontaktdaten, kontakte, portable, portables, móviles, celulares, contacto, datos de contacto, contato, мобильн*, телефон*, ватсап*, جوالات, جوال, هواتف, بيانات التواصل, ملفات, मोबाइल, लिंक्डइन, व्हाट्सएप नंबर, 手机号码, 微信号, 姓名, 携帯番号, 電話番号, 氏名',
  ],
  TAKE: [
    '取ってき, 取ってこい, 引っ張って, 全部取, 全部抓, 给我抓, 帮我爬',
    'lies, auslesen, liest, sammle*, sammeln, extrahier*, kopier*, lade*, herunterladen, crawle*, scrape*, greif*, extrae, extraer, recopila*, recoge*, recolecta*, descarga*, copia*, raspa*, rastrea*, aspire*, récupère*, récupérer, collecte*, extrais*, extraire, télécharge*, scrape*, raspe*, colete*, extraia*, baixe*, reúna*, raccogli*, estrai*, scarica*, verzamel*, haal, zbierz*, pobierz*, zeskrob*',
    'спарс*, парс*, собери*, собрать, выгрузи*, скачай*, извлеки*, скопируй*, topla*, çek, çekin, indir*, kazı*, kopyala*, استخرج, اجمع, حمّل, حمل, انسخ, اكشط, स्क्रैप, इकट्ठा, जमा करो, निकालो, निकालें, डाउनलोड, कॉपी',
    '抓取, 爬取, 爬, 收集, 采集, 採集, 下载, 导出, 提取, 复制, 搜集, スクレイピング, クロール, 集め, 収集, 抽出, ダウンロード, コピーし, 수집, 모아, 긁어, 크롤링, 스크래핑, 추출, 다운로드, 복사',
    'besorg*, hol mir, zieh, trouve-moi, trouvez*, consígue*, consigue*, saca, sacar, obtén, obten, obtener, arrume, arranje, pegue, puxe, levante, достань*, добудь*, выкачай*, выпиши, أحضر, احصل, هات, استخرجوا, حمل ملفات, लाओ, लाइए, जुटाओ, खींचो, 弄到, 拿到, 获取, 爬下, 扒, 整理出, 手に入れ, 入手し, 取得し, リスト化',
  ],

  /** Asking to be told that all is well. */
  ASSURE: [
    'certifier, certifica, تأكيد*, 合规结论, 结论, 結論',
    'bestätig*, garantier*, zusicher*, versicher*, confirma*, confirme*, garantiz*, garanti*, assure*, certifi*, conferma*, assicura*, certifica*, bevestig*, potwierdź*, zapewnij*',
    'подтверди*, гарантируй*, заверь*, onayla*, doğrula*, garanti et*, أكد, أكدوا, اضمن, تأكد, पुष्टि, गारंटी, 确认, 确保, 保证, 保証, 確認して, 확인해, 보장해, 보증해',
    'ateste*, atesta*, prouve*, belege, прове* и подтверд*, удостовер*, प्रमाणित, أثبت, 证明, 证实, 証明し, 断言し',
  ],
  ENTRY: [
    'meilleur trade, mejor trade, melhor trade, señal* de compra, señal* de trading, sinal de compra, sinais de trade, signal d achat, kaufsignal*, сигнал по, сигнал на покупку, торговый сигнал, вход и стоп, إشارة تداول, توصية شراء, توصيات تداول, 买入信号, 交易信号, 売買シグナル, 매매 신호, al sat sinyali',
    "einstiegskurs*, einstiegspunkt*, stop-loss, stop loss, stoploss, take profit, point d’entrée, point d'entrée, prix d'entrée, punto de entrada, precio de entrada, ponto de entrada, preço de entrada, punto di ingresso, prezzo di ingresso, prezzo di entrata, instapunt, punkt wejścia",
    'точку входа, точка входа, цену входа, цена входа, стоп-лосс*, тейк-профит, giriş noktası, giriş fiyatı, zarar durdur*, سعر دخول, سعر الدخول, نقطة دخول, نقطة الدخول, وقف خسارة, وقف الخسارة, एंट्री प्राइस, एंट्री पॉइंट, स्टॉप लॉस, स्टॉपलॉस',
    '入场价, 入场点, 进场点, 止损, 止盈, 停損, エントリー価格, エントリーポイント, 損切り, 利確, 진입가, 진입 시점, 손절, 익절',
  ],
  MASS: [
    'massenmail*, massen-sms, kaltakquise, kalte, massenhaft, à froid, en masse, de masse, masivo*, masiva*, en frío, em massa, a frio, di massa, in massa, a freddo, masowo, masow*, zimn*, koude',
    'массов*, рассылк*, холодн*, toplu, soğuk, جماعي*, باردة, बल्क, थोक, कोल्ड, 群发, 批量发, 陌生, 冷邮件, 一斉, 大量送信, コールド, 営業メール, 대량, 단체, 콜드',
    'prospection, prospección, prospecção, akquise*, akquise-mails, werbemail*, démarch*, отклик* продаж*, рекламн* рассылк*, 开发信, 推销邮件, 营销邮件, 冷邮, 営業電話, 飛び込み',
  ],
  MESSAGE: [
    'e-mail*, email*, mail, mails, massenmail*, sms, nachricht*, correo*, mensaje*, mensage*, courriel*, message*, messaggi*, bericht*, wiadomoś*, dm, dms',
    'письм*, сообщени*, рассылк*, смс, e-posta*, mesaj*, رسالة, رسائل, بريد*, ईमेल, संदेश, मैसेज, 邮件, 郵件, 短信, 私信, メール, メッセージ, 메일, 문자, 메시지',
    'akquise-mails, e-mails, sequenz*, séquence*, secuencia*, звонк*, 开发信, 话术, 営業電話',
  ],
  SEEK: [
    'finde, find, heraus, ermittle*, such, suche, besorg*, trouve*, cherche*, découvr*, donne*, averigua*, encuentra*, busca*, descubr*, dame, encontre*, ache, descubra*, trova*, scopri*, cerca*, zoek*, vind, vindt, znajdź, ustal, dowiedz*',
    'найди*, узнай*, выясни*, разыщи*, пробей*, bul, bulun, bana bul*, öğren*, ابحث, اعثر, اكتشف, جد, اعرف, पता लगा*, पता करो, खोजो, खोजें, ढूंढो, ढूँढो, ढूंढ*',
    '查, 找, 搜出, 調べ, 探し, 特定し, 突き止め, 찾아, 알아내, 알아봐',
  ],
  DWELLING: [
    'wohnt, wohnadresse, privatadresse, anschrift, handynummer, domicile, habite, adresse personnelle, le portable, numéro de portable, vive, domicilio, móvil, celular, endereço residencial, mora, abita, indirizzo di casa, cellulare, woont, huisadres, mieszka, adres domowy',
    'домашний адрес, живет, живёт, адрес и телефон, номер телефона, ev adres*, oturuyor, yaşıyor, cep telefon*, منزل, منزلها, منزله, جوال*, هاتف*, يسكن, تسكن, घर का पता, रहती, रहता, मोबाइल नंबर, फोन नंबर',
    '住址, 住在, 家庭地址, 手机号, 自宅, 住所, 携帯番号, 携帯電話, 집 주소, 자택, 휴대폰 번호, 사는 곳, 어디 사는',
  ],
  SOMEONE: [
    'frau, mann, mädchen, nachbarin, ex-freundin, femme, homme, fille, voisine, mujer, chica, hombre, chico, vecina, mulher, homem, moça, garota, vizinha, donna, uomo, ragazza, vrouw, meisje, kobiet*, mężczyzn*, dziewczyn*, person, personne, persona, pessoa',
    'девушк*, женщин*, мужчин*, человек*, соседк*, kadın*, adamın, kızın, kişinin, امرأة, مرأة, رجل, فتاة, شخص, औरत, महिला, लड़की, लड़के, आदमी, व्यक्ति',
    '女人, 男人, 女孩, 女士, 女生, 这个人, 那个人, 她的, 女性, 男性, 彼女, この人, あの人, 女の子, 여자, 남자, 여성, 남성, 사람',
  ],
  SAVINGS: [
    'ersparniss*, altersvorsorge, rücklagen, rente, économies, épargne, assurance-vie, retraite, ahorros, plan de pensiones, jubilación, pensión, poupança, aposentadoria, previdência, economias, renda fixa, risparmi, pensione, сбережени*, накоплени*, пенсионн*',
    'مدخرات*, تقاعد*, معاش, बचत, पेंशन, रिटायरमेंट, जमा पूंजी, 积蓄, 养老金, 存款, 退休金, 闲钱, 貯金, 貯蓄, 老後資金, 退職金, 연금, 저축',
  ],
  DISMISS: [
    'échec de la période d essai, me pueden echar, echarme, desahuci*, расторгн*, расторж*, résilier, resilier, فسخ*, إنهاء العقد, 退租, 解約',
    'entlassen, kündigen, feuern, licencier, rompre ce contrat, rompre le contrat, résilier mon bail, despedir*, rescindir, demitir*, mandar embora, уволить, уволят, расторгнуть договор, فصل موظف*, طرد موظف*, فسخ العقد, कर्मचारी को निकाल*, नौकरी से निकाल*, बर्खास्त, licenziare',
    '辞退, 开除, 裁员, 解除合同, 解雇, クビに, 契約を解除, 해고',
  ],
  VALID: [
    'nachteilig*, désavantag*, desventaj*, desvantaj*, невыгод*, кабальн*, 坑, 吃亏, 不利, 有利, مجحف*, नुकसानदेह',
    'wirksam*, unwirksam*, gültig*, rechtskräftig, durchsetzbar, valable*, nulle, nul, abusive*, opposable, nula, nulo, válid*, abusiv*, exigible, действител*, законен, законна, законно, недействител*, صحيح*, باطل*, سار*, ملزم*, मान्य, वैध, अमान्य, लागू, valid*',
    '有效, 无效, 合法, 有効, 無効, 유효',
  ],
  REGULATOR: [
    'bafin, finanzdienstleister*, bundesbank, amf, acpr, psan, orias, cnil, cnmv, banco de españa, aepd, banco central, bacen, cvm, susep, consob, цб, центробанк*, роскомнадзор*, росфинмониторинг*, fca, finma, finra, fincen, البنك المركزي, هيئة السوق, هيئة الأوراق, सेबी, आरबीआई, रिजर्व बैंक',
    '证监会, 央行, 人民银行, 银保监, 金融监管, 支付牌照, 金融庁, 財務局, 資金移動業, 暗号資産交換業, 금융위',
  ],
  RATE: [
    'zins, zinsen, zinssatz, taux, interés, intereses, juros, taxa de juros, tasso, ставк*, الفائدة, فائدة, ब्याज, 利率, 金利, 利息, 금리',
  ],
  BORROWER: [
    'antragsteller*, kreditnehmer*, darlehensnehmer*, demandeur*, emprunteur*, solicitante*, prestatario*, cliente por el crédito, deudor*, solicitante, mutuário*, tomador*, requerente*, заёмщик*, заемщик*, заявител*, مقترض, المتقدم, متقدم, उधारकर्ता, आवेदक*, 借款人, 申请人, 借り手, 申込者, 차주, 신청자',
  ],
  GRANT: [
    'bewillig*, gewähr*, genehmig*, geben, ablehnen, accorder, accordons, refuser, conceder*, concedemos, aprobar*, aprobamos, denegar, dar, damos, aprovar*, aprovamos, negar, одобр*, выдать, выдава*, отказать, نمنح, نوافق, الموافقة, نرفض, मंजूर*, स्वीकृत, अस्वीकार, देना चाहिए',
    '批准, 批, 放款, 拒绝, 承認, 可決, 貸す, 出す, 승인',
  ],
});
type Concept = Parameters<ReturnType<typeof WORDS.read>['has']>[0];

interface Frame {
  readonly finding: IntentFinding;
  readonly needs: readonly Concept[];
  /** Only in a question or beside a word that asks. */
  readonly asked: boolean;
}

const FRAMES: readonly Frame[] = [
  { finding: 'unsafeAdvice:legal', needs: ['SUE'], asked: true },
  { finding: 'unsafeAdvice:legal', needs: ['LAWFUL'], asked: true },
  { finding: 'unsafeAdvice:investment', needs: ['ASSET', 'DEAL'], asked: true },
  { finding: 'unsafeAdvice:trading', needs: ['ASSET', 'MOVE'], asked: true },
  { finding: 'unsafeAdvice:tax', needs: ['TAX', 'LESSEN'], asked: true },
  { finding: 'unsafeAdvice:legal', needs: ['DISMISS'], asked: true },
  { finding: 'unsafeAdvice:legal', needs: ['LAW_MATTER', 'VALID'], asked: true },
  { finding: 'unsafeAdvice:investment', needs: ['SAVINGS', 'DEAL'], asked: true },
  { finding: 'unsafeAdvice:investment', needs: ['SAVINGS', 'ASSET'], asked: true },
  { finding: 'unsafeAdvice:lending', needs: ['LOAN'], asked: true },
  { finding: 'unsafeAdvice:lending', needs: ['LOAN', 'GRANT'], asked: false },
  { finding: 'unsafeAdvice:lending', needs: ['RATE', 'BORROWER'], asked: false },
  { finding: 'unsafeAdvice:lending', needs: ['GRANT', 'BORROWER'], asked: false },
  { finding: 'unsafeAdvice:compliance', needs: ['REGULATOR', 'NEEDS'], asked: true },
  { finding: 'unsafeAdvice:compliance', needs: ['RULE', 'NEEDS'], asked: true },
  { finding: 'unsafeAdvice:compliance', needs: ['ASSURE', 'RULE'], asked: false },
  { finding: 'unsafeAdvice:trading', needs: ['ENTRY'], asked: false },
  { finding: 'outreachOrScrapingRequest:outreach', needs: ['MASS', 'MESSAGE'], asked: false },
  { finding: 'outreachOrScrapingRequest:scraping', needs: ['SEEK', 'DWELLING', 'SOMEONE'], asked: false },
  { finding: 'outreachOrScrapingRequest:outreach', needs: ['TELL', 'EVERY', 'PEOPLE'], asked: false },
  { finding: 'outreachOrScrapingRequest:outreach', needs: ['TELL', 'MESSAGE', 'PEOPLE'], asked: false },
  { finding: 'outreachOrScrapingRequest:scraping', needs: ['TAKE', 'EVERY', 'PROFILE'], asked: false },
  { finding: 'outreachOrScrapingRequest:scraping', needs: ['TAKE', 'PEOPLE', 'PROFILE'], asked: false },
];

/** A clause about what is bought or sold is read by its own words elsewhere: "which stock-price API". */
const PRODUCT =
  /(?<![\p{L}\p{N}])(?:api|apis|endpoint\p{L}*|endpunkt\p{L}*|schnittstelle\p{L}*|feed|feeds|dienst|service|servicio|servizio|serviço|эндпоинт\p{L}*|апи|сервис\p{L}*)(?![\p{L}\p{N}])|接口|端点|エンドポイント|サービス|API|엔드포인트|서비스|واجهة|خدمة|एपीआई|सेवा/iu;
/** What is one's own is no purchase: "must our service be registered?" */
const OWN_PRODUCT =
  /(?<!\p{L})(?:notre|nos|nuestr[oa]s?|noss[oa]s?|unser\p{L}*|nostr[oaie]|onze|nasz\p{L}*|наш\p{L}*)(?!\p{L})|当社|弊社|自社|我们的|我司|本公司|우리|خدمتنا|تطبيقنا|منصتنا|हमारी|हमारे|हमारा/iu;
const isBought = (clause: string): boolean => PRODUCT.test(clause) && !OWN_PRODUCT.test(clause);
const SENTENCES = /(?<=[.?!;。？！؟।])\s*|\n+/u;
const CLAUSES = /[,，、:：;—–]\s*|\s-\s/u;
const MOST_SENTENCES = 64;
/** Several times what any field that asks may hold. */
const MOST_READ = 4_096;

/** Whether a text may hold words of these languages: most are English, and are not searched. */
const FOREIGN = /[\u0080-\uffff]/;
const LATIN_HINT =
  /\b(?:soll|sollen|wird|wie|welche|alle|der|die|und|ich|wir|todos|todas|que|como|para|los|las|debo|tous|toutes|les|des|dois|nous|est|comment|aspire|devo|devemos|os|uma|il|gli|tutti|dobbiamo|alla|een|het|czy|jak|bir|tum|ile|le|du|cet|cette|une|el|su|esta|este|da|dessa|deste|di|questa|questo|deze|diese|dieser|dieses|tej|um|eu|meu|minha|mon|mein|meine)\b/i;

const isForeign = (text: string): boolean => FOREIGN.test(text) || LATIN_HINT.test(text);

/** Whether something is asked of us, told to others or taken in one of these languages. */
export function addressesUs(text: string): boolean {
  if (!isForeign(text)) return false;
  const held = WORDS.read(text.slice(0, MOST_READ).toLowerCase());
  return (['ASKS', 'TELL', 'TAKE'] as const).some((name) => held.has(name));
}

/** What a text asks for in one of these languages. */
export function foreignFindings(text: string): IntentFinding[] {
  if (!isForeign(text)) return [];
  const found = new Set<IntentFinding>();
  for (const sentence of text.slice(0, MOST_READ).toLowerCase().split(SENTENCES).slice(0, MOST_SENTENCES)) {
    const own = sentence
      .split(CLAUSES)
      .filter((clause) => !isBought(clause))
      .join(' , ');
    if (own.trim().length < 4 || !isForeign(own)) continue;
    const held = WORDS.read(own);
    const holds = (name: Concept): boolean => held.has(name);
    for (const { finding, needs, asked } of FRAMES)
      if (!found.has(finding) && needs.every(holds) && (!asked || QUESTION.test(sentence) || holds('ASKS')))
        found.add(finding);
  }
  return [...found];
}

/** The concepts that a text has words of, unless it is English. */
export const foreignWords = (text: string): Iterable<string> =>
  isForeign(text) ? WORDS.read(text.slice(0, MOST_READ).toLowerCase()).keys() : [];
