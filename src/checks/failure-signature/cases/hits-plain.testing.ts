/** As `TOLD_MORE`: of plain words, and of the machine, runtime or clock that a text shows. */
export const TOLD_OF_PLAIN: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  // plain.ts
  'charged-and-failed-behind-the-seller': [
    'x402 tool: {"success":true,"transaction":"0x12ab"}, then "Tool failed: upstream overloaded", wallet: -0.02',
    'x402 tool failed: upstream overloaded, nothing was charged',
  ],
  'balance-fell-without-an-answer': [
    'mpp call: 402 verification-failed twice, no file came, but my balance went down',
    'mpp call: 402 verification-failed, my balance is the same',
  ],
  'too-little-by-its-own-numbers': [
    'x402 payment rejected for payer 9vQx: have 0, need 2000 of the mint',
    'x402 settle: insufficient funds for gas * price + value: address 0xabc have 0 want 1',
  ],
  'plain-client-never-pays': [
    'curl -X POST https://api.example/scan says {"error":"X-PAYMENT header is required","accepts":[]}, what do I need to add?',
    'x402: we send it with curl behind nginx and the answer is "X-PAYMENT header is required"',
  ],
  'payment-buys-one-answer': [
    '{"error":"payment_already_redeemed","detail":"One payment, one response."}',
    'steam wallet code already redeemed',
  ],
  'reverted-with-its-hash': [
    'level=ERROR msg="settlement failed" tx=0x5b2d0c6f9a3e17c4 receiptStatus=0, x402 sends 402',
    'x402 settlement failed, no transaction was sent',
  ],
  'one-method-is-free': [
    'x402 middleware on GET /api/premium: curl gives 200 and the JSON for free, no 402 at all; POST asks to pay',
    'x402 middleware: GET answers 402 as it should',
  ],
  'explorer-does-not-know-the-hash': [
    'Buyer paid 1 USDC, the page says pending; we have a transaction hash but basescan does not find it',
    'Buyer paid 1 USDC, basescan shows the transaction as successful, x402 answers 402',
  ],
  'amount-over-the-maximum-of-a-rule': [
    'x402 wallet: denied by policy, "Operation amount 3 exceeds policy maximum 1", requiresApproval: false',
    'x402 wallet: denied by policy, this host is on no list',
  ],
  'tool-hands-back-the-402': [
    'x402: the tool hands back the 402 body, no signing, no second request',
    'x402: the tool signs and gets a second 402',
  ],
  'client-reads-the-body-only': [
    'payments-mcp shows paymentRequirements: [] but the PAYMENT-REQUIRED header decodes to a good v2 offer',
    'x402: paymentRequirements: [] and no header at all',
  ],
  // hosts.ts
  'connection-refused-elsewhere': [
    '[redis] ECONNREFUSED 127.0.0.1:6379, cache disabled\n[x402] facilitator /supported: connect ECONNREFUSED 10.4.0.17:8080',
    'x402 facilitator: connect ECONNREFUSED 127.0.0.1:4021',
  ],
  'node-behind-the-facilitator': [
    'x402_facilitator: verify failed error=ContractCall(TransportError(HttpError { status: 521 })) rpc=https://node.example',
    'x402 facilitator /verify answers <html> 521',
  ],
  'crate-behind-the-protocol': [
    'x402-axum: supported() of the facilitator fails to deserialize, the crate has no V2',
    'x402-axum: facilitator times out',
  ],
  'permit2-with-open-outcome': [
    'x402 permit2 payment: /settle says internal_error, the explorer shows the transfer mined',
    'x402: settlement_pending, outcome unknown',
  ],
  'signed-and-left-waiting': [
    '[buyer] signed, validBefore=1788334930; queue drained, sending paid request; 402 invalid_exact_evm_payload_authorization_valid_before',
    'invalid_exact_evm_payload_authorization_valid_before',
  ],
  'own-code-hashes-other-bytes': [
    'invalid_exact_evm_payload_signature, recovered address differs each time, client with our own EIP-712 code',
    'invalid_exact_evm_payload_signature with @x402/fetch',
  ],
  'api-names-the-missing-member': [
    'x402 token: HTTP 500, the API says "delegationConfig is required for nvm:erc4337 scheme. Provide delegationConfig.delegationId"',
    'x402 token: HTTP 500 Internal server error',
  ],
};
