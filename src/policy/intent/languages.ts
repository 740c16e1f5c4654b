/**
 * Words of fourteen other languages (docs/policy.md names them) with the English word that means the same to this engine:
 * scope, rules and classifier are written once, in English, and read the others through this table. `word*` stands for all
 * words that begin so; `~word` is an English word, too, and read only beside other words of the table.
 */
const TABLE: readonly (readonly [english: string, others: string])[] = [
  // What is bought and sold.
  ['endpoint', 'endpunkt* 端点 端點 エンドポイント 엔드포인트'],
  ['api', 'schnittstelle* interfaz interfaccia 接口 介面 インターフェース 인터페이스'],
  ['route', 'ruta rutas rota rotas rotte rotta 路由 路径 ルート 경로'],
  [
    'service',
    'dienst dienste dienstes servicio servicios serviço serviços servizio servizi usług* 服务 服務 サービス 서비스',
  ],
  [
    'provider',
    'anbieter* proveedor* fournisseur* fornecedor* fornitor* aanbieder* leverancier* dostawc* 提供商 供应商 供應商 プロバイダ* ベンダー 공급자 업체',
  ],
  [
    'seller',
    'verkäufer* vendedor* vendeur* venditor* verkoper* sprzedawc* 卖家 賣家 商家 売り手 出品者 販売者 판매자',
  ],
  [
    'price',
    'preis preise preises preisen precio precios prix prezzo prezzi prijs prijzen cena ceny cenę 价格 價格 价钱 定价 售价 価格 値段 料金 가격 요금 preço preços',
  ],
  [
    'cost',
    'kostet coste cuesta cuestan coûte coûtent coûts custo custos custa custam costo costi costano kosztuje 成本 费用 費用 비용',
  ],
  ['budget', 'budgets presupuesto* orçamento* 预算 預算 予算 예산'],
  [
    'receipt',
    'quittung* beleg* recibo recibos reçu reçus ricevuta ricevute 收据 收據 領収書 レシート 영수증',
  ],
  [
    'invoice',
    'rechnung rechnungen factura facturas facture factures fatura* fattur* 发票 發票 請求書 インボイス',
  ],
  [
    'payment',
    'zahlung* bezahlung* pago pagos paiement* pagamento* pagament* betaling* płatnoś* 付款 支付 支払い 支払 決済 결제',
  ],
  [
    'call',
    'aufruf* abruf* abfrage* llamada* appel appels chamada* chiamat* aanroep* 调用 呼叫 呼び出し コール 호출',
  ],
  [
    'request',
    'anfrage* petición peticiones solicitud* requête* requisição requisições richiest* 请求 請求 リクエスト 요청',
  ],
  ['response', 'antwort* respuesta* réponse* resposta* rispost* 响应 回應 応答 レスポンス 응답'],
  ['dataset', 'datensatz datensätze 数据集 データセット'],
  ['data', 'daten datos données donnée dados dati gegevens 数据 資料 データ 데이터'],
  ['documentation', 'dokumentation* documentación documentação documentazione 文档 文件 ドキュメント 문서'],
  [
    'subscription',
    'abo abonnement* suscripción suscripciones assinatura* abbonament* 订阅 訂閱 サブスク* 구독',
  ],
  ['challenge', 'reto desafío ~défi ~défis desafio sfida herausforderung* 质询 挑战 チャレンジ 챌린지'],
  ['offer', 'angebot* oferta* offre offres offerta offerte 报价 报盘 オファー'],
  ['plan', 'tarif tarife tarifs tarifa* 套餐 プラン'],
  ['buyer', 'käufer* comprador* acheteur* acquirent* koper 买家 買家 買い手 購入者 구매자'],
  [
    'customer',
    'kunde kunden kundin cliente clientes clienti klant klanten klient* 客户 顧客 お客様 取引先 고객',
  ],
  ['agent', 'agente agentes agenten 代理 智能体 エージェント 에이전트'],
  ['dollar', 'dólar* dollari 美元 美金 ドル 달러'],
  ['cent', 'céntimo céntimos centavo* centime centimes centesimi 美分 セント'],
  ['translation', 'übersetzung* traducción traduction tradução traduzione vertaling 翻译 翻譯 翻訳 번역'],
  ['weather', 'wetter* meteo météo 天气 天氣 天気 날씨'],
  ['image', 'bild bilder imagen imágenes imagem imagens immagin* 图片 图像 圖像 画像 이미지'],
  ['search', 'suche suchen búsqueda* recherche busca pesquisa ricerca 搜索 搜尋 検索 검색'],
  ['page', 'seite seiten página* pagina pagine 页 ページ'],
  [
    'website',
    'webseite* internetseite* sitio sitios sito siti 网站 網站 网页 網頁 サイト ウェブサイト 사이트 웹사이트',
  ],
  ['reliability', 'zuverlässig* fiabilidad fiabilité confiabilidade affidabilit* 可靠* 信頼性 신뢰*'],
  ['trustworthy', 'vertrauenswürdig* confiable* fiable* fiables affidabil* 可信 信頼できる'],
  ['latency', 'latenz* latencia latência latenza 延迟 レイテンシ'],
  ['network', 'netzwerk* réseau rede rete 网络 網路 ネットワーク'],
  ['per', '每次 每 あたり につき 당'],
  ['refund', 'rückerstattung* erstattung* reembolso* remboursement* rimborso 退款 返金 환불'],
  // Deciding.
  [
    'check',
    'prüf* überprüf* comprueb* comprobar compruebe controleer* controla controlla sprawdź sprawdz* 检查 檢查 核查 查一下 查看 チェック 確認 확인 점검 vérifie vérifier vérifiez verifica verificar verifique verifiquen',
  ],
  ['verify', 'verifiziere* 验证 驗證 核实 検証 검증 verificação'],
  [
    'evaluate',
    'bewert* beurteil* evalúa evalúe evalúen avalia avalie avaliar valuta valutare valuti beoordeel oceń 评估 評估 評価 평가 évalue évaluer évaluez évaluons',
  ],
  [
    'compare',
    'vergleich* compara comparar comparez comparer confronta confrontare vergelijk* porówna* 比较 比較 对比 비교',
  ],
  [
    'decide',
    'entscheid* decidir decida decidi decidere beslis* 决定 決定 判断 決めて 결정 décide ~décider décidez',
  ],
  [
    'choose',
    'wähl* auswähl* elige elegir escoge escoger choisi* escolh* scegli* kies kiezen wybierz 选择 選擇 选一个 選んで 選択 선택',
  ],
  [
    'worth',
    'lohn lohnt lohnen vale vaut valent compensa conviene convient waard 值得 值不值 划算 値する 妥当 가치',
  ],
  [
    'buy',
    'kauf kaufe kaufen kaufst kauft gekauft einkauf compro compra comprar compre compramos comprei achat acheter achète achetez acheté comprare acquist* koop kopen kupić kupi* 购买 購買 买 買う 買って 買い 購入 구매 구입 사야',
  ],
  [
    'pay',
    'zahl zahle zahlen zahlt bezahl bezahle bezahlen pagar paga pague pagamos ~payer paie payez pagare betaal betalen zapłac* 付 支付费用 払う 払って 지불',
  ],
  [
    'sell',
    'verkauf verkaufe verkaufen verkauft vende vender vendo vendemos vendre vends vendez vendere verkoop verkopen sprzeda* 卖 出售 售卖 売る 売って 販売 판매 팔아',
  ],
  [
    'should',
    'soll sollte sollten sollen debería deberíamos debo debemos doit devons devrait devrais deveria devo devemos dovrei dobbiamo moet moeten powin* 应该 應該 要不要 该不该 べき 해야',
  ],
  [
    'can',
    'kann können könnte puedo podemos puede peut peux pouvons pode posso possiamo 可以 能否 できます できる 수',
  ],
  ['whether', 'ob 是否 かどうか'],
  [
    'which',
    'welche welcher welches welchen cuál cuáles qué quel quelle quels quelles qual quais quale quali welke który która które 哪个 哪個 哪些 どの どれ どちら 어떤 어느',
  ],
  ['how', 'wie cómo combien como jak 如何 怎么 怎麼 怎样 どう どうやって 어떻게 ~come ~comment'],
  ['why', 'warum porqué pourquoi perché 为什么 なぜ 왜'],
  ['what', 'quoi cosa 什么 什麼 なに 무엇'],
  ['fit', 'passt geeignet adecuado adapté adequado adatto 适合 適合 適切 적합'],
  ['cheap', 'günstig* billig* barato* baratos économique economico 便宜 安い 저렴'],
  ['expensive', 'teuer* caro caros ~cher chère 贵 高い 비싼'],
  ['better', 'besser mejor mejores meilleur* melhor melhores migliore beter lepszy 更好 いい方 더'],
  ['fair', 'angemessen gerechtfertigt razonable raisonnable razoável ragionevole 合理 妥当です'],
  ['enough', 'genug reicht suficiente suffit suffisant basta 足够 十分 충분'],
  ['test', 'teste testen prueba probar essaie testar prova 测试 測試 試す テスト 테스트 ~tester'],
  ['need', 'brauche brauchen necesito necesitamos besoin preciso precisamos bisogno 需要 必要 필요'],
  ['safe', 'sicher seguro segura ~sûr sicuro 安全 안전'],
  ['return', 'liefert zurückgibt devuelve renvoie retourne retorna restituisce 返回 返す 반환'],
  ['publish', 'veröffentlicht publica publie 公布 公開'],
  ['support', 'unterstützt akzeptiert soporta acepta accepte aceita accetta supporta 支持 対応'],
  // Words that hold a sentence together.
  [
    'the',
    'der das dem den des ein eine einen einer eines einem el los las una unos unas le les une du aux uma ~os ~lo gli het een этот 这个 這個 この その ~die',
  ],
  ['of', 'von vom della dello delle dei del de da ~do dos das di van 的'],
  ['and', 'und oraz 和 以及'],
  ['or', 'oder ~ou 或者 还是 還是 それとも'],
  ['for', 'für fürs para pour pra voor'],
  ['with', 'mit con avec ~com ~met'],
  ['if', 'wenn ~falls ~si'],
  ['i', 'ich yo je ~eu'],
  ['me', 'mich mir 我 私'],
  [
    'my',
    'mein meine meinen meinem meiner mis ~mon mes meu minha meus mio mia miei mijn mój moje 我的 私の 내',
  ],
  ['we', 'wir nosotros nous nós noi wij 我们 我們 우리'],
  [
    'our',
    'unser unsere unseren unserem unserer nuestro nuestra notre nos nosso nossa nostro nostra onze 我们的 私たちの',
  ],
  ['now', 'jetzt ahora maintenant agora adesso 现在 現在 今 지금'],
  ['to', 'zum zur'],
  ['before', 'bevor antes avant prima 之前 前に'],
  // Advice: investment and trading.
  [
    'invest',
    'investier* anlegen anlege anlegt invertir invierto invierte invertimos investir investis investire beleggen inwestowa* 投资 投資 투자',
  ],
  [
    'stocks',
    'aktie aktien aktienkurs acciones ~actions ações ação azioni aandelen akcje 股票 股份 株 株式 주식',
  ],
  ['etf', 'sparplan besparen'],
  ['fund', 'fonds fondo fondos fundo fundos 基金 ファンド 펀드'],
  [
    'savings',
    'ersparnis* erspartes ahorro ahorros épargne poupança economias risparmi* spaargeld oszczędno* 储蓄 存款 積蓄 貯金 저축',
  ],
  ['gold', 'oro ouro 黄金 金価格'],
  ['bitcoin', '比特币 比特幣 ビットコイン 비트코인 以太坊 イーサ 이더리움'],
  [
    'crypto',
    'kryptowährung* krypto criptomoneda* cryptomonnaie* criptomoeda* criptovalut* kryptowalut* 加密货币 加密貨幣 仮想通貨 暗号資産 암호화폐 코인',
  ],
  ['portfolio', 'cartera portefeuille carteira portafoglio 投资组合 ポートフォリオ 포트폴리오'],
  ['yield', 'rendite* rendimiento rendement rendimento 收益 利回り 수익률'],
  ['interest', 'zins zinsen zinssatz interés intereses intérêt* juros interessi 利息 利率 金利 이자'],
  ['dividend', 'dividende* dividendo* 股息 配当 배당'],
  ['trade', 'handeln traden operar négocier 交易 取引する トレード 매매'],
  ['long', 'kaufsignal 做多 ロング'],
  ['short', '做空 空売り'],
  [
    'predict',
    'prognose* vorhersag* predice predecir prévoi* prever prevê previsione 预测 預測 予想 予測 예측 prédis prédit prédire',
  ],
  ['tomorrow', 'morgen mañana demain amanhã domani 明天 明日 내일'],
  ['rise', 'steigt steigen ~sube subirá monter montera sobe subir 上涨 上昇 오를'],
  ['fall', 'fällt ~fallen baja bajará baisse baisser cai 下跌 下落 내릴'],
  [
    'recommend',
    'empfiehl* empfehl* recomienda recomendar recommande* conseille* recomende recomendar consiglia* polec* 推荐 推薦 建议 おすすめ 勧め 추천',
  ],
  ['advise', 'beratung aconseja asesora conseil conseils aconselh* consiglio 咨询 アドバイス 조언'],
  ['real-estate', 'immobilie* inmueble* immobilier imóve* 房产 不動産 부동산'],
  // Tax.
  [
    'taxes',
    'steuer steuern steuerlich* umsatzsteuer mehrwertsteuer mwst einkommensteuer impuesto* iva impôt impôts fiscale fiscalité tva imposto* tassa tasse imposte belasting* podat* 税 稅 税金 纳税 報税 报税 消費税 確定申告 세금 ~fiscal',
  ],
  [
    'deduct',
    'absetzen absetzbar steuerabzug deducir deduzco deducible déduire ~déductible deduzir dedutível detrarre aftrekken 抵扣 扣除 控除 공제',
  ],
  [
    'declare',
    'versteuern versteuere declarar declaro déclarer ~déclare dichiarare aangeven 申报 申報 申告 신고',
  ],
  [
    'avoid',
    'vermeid* umgehe umgehen hinterzieh* evito evitar éviter évite evitare vermijd* unikn* 避免 逃避 避税 逃税 避ける 節税 脱税 피하 ~evite',
  ],
  // Law.
  [
    'legally',
    'rechtlich* juristisch* juridiqu* jurídic* juridicamente legalmente giuridic* 法律 法律上 法的 법적 법률',
  ],
  [
    'legal',
    'legale rechtens zulässig erlaubt lícito lecito wettig legaln* 合法 违法 違法 합법 불법 légale légaux légales',
  ],
  ['illegal', 'verboten strafbar ilegal illegale illégale illégaux'],
  ['law', 'gesetz* ley leyes loi lei leis legge leggi prawo 法规 法規 법'],
  [
    'lawyer',
    'anwalt anwält* rechtsanwalt* abogad* avocat* advogad* avvocat* advocaat 律师 律師 弁護士 변호사',
  ],
  [
    'contract',
    'vertrag verträge vertrags* contrato contratos contrat contrats contratto contratti umow* 合同 契約 契約書 계약',
  ],
  ['clause', 'klausel* cláusula* clausola 条款 條款 条項'],
  ['enforceable', 'rechtsgültig* wirksam bindend einklagbar exécutoire valable exigível 有效力 执行力 有効'],
  [
    'sue',
    'klage klagen verklag* demandar demando denunciar poursuivre processar querelare aanklagen pozwa* 起诉 起訴 告他 訴える 訴訟 고소 소송',
  ],
  [
    'court',
    'gericht gerichte tribunal tribunales tribunaux tribunale juez juge juiz giudice 法院 法庭 裁判 裁判所 법원',
  ],
  ['liable', 'haftbar haftung haften responsabilité 责任 責任 책임'],
  [
    'fired',
    'kündigung kündigen fristlos despedir despido licencier licenciement demitir demissão licenziare 解雇 해고',
  ],
  [
    'landlord',
    'vermieter* mieter* arrendador casero inquilin* propriétaire locataire senhorio proprietario 房东 房東 大家さん 家主 집주인',
  ],
  ['divorce', 'scheidung* divorcio divórcio divorzio 离婚 離婚 이혼'],
  ['rights', 'derecho derechos droits direitos diritti 权利 権利 권리'],
  // Lending and compliance.
  [
    'loan',
    'kredit* darlehen* préstamo* prestamo* hipoteca* prêt prêts crédito créditos ~crédit emprunt empréstimo* mutuo prestito prestiti lening hypotheek hypothek* pożyczk* kredyt* 贷款 貸款 借款 信贷 房贷 ローン 融資 借入 대출',
  ],
  ['lend', 'verleihen leihen prestar prêter emprestar 放贷 借给 貸す'],
  [
    'approve',
    'genehmig* bewillig* aprobar aprueba approuver aprovar aprove approvare goedkeuren 批准 审批 承認 審査 승인',
  ],
  [
    'compliant',
    'konform* dsgvo* regelkonform cumplimiento conforme conformité conformidade conformità rgpd lgpd 合规 合規 コンプライアンス 규정',
  ],
  ['license', 'lizenzpflicht* zulassung licencia permiso 牌照 许可证 許認可 免許 허가'],
  ['regulation', 'vorschrift* verordnung* normativa* réglementation* regulamenta* 监管 法令 規制 규제'],
  ['insurance', 'versicherung* assicurazione 保险 保険 보험 ~assurance'],
  // Messaging people and collecting.
  ['email', 'mails correo correos courriel* 邮件 電郵 邮箱 メール 이메일 메일'],
  [
    'message',
    'nachricht* mensaje* mensagem mensagens messaggi* wiadomo* 消息 私信 讯息 メッセージ 메시지 문자',
  ],
  [
    'send',
    'schick schicke schicken sende senden envía envíe enviar envíales envoie envoyer envoyez envie mandar mande invia inviare stuur wyślij 发送 發送 发 群发 送信 送って 送る 보내',
  ],
  [
    'write',
    'schreib schreibe schreiben schreibt escribe escribir écris écrire écrivez escreva escrever scrivi scrivere schrijf napisz 写信 写给 書いて 써서',
  ],
  [
    'contact',
    'kontakt kontaktier* contacta contactar contactez contacter contate contatar contatta contattare anschreiben 联系 聯繫 联络 連絡 연락',
  ],
  [
    'call',
    'anrufen llama llamar llámales appelle appelez telefoniere ~ligue telefona zadzwoń zadzwonić obdzwoń позвони* обзвон* 打电话 電話して 전화해',
  ],
  [
    'negotiate',
    'verhandel* feilsch* negocia negociar négocier negozia onderhandel* 谈判 議價 讨价还价 交渉 협상',
  ],
  [
    'discount',
    'rabatt* nachlass descuento* ~remise ~réduction desconto* sconto korting 折扣 优惠 割引 値引き 할인',
  ],
  [
    'everyone',
    'alle ~allen jeden jeder todos todas cada tous toutes chaque tutti tutte iedereen wszystk* 所有 全部 每个 每個 全員 全て すべて 모든 전체',
  ],
  [
    'competitor',
    'konkurrent* konkurrenz mitbewerber* wettbewerber* competidor* competencia concurrence concorrente* concorrência concorrenti concurrenten 竞争对手 競爭對手 竞品 競合 경쟁사 ~concurrent ~concurrents',
  ],
  ['short', 'шорт шорта шорты'],
  ['leverage', 'плечо плечом плеча'],
  ['position', 'позици*'],
  ['crude', 'нефть нефти нефтью'],
  ['merchants', 'sklepów sklepom sklepami магазинам магазины dükkanları dükkanlara'],
  ['founders', 'gründer* fundador* fondateur* fondatric* fondatori 创始人 創業者 창업자'],
  ['followers', 'abonnenten seguidores abonnés 粉丝 フォロワー'],
  ['leads', 'interessenten prospectos 潜在客户 見込み客 リード'],
  [
    'scrape',
    'auslesen abgreif* raspa raspar raspe raspado scrapear 爬取 抓取 爬虫 爬蟲 采集 スクレイピング クロール 스크래핑 크롤링 긁어',
  ],
  [
    'collect',
    'sammle sammeln sammelt einsammeln recopila recopilar recoge recolecta collecte collecter récupère récupérer coleta colete coletar reúna raccogli raccogliere verzamel* zbierz 收集 集めて 収集 모아 수집',
  ],
  ['extract', 'extrae extraer extrais extraire extraia estrai estrarre extrahier* 提取 抽出 추출'],
  [
    'download',
    'herunterlad* runterlad* descarga descargar descargue télécharge* baixe baixar scarica scaricare pobierz 下载 下載 ダウンロード 다운로드',
  ],
  ['copy', 'kopier* copia copiar copie copiare 复制 複製 コピー 복사'],
  ['search', 'durchsuch*'],
  ['contacts', 'kontakte contactos adressen contatos contatti 联系方式 联系人 連絡先 연락처'],
  ['phone', 'telefonnummer* teléfono* telefones telefone 电话号码 手机号 電話番号 전화번호'],
  ['profiles', 'perfiles profils perfis profili 个人资料 プロフィール 프로필'],
  ['reviews', 'bewertungen rezension* reseñas avis avaliações recensioni 评论 评价内容 レビュー 리뷰'],
  ['bypass', 'contourne* saltarse evadir contornar aggira 绕过 繞過 回避して 우회'],
  ['post', 'poste posten publicar publiez postar 发帖 投稿 게시'],
  ['hack', 'hacke hacken piratea 黑进 破解 ハッキング 해킹'],
  // Nothing in particular.
  ['help', 'hilf hilfe ayuda ayúdame ~aide aidez ajuda aiuto 帮 帮助 幫 手伝って 助けて 도와'],
  ['something', 'etwas irgendwas qualcosa coś 东西 何か 뭔가 ~algo'],
  ['please', 'bitte porfavor plait plaît prego 请 請 ください お願い 주세요'],
  ['money', 'geld dinero argent dinheiro denaro soldi pieniądze 钱 錢 お金 돈'],
  // Russian, Turkish, Arabic and Hindi: the words a purchase question needs, and those of refused subjects and acts.
  ['price', 'цена* цене цены цену ценам fiyat* سعر السعر أسعار कीमत मूल्य दाम'],
  ['cost', 'стоимост* стоит maliyet* تكلفة'],
  ['worth', 'целесообразно выгодно değer يستحق'],
  ['endpoint', 'эндпоинт* एंडपॉइंट'],
  ['api', 'апи واجهة एपीआई'],
  ['service', 'сервис* услуг* servis* hizmet* خدمة الخدمة सेवा'],
  ['route', 'маршрут* роут*'],
  ['provider', 'поставщик* провайдер* sağlayıcı* مزود विक्रेता'],
  ['seller', 'продавц* продавец satıcı* بائع'],
  ['call', 'вызов* вызыва* çağrı* कॉल'],
  ['request', 'запрос* istek* طلب अनुरोध'],
  ['check', 'провер* kontrol denetle* تحقق افحص जांच जाँच जांचें'],
  ['evaluate', 'оцени* оценк* değerlendir* قيم تقييم मूल्यांकन'],
  ['compare', 'сравни* сравнен* karşılaştır* قارن तुलना'],
  ['decide', 'реши* решен* karar'],
  ['choose', 'выбер* выбра* اختر चुनें'],
  ['buy', 'купи* покупа* покупк* almaya almalı alınır satın شراء اشتري खरीद खरीदना खरीदें'],
  ['pay', 'плати* заплати* оплати* ادفع भुगतान'],
  ['payment', 'оплат* платеж* ödeme* دفع'],
  ['sell', 'продава* прода* satıyor* satmak أبيع'],
  ['budget', 'бюджет* bütçe* ميزانية बजट'],
  ['receipt', 'квитанц* чеки makbuz* إيصال रसीद'],
  ['reliability', 'надежн* güvenilir* موثوق'],
  ['dollar', 'доллар* دولار डॉलर'],
  ['cent', 'цент центов цента سنت सेंट'],
  ['translation', 'перевода çeviri* ترجمة الترجمة अनुवाद'],
  ['weather', 'погод* hava الطقس मौसम'],
  ['should', 'следует yapmalı'],
  ['whether', 'ли هل क्या'],
  ['which', 'какой какая какие какую hangi أي कौन'],
  ['fit', 'подходит uygun مناسب ठीक उचित'],
  ['per', 'başına لكل प्रति'],
  ['for', 'для için'],
  ['or', 'или veya أو'],
  ['invest', 'инвест* вложит* вкладыва* yatırım* استثمار استثمر أستثمر निवेश'],
  ['stocks', 'акции акций акцию hisse* أسهم शेयर'],
  ['bitcoin', 'биткоин* биткойн* بيتكوين बिटकॉइन'],
  ['crypto', 'крипт* kripto* क्रिप्टो'],
  ['taxes', 'налог* vergi* ضريبة الضرائب ضرائب टैक्स'],
  ['legal', 'законно юридическ* yasal* قانوني कानूनी'],
  ['law', 'закон* kanun* القانون कानून'],
  ['lawyer', 'адвокат* юрист* avukat* محامي वकील'],
  ['sue', 'засуди* dava* أقاضي मुकदमा'],
  ['contract', 'договор* контракт* sözleşme* عقد العقد अनुबंध'],
  ['loan', 'ипотек* займ* заём kredi kredisi kredim قرض ऋण लोन'],
  ['landlord', 'арендодател* المالك'],
  ['send', 'отправ* разошл* отошл* gönder* أرسل ارسل भेजो भेजें'],
  ['write', 'напиш* напис* اكتب लिखो लिखें'],
  ['email', 'письм* posta postaları بريد ईमेल'],
  ['message', 'сообщен* mesaj* رسالة رسائل संदेश'],
  ['contact', 'свяжи* связат* iletişime تواصل संपर्क'],
  ['everyone', 'всем всех каждому каждого tüm herkese جميع كل सभी सबको'],
  ['collect', 'собер* собра* собира* topla* اجمع جمع इकट्ठा'],
  ['download', 'скача* indir* حمل डाउनलोड'],
  ['scrape', 'спарс* парси* выгрузи* استخرج स्क्रैप'],
  ['website', 'сайт* sitesini sitesi موقع المواقع वेबसाइट'],
  ['competitor', 'конкурент* rakip* منافس प्रतियोगी'],
  ['discount', 'скидк* indirim* خصم छूट'],
  ['customer', 'клиент* müşteri* عملاء ग्राहक'],
];

