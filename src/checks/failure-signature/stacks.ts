import { inWordsOfDialect, type PaymentDialect } from './dialect.ts';
import { USED } from './families.ts';
import type { Language } from './language.ts';
import { type Named, PACKAGES } from './packages.ts';
import { holds, type Screened } from './screen.ts';

/** What a text was made with: a language, and packages of paid calls with their versions. */

/** What a runtime or package manager is known by, in a flattened text and in the commands of a fix. */
export const LANGUAGES: Readonly<Record<Language, RegExp>> = {
  python:
    /\bpip3? |\bpoetry\b|\buv add\b|\bpympp\b|traceback \(most recent|\.py\b|site-packages|pydantic|modulenotfounderror|\bpython\b|\bfastapi\b|\bflask\b|\bdjango\b|\buvicorn\b|\bhttpx\b|\bkeyerror\b|attributeerror|x402httpxclient|x402_requests|requests\.exceptions|\butcnow\b|eth_account/,
  node: /\bnpm\b|\bnpx\b|\bpnpm\b|\byarn\b|node_modules|@x402\/|@coinbase\/|@solana\/|@modelcontextprotocol\/|\bmcpclient\.wrap|\.tsx?:\d|\.m?js:\d|\.m?js\)|err_(?:module|package|require)|\bmppx\b|\bx402-(?:fetch|axios|express|hono|next)\b|\btypescript\b|\bzoderror\b|\bviem\b|\bexpress\b|\bhono\b|next\.js|\bnextjs\b|wrapfetchwithpayment|\bwrangler\b|\bnode:\w|cannot read propert|is not a function\b|client\.register\(eip155|spendcontrols|privatekeytoaccount|process\.env|node -e/,
  rust: /\bcargo\b|x402-rs|x402-axum|x402-reqwest|\bcrates?\b|\.rs\b|panicked at|\br402_|\baxum\b|\breqwest\b|\btokio\b|\bserde\b/,
  go: /\bgo (?:get|mod|install|list|server|client|http)\b|goroutine \d|\.go:\d|context deadline exceeded|x402http\.|panic:|\bgolang\b|illegal base64 data at input byte|\bgin\b|err=/,
  ruby: /\bgem\b|\bbundle(?:r)?\b|\brails\b|\bruby\b|\.rb\b|\bi, \[\d{4}-/,
  php: /\bcomposer\b|\bphp\b|\blaravel\b|\bsymfony\b|guzzle/,
  java: /\bmvn\b|\bgradle\b|\bmaven\b|\bjava\b|\bkotlin\b|\bspring\b|exception in thread|\bweb3j\b|\bat (?:com|org|io)\.\w+\./,
  elixir: /\belixir\b|\bmix (?:deps|test|phx)|{:error,|\*\* \(\w+error\)|\bphoenix\b/,
  dotnet: /\bdotnet\b|\bnuget\b|\bc#|system\.net\.http|\.csproj\b|asp\.net/,
  shell: /\bcast --|\bcast send\b|\bcast call\b|\bforge\b|\btempo (?:request|wallet|charge)/,
};

export const languagesIn = (text: Screened): readonly Language[] =>
  (Object.keys(LANGUAGES) as Language[]).filter((name) => holds(text, LANGUAGES[name]));

/** How each language does what a general fix asks for: `<<list>>` in it, and so on. */
const WORDS = {
  list: {
    node: 'npm ls | grep -E "x402|mpp|viem"',
    python: 'pip list | grep -iE "x402|mpp"',
    go: 'go list -m all | grep -E "x402|mpp"',
    rust: 'cargo tree | grep -E "x402|mpp"',
    ruby: 'bundle list | grep -E "x402|mpp"',
    php: 'composer show | grep -E "x402|mpp"',
    java: 'mvn dependency:tree | grep x402',
    elixir: 'mix deps | grep -E "x402|mpp"',
    dotnet: 'dotnet list package',
  },
  update: {
    node: 'npm i <package>@latest',
    python: 'pip install -U <package>',
    go: 'go get -u <module>',
    rust: 'cargo update -p <crate>',
    ruby: 'bundle update <gem>',
    php: 'composer update <package>',
    java: 'mvn versions:use-latest-releases',
    elixir: 'mix deps.update <package>',
    dotnet: 'dotnet add package <package>',
  },
  tidy: {
    node: 'npm dedupe',
    python: 'pip check',
    go: 'go mod tidy',
    rust: 'cargo tree -d',
    ruby: 'bundle install',
    php: 'composer why <package>',
    java: 'mvn dependency:tree',
    elixir: 'mix deps.get',
    dotnet: 'dotnet restore',
  },
  client: {
    node: 'client.register("<network>", new ExactEvmScheme(account))',
    python: 'client.register("<network>", ExactEvmScheme(signer=signer))',
    go: 'client.Register("<network>", evm.NewExactEvmScheme(signer))',
    rust: 'X402Client::new().register(V2Eip155ExactClient::new(signer))',
  },
  server: {
    node: 'server.register("<network>", new ExactEvmScheme())',
    python: 'server.register("<network>", ExactEvmServerScheme())',
    go: 'server.Register("<network>", evm.NewExactEvmScheme())',
  },
  pay: {
    node: 'wrapFetchWithPayment(fetch, client)',
    python: 'x402HttpxClient(client)',
    go: 'x402http.WrapHTTPClientWithPayment(http.DefaultClient, x402http.Newx402HTTPClient(client))',
    rust: 'Client::new().with_payments(x402_client).build()',
  },
  buyerV2: {
    node: '@x402/fetch',
    python: 'x402[httpx]',
    go: 'github.com/x402-foundation/x402/go',
    rust: 'x402-reqwest',
  },
  recover: {
    node: 'recoverTypedDataAddress',
    python: 'Account.recover_message(encode_typed_data(…), signature=…)',
    go: 'crypto.SigToPub',
    rust: 'signature.recover_address_from_prehash',
  },
  now: {
    node: 'Math.floor(Date.now() / 1000)',
    python: 'int(time.time())',
    go: 'time.Now().Unix()',
    rust: 'SystemTime::now()',
    ruby: 'Time.now.to_i',
    php: 'time()',
    java: 'Instant.now().getEpochSecond()',
    elixir: 'System.os_time(:second)',
  },
  cap: {
    node: 'spendControls: { maxAmountPerPayment: "$0.50" }',
    python: 'max_value',
    shell: '--max-amount',
  },
  import: {
    node: 'node -e "import(\'<name>\')"',
    python: 'python -c "import <name>"',
    go: 'go build ./...',
    rust: 'cargo check',
    ruby: 'ruby -e "require \'<name>\'"',
    elixir: 'mix compile',
  },
  install: {
    node: 'npm install <name>',
    python: 'pip install "x402[httpx,evm]"',
    go: 'go mod tidy',
    rust: 'cargo add <crate>',
    ruby: 'bundle add <gem>',
    php: 'composer require <package>',
    elixir: 'mix deps.get',
    dotnet: 'dotnet add package <package>',
  },
} as const satisfies Record<string, Partial<Record<Language, string>>>;

/** `[[…]]` is said of Node's packages only. */
const ofNode = (fix: string, language: Language | undefined): string =>
  language === undefined || language === 'node'
    ? fix.replace(/\[\[|\]\]/g, '')
    : fix.replace(/ ?\[\[.*?\]\]/g, '');

/** A fix in the words of a language; Node's where the language has none. */
export const inWordsOf = (
  fix: string,
  language: Language | undefined,
  update?: string,
  used: string = USED.evm,
  dialect?: PaymentDialect,
): string =>
  inWordsOfDialect(ofNode(fix, language), dialect).replace(/<<(\w+)>>/g, (whole, name: string) => {
    if (name === 'used') return used;
    if (name === 'update' && update !== undefined) return update;
    const own: Partial<Record<Language, string>> | undefined = WORDS[name as keyof typeof WORDS];
    return own?.[language ?? 'node'] ?? own?.node ?? whole;
  });

export interface Used extends Named {
  readonly version?: string;
}

const VERSION = /^[^\d\n]{0,12}?(?:@|v|[<>=~^]+ ?| |-|\/)(\d{1,3}\.\d{1,3}(?:\.\d{1,4})?)(?!\d*[/:]\d)/;

/** The packages of paid calls that a text names, those with a version first. */
export function packagesIn(screen: Screened): readonly Used[] {
  const { text: flat } = screen;
  const used = PACKAGES.flatMap((each): Used[] => {
    if (!holds(screen, each.says)) return [];
    let version: string | undefined;
    for (const { 0: said, index } of flat.matchAll(new RegExp(each.says, 'g')))
      version ??= VERSION.exec(flat.slice(index + said.length, index + said.length + 24))?.[1];
    return [{ ...each, ...(version !== undefined && { version }) }];
  });
  return used.toSorted((a, b) => Number(b.version !== undefined) - Number(a.version !== undefined));
}

/** One language, if a text shows no other; else that of the package it names. */
export function languageOf(languages: readonly Language[], packages: readonly Used[]): Language | undefined {
  const shown = languages.filter((each) => each !== 'shell');
  if (shown.length === 1) return shown[0];
  const named = packages[0]?.language;
  return named !== undefined && named !== 'shell' ? named : undefined;
}
