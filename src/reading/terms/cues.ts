/** Words that say what a number of an order is. */
const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const VALUE = set(
  'worth value valued values valuable earn earns earning earned save saves saving savings spare spares spared gain gains gained revenue resell resells reselling resale upside benefit payoff profit margin nets yields avoids avoided brings bring',
);
export const PRICE = set(
  'price prices priced pricing cost costs costing fee fees charge charges charged charging ask asks asked asking quote quotes quoted rate tariff bill bills billed billing wants takes demands toll amount maxamountrequired',
);
/** Alone these make a price only where nothing stronger stands before them. */
export const WEAK_PRICE = set('at @ for pay pays paying is are runs goes buy buys purchase spend =');
export const TOTAL = set(
  'total totals overall altogether combined aggregate cumulative sum whole entire everything together lifetime',
);
export const BUDGET = set(
  'gave released granted budget budgets budgeted allowance allocated allocate allotted earmarked aside reserved wallet balance purse kitty pot float funds fund spend spending outlay got have afford available',
);
/** What the answer is about, or what follows from it: money that is not paid for the call. */
export const STAKE = set(
  "deposit deposits depositing deposited wire wires wiring wired transfer transferring transferred raise raised raising seed round lease leases loan loans mortgage trade trades trading swap swaps swapping position positions portfolio treasury tvl invest investing invested investment stake staking staked bridge bridging bridged mint minting valuation grant prize bounty salary deal deals exposure liquidity turnover sales arr mrr capitalization house acquisition payroll loss losses lost stole stolen hacked hack drained payout merger collateral escrow withdraw withdrawing withdrawal withdrawals remit remittance settlement insurance rent contract's borrow borrowing lend lending fundraise funding series ipo acquire acquiring ",
);
export const PAST = set(
  'was were previously formerly earlier historically processed served handled already spent ago since',
);
export const OTHER_SELLER = set(
  'competitor competitors competing rival rivals broker brokers elsewhere alternative alternatives other others another versus vs instead compared comparable incumbent',
);
/** A thing that goes wrong: what it costs is what a good answer saves. */
export const LOSS = set(
  'bounce bounces error errors mistake mistakes miss misses failure failures fraud frauds chargeback chargebacks outage wrong incorrect bad missing missed false breach hour delay',
);

/** Bare numbers behind these words name something and count nothing. */
export const NAMES_NUMBER = set(
  'port block version v release ticket issue pr id chain chainid http https status code codes error rfc eip erc page section line row layer tier level step phase top q no number nr api gpt llama claude model python node year batch epoch slot height',
);
/** Counted things that nobody buys by the call. */
export const NOT_BOUGHT = set(
  'adult child kid guest passenger pax traveller traveler bedroom bp bps basis user customer buyer developer review star decimal subscriber follower employee agent listing commit install country language field column node server engineer reviewer people person seller member team day hour repo issue chain network digit nine partner client endpoint field parameter vote complaint incident version confirmation percent place retry redirect hop core gpu thread worker year',
);
/** The seller's or the answer's numbers. */
export const SELLER_COUNT = set(
  'returns return returned contains contain includes include covers cover supports support serves serve lists list holds has offers offer gives provides carries indexed indexes index allows allowed permits throttles throttled capped rate-limited shows reported',
);
export const WANTS = set(
  "find need needs want wants buy buys buying order get getting run runs running make making plan planning plans do doing try fetch purchase purchasing enrich tag verify check checking screen screening scan score scoring geocode translate transcribe embed classify convert pull retrieve process analyze analyse audit validate test collect look lookup generate render send require requires i'd we'd would expect intend for of batch about all approximately around roughly another x more",
);
export const ONLY = set('only exactly strictly');
