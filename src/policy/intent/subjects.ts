const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/**
 * Words of the refused subjects and acts, by theme. One of them proves nothing; each theme is a cue of the classifier,
 * read over the request's own words only ("a loan API" has no word of lending).
 */
export const SUBJECTS: readonly { readonly id: string; readonly words: ReadonlySet<string> }[] = [
  {
    id: 'assets',
    words: words(
      `btc bitcoin bitcoins eth ether ethereum sol solana xrp doge dogecoin avax ada matic pepe shib altcoin altcoins memecoin memecoins
      shitcoin coin coins crypto cryptos cryptocurrency cryptocurrencies nft nfts steth arb bnb ltc link sui stock stocks share shares
      equity equities bond bonds etf etfs fund funds treasuries tbills bills gold silver copper crude oil commodity commodities nvda
      nvidia tsla tesla aapl apple msft amzn googl spy nasdaq reit reits forex eurusd perp perps futures annuity portfolio savings
      pension 401k ira retirement treasury nest egg inheritance dividend dividends ipo valuation yield yields apy returns staking
      stake invest investing invested investment investments investor hold hodl undervalued overvalued appreciate moon hedge
      allocation diversify validator wealth tokens token acciones acoes aktien action actions ahorros`,
    ),
  },
  {
    id: 'trading',
    words: words(
      `trade trades trading trader long short shorting leverage leveraged margin position positions stop entry exit candle candles
      chart charts bullish bearish breakout rally dip scalp scalping swing strike calls puts option options spread expiry rsi macd
      support resistance arbitrage backtest signal signals setup setups perp perps futures bid ask orders snipe copytrade futuros pump dump
      invalidation target carry funding volatility predict forecast tomorrow crude pair pairs hyperliquid binance`,
    ),
  },
  {
    id: 'tax',
    words: words(
      `tax taxes taxed taxable taxation vat gst irs hmrc deduct deductible deduction deductions deduce withhold withholding gains
      capital-gains residency resident offshore 1099 1040 w2 w8 w9 k1 schedule fiscal inheritance accountant bracket dividends salary
      loophole loopholes shelter haven owe owed owes impots impuestos steuern steuer imposto fbar filing writeoff depreciation
      corp payroll evade revenue-service`,
    ),
  },
  {
    id: 'legal',
    words: words(
      `legal legally illegal lawful unlawful law laws lawyer lawyers attorney sue sued suing lawsuit lawsuits court courts judge jury
      liable liability enforceable binding clause clauses contract contracts agreement nda lease landlord tenant evict eviction
      trademark copyright patent patents infringe infringing infringement defamation custody divorce plead guilty appeal damages
      negligence arbitration litigation litigate statute rights warranty breach breaching cease desist settlement fired license
      licence gpl plea fraud tribunal demandar vermieter kaution incorporate terms privacy fair responsible`,
    ),
  },
  {
    id: 'lending',
    words: words(
      `loan loans lend lending lender lenders borrow borrower borrowers borrowing mortgage mortgages refinance refinancing refi heloc
      credit creditworthiness creditworthy collateral underwrite underwriting apr interest debt debts overdraft applicant applicants
      guarantor cosign co-sign repay repayment installment financing finance payday advance default qualify qualifies microloan
      liquidate bnpl afford pret prestamo kredit emprestimo consolidate sba`,
    ),
  },
  {
    id: 'compliance',
    words: words(
      `compliant compliance comply gdpr hipaa mica aml kyc sec finra pci sox ccpa ofac sanction sanctions regulator regulators
      regulation regulations regulatory regulated licensing licence license licensed exempt exemption bitlicense psd2 coppa rgpd bafin
      dsgvo transmitter travel-rule auditor disclosures security securities registration register jurisdiction jurisdictions iran
      controller processor breach suspicious reporting threshold custody permitted allowed export soc legally soc2 iso act directive`,
    ),
  },
  {
    id: 'message_verbs',
    words: words(
      `email emails mail dm dms message messages messaging text texting sms contact contacting write ping pitch pitching invite notify spam
      blast cold reach outreach follow tweet post posting comment reply replies promote advertise introduce negotiate haggle bargain
      persuade convince recruit nudge ring phone talk chat speak share spread upvote review campaign newsletter announce publish
      ghostwrite thank complain chase airdrop retweet tag mention intro intros connect approach solicit canvass envoie escribe schreib`,
    ),
  },
  {
    id: 'people',
    words: words(
      `people everyone everybody anyone users founders founder ctos cto ceos builders developers devs customers prospects leads
      contacts followers subscribers members sellers merchants investors journalists employees engineers recruiters influencers
      startups owners operators maintainers attendees speakers strangers friends group groups channel channels subreddit thread
      threads community communities inbox mailbox mailboxes vendors competitors competitor linkedin twitter telegram discord
      reddit whatsapp slack x farcaster tiktok instagram facebook whoever someone person clients buyers whales affiliates team sales`,
    ),
  },
  {
    id: 'collect_verbs',
    words: words(
      `scrape scraping scraper crawl crawling spider harvest harvesting mirror rip dump extract extracting download downloading copy
      pull collect collecting gather grab enumerate compile clone hoover suck trawl mine exfiltrate siphon walk iterate parse index
      archive monitor track bypass circumvent evade unblock captcha captchas paywall paywalled proxies rotating headless playwright
      selenium brute force scan sniff vulnerabilities ports subnet dossier intel monitor fetch note save store list
      descarga copier sammeln cloudflare login steal`,
    ),
  },
  {
    id: 'bulk',
    words: words(
      `all every entire whole each everything full list profiles profile emails mailboxes addresses handles bios phone numbers
      pages site sites website websites catalogue catalog directory forum archive database names reviews listings posts tweets
      photos articles usernames cards leads members followers content`,
    ),
  },
];