const ACCENTS = /[\u0300-\u036f]/g;
/** Without accents, as tokens are; scripts in which accents are parts of letters stay as they are. */
const bare = (word: string): string => {
  const lower = word.toLowerCase();
  return /[\u3040-\uffff]/.test(lower) ? lower : lower.normalize('NFD').replace(ACCENTS, '');
};

/** Scripts written without blanks between words, and Korean, which puts endings behind them. */
const RUN_SCRIPT = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

const wholes = new Map<string, string>();
const stems = new Map<string, string>();
/** First letters of stems: for most words one look-up tells that no stem fits. */
const heads = new Set<string>();
const signs = new Map<string, string>();
const shared = new Map<string, string>();
export const ENGLISH_WORDS: readonly string[] = TABLE.map(([english]) => english);
for (const [english, others] of TABLE) {
  for (const entry of others.split(' ')) {
    const stem = entry.endsWith('*');
    if (entry.startsWith('~')) {
      shared.set(bare(entry.slice(1)), english);
      continue;
    }
    const word = bare(stem ? entry.slice(0, -1) : entry);
    (RUN_SCRIPT.test(word) ? signs : stem ? stems : wholes).set(word, english);
  }
}
const longest = (map: ReadonlyMap<string, string>): number =>
  Math.max(...[...map.keys()].map((word) => word.length));
