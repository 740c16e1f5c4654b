import type { Case } from './case.ts';

/** Clients, wallets, packages, rules. The closer case stands first. */
export const CLIENT: readonly Case[] = [
  {
    id: 'cap-before-signing',
    of: ['price_above_cap'],
    says: /max-amount.{0,80}(?:refus|reject|exceed|den)|(?:refused|stopped|blocked) before signing.{0,80}\$/,
    fix: 'Your own cap stopped it, and nothing was signed. Compare the price that the tool asks with what you want to pay. If it is right, call again with the cap at that price and no higher (`--x402-max-amount 0.05`, `--max-amount` in atomic units for awal); otherwise do not pay.',
    leads: true,
  },
  {
    id: 'package-with-workspace-pin',
    of: ['client_version_mismatch', 'dependency_missing'],
    says: /unsupported url type|workspace:/,
    fix: 'The package was published with a `workspace:` range, which only its own repository resolves. Buyer: install another version (`npm view <package> versions`), or override the range in package.json: "overrides": { "<package>": { "@x402/core": "<version>" } } (pnpm: `pnpm.overrides`). Maintainer: publish again with `pnpm publish`, which writes real versions.',
    leads: true,
  },
  {
    id: 'argument-unknown-to-python',
    of: ['client_version_mismatch'],
    says: /unexpected keyword argument|has no attribute|cannot import name|importerror/,
    fix: 'The installed Python package is another version than the document. `pip show <package>`, `pip index versions <package>`; then `pip install -U <package>` and read the signature: `python -c "import inspect, <module> as m; print(inspect.signature(m.<Class>))"`. If the newest lacks the argument too, it is not released: leave it out and cap the spend elsewhere.',
  },
  {
    id: 'module-not-installed',
    of: ['client_version_mismatch', 'dependency_missing'],
    says: /module not found|cannot find (?:module|package)|cant resolve|err_module_not_found|err_package_path_not_exported|no module named/,
    fix: 'The message names the module. It is not there (`npm ls <package>` is empty): install it, `npm install <package>` (Python: `pip install "x402[httpx]"` or the extra that fits), in the version that `npm view <the package that asks> peerDependencies` wants. It is there: the subpath belongs to another version, so update it together with the package that asks.',
  },
  {
    id: 'two-copies-installed',
    of: ['client_version_mismatch'],
    says: /\bviem\b|types? .{0,60}(?:not assignable|incompatible)|two (?:versions|copies)|duplicate|peer dep|eresolve|npm ls|@x402\//,
    fix: 'List what is installed: `npm ls @x402/core @x402/evm viem`. Two versions of one package: give all @x402 packages the same version, then `npm dedupe` (or "overrides" in package.json) and build again. v1 (`x402-fetch`) and v2 (`@x402/fetch`) do not mix: remove one.',
  },
  {
    id: 'transaction-refused-not-message',
    of: ['wallet_rejected'],
    says: /denied transaction signature|swear|(?:pressed|clicked|hit) (?:confirm|yes|approve|sign)/,
    fix: 'The wallet answered 4001, so nothing was signed. "denied transaction signature" names a transaction; x402 `exact` with EIP-3009 asks for a message (eth_signTypedData_v4). Seller: log the method before the error; eth_sendTransaction is an `approve` (Permit2) or another button: say so on the page, or offer EIP-3009. A second open prompt, a closed popup or a wallet that locks itself gives 4001 too: let the customer press Pay once more, in one tab.',
  },
  {
    id: 'prompt-still-open',
    of: ['wallet_rejected', 'wallet_misconfigured'],
    says: /-32002|already pending|request of type.{0,60}pending|popup (?:was )?(?:closed|blocked)/,
    fix: 'A prompt of the wallet is open, closed unseen or blocked. Open the wallet, finish or cancel what waits there, allow popups for the page, and ask again out of a click. Seller: disable the button while one request runs.',
  },
  {
    id: 'budget-used-up',
    of: ['policy_refused', 'price_above_cap'],
    says: /budget|daily|per.day|spending.?limit|limit (?:reached|exhausted)|exhausted/,
    fix: 'Your own budget stopped it, and nothing was signed. Wait until it resets (a daily one at its next day), or let its owner raise it by what is still wanted. Compare the sum spent with your receipts first: payments without an answer may be counted.',
  },
  {
    id: 'screened-address',
    of: ['policy_refused'],
    says: /sanction|blocklist|denylist|ofac|\bkyt\b|compliance|screening|geo|region/,
    fix: 'A screening refused the address or the region. Do not route around it with another wallet or facilitator. Buyer: ask the one who refused (the message names facilitator or seller) for its review. Seller: do not serve, and settle nothing.',
  },
  {
    id: 'rail-not-sold',
    of: ['unsupported_scheme'],
    says: /method[- ]unsupported|payment method .{0,24}(?:is )?not supported/,
    fix: 'The credential names a method that this seller does not sell. Buyer: read `method` of every `WWW-Authenticate: Payment` of the 402 and pay one of those (mppx: register that method, such as `tempo(…)`, and send `Accept-Payment: tempo/charge`). Seller: to sell it too, add it to `methods` of `Mppx.create`, such as `stripe(…)`. Nothing was charged.',
    leads: true,
  },
  {
    id: 'key-not-published',
    of: ['receipt_invalid'],
    says: /\bkid\b|did\.json|did:web|jwks|verification ?method/,
    fix: 'The receipt is signed by a key that the seller has not published. Seller: add the key of that `kid` to /.well-known/did.json (verificationMethod and assertionMethod; JWKS likewise), and keep old keys there as long as their receipts count. Buyer: keep the receipt and the transaction hash and verify again later; do not pay again for it.',
  },
];
