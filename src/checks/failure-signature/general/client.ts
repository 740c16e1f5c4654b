/** The same, where wallet, packages or runtime are at fault. */
export const CLIENT_SIDE = {
  wallet_rejected:
    'Buyer: nothing was signed: 4001 is a no or a locked wallet, so unlock it⟦ and press Pay again, with one tab open⟧; -32002 is a prompt that still waits, finish that one; a hardware wallet needs its Ethereum app with blind signing on. The owner does not want to pay: do not ask again. Seller: ask out of a click, say amount and payTo beside the button, and take a no for an answer.',
  wallet_misconfigured:
    'Buyer: print what signs: `account.address` has to be the payer and `account.signTypedData` a function (viem `privateKeyToAccount("0x…")`, 64 hex digits), on the chain of the entry (in a page `wallet_switchEthereumChain` first). A key from a variable: `printenv <NAME> | wc -c` shows whether it is there. Seller: in a paywall switch the chain of the wallet before you ask it to sign; on a server give the scheme an account whose key is set where it runs (`printenv <NAME> | wc -c`).',
  client_version_mismatch:
    'Buyer: list what is installed (`<<list>>`), update the package in the first frame of the trace (`<<update>>`)[[, give all @x402 packages one version]], then `<<tidy>>`, and build again. [[`x402-fetch` beside `@x402/fetch`: remove one; v1 and v2 do not mix.]] Seller: list your server packages (`<<list>>`), bring them to one version (`<<update>>`), then `<<tidy>>`, and deploy again. What old clients cannot read, leave out of the 402 (CAIP-2 names in a v1 body).',
  dependency_missing:
    'Buyer: install what the message names in the environment that fails: `<<install>>` [[(an ESM-only package: `import`, not `require`)]]. [[A global is missing (crypto, fetch, WebSocket, Buffer): Node 20 or later (`node -v`), in a browser bundle a polyfill.]] Check: import it alone, `<<import>>`. Seller: install what the message names where the server runs, `<<install>>`, in Docker after the last change of the lock file. [[On Workers: `compatibility_flags = ["nodejs_compat"]`; in Next.js `export const runtime = "nodejs"`.]]',
} as const;