const LONGEST_STEM = longest(stems);
const LONGEST_SIGN = longest(signs);
const SHORTEST_STEM = 4;
/** Latin letters and digits inside such a stretch are a word by themselves. */
const LATIN_PART = /^[a-z0-9]+/;
const LONGEST_LATIN = 40;
/** What the words of such scripts begin with. */
const signHeads = new Set([...signs.keys()].map((sign) => sign.charCodeAt(0)));
for (const stem of stems.keys()) heads.add(stem.slice(0, SHORTEST_STEM));
/** Shortest last part of a compound ("Umsatz-steuer") that is read. */
const SHORTEST_PART = 5;
const SHORTEST_COMPOUND = 9;

/** The English word for a word without accents, in lower case; undefined if the table has none. */
export function englishOf(word: string): string | undefined {
  const whole = wholes.get(word);
  if (whole !== undefined || !heads.has(word.slice(0, SHORTEST_STEM))) return whole;
  for (let end = Math.min(word.length, LONGEST_STEM); end >= SHORTEST_STEM; end--) {
    const stem = stems.get(word.slice(0, end));
    if (stem !== undefined) return stem;
  }
  return undefined;
}

/** The same beside other words of the table: words that are English, too, and the last parts of compounds. */
export function englishBeside(word: string): string | undefined {
  const whole = shared.get(word);
  if (whole !== undefined || word.length < SHORTEST_COMPOUND) return whole;
  for (let from = 3; from <= word.length - SHORTEST_PART; from++) {
    const part = wholes.get(word.slice(from)) ?? stems.get(word.slice(from));
    if (part !== undefined) return part;
  }
  return undefined;
}

export const isRunScript = (text: string): boolean => RUN_SCRIPT.test(text);

/** The words of a stretch written without blanks, longest first at each place; what no word fits is passed over. */
export function englishOfRun(run: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < run.length; ) {
    const code = run.charCodeAt(at);
    if (code >= 128 && !signHeads.has(code)) {
      at++;
      continue;
    }
    const latin = LATIN_PART.exec(run.slice(at, at + LONGEST_LATIN))?.[0];
    let size = latin?.length ?? Math.min(LONGEST_SIGN, run.length - at);
    let word = latin;
    for (; word === undefined && size > 0; size--) {
      word = signs.get(run.slice(at, at + size));
      if (word !== undefined) break;
    }
    if (word !== undefined) found.push(word);
    at += Math.max(1, size);
  }
  return found;
}
