import type { Case } from './case.ts';

/** Which machine, which runtime, which clock: details that the text shows. The closer case stands first. */
export const HOSTS: readonly Case[] = [
  {
    id: 'connection-refused-elsewhere',
    of: ['facilitator_unavailable', 'tls_or_dns', 'network_timeout'],
    says: [
      /(?:econnrefused|connection refused)\S{0,4} (?!127\.|::1|\[::1|0\.0\.0\.0|localhost)[\w.-]+:\d|(?:econnrefused|connection refused).{0,40}\b(?:10\.|172\.|192\.168\.)\d/,
    ],
    acts: 'seller',
    fate: 'good',
    fix: 'The host in the message refused: it is up, and nothing listens at that port, or a firewall says no. From the machine (or pod) that failed: `nc -vz <host> <port>`, then `curl -si -m 10 http://<host>:<port>/supported | head -1`. Refused: its operator starts it, or corrects port, service name or network rule. It answers now: it started later than this one; try /supported again with a pause, and answer 503 until it is loaded. Other lines that go on ("cache disabled") are not the fault. Buyer: the payment did not arrive: send the same payment again.',
  },
  {
    id: 'node-behind-the-facilitator',
    of: ['rpc_unavailable'],
    says: [
      /\brpc[=:]https?:|transporterror|contractcall\(/,
      /\b5[0-2]\d\b|time[ds]? ?out|connect|httperror/,
      /verify|settle|facilitator|balanceof/,
    ],
    acts: 'facilitator',
    fate: 'good',
    leads: true,
    fix: 'The node that the facilitator asks is down; its host stands in the message (52x: its CDN has no server behind it). Facilitator, or Seller who runs it: `cast block-number --rpc-url <node>`; an error: set another endpoint, with a second as fallback, and answer 503 instead of a verdict. Seller at a hosted facilitator: report network and time, and verify elsewhere meanwhile. Buyer: send the same payment again in a minute: a refusal made without a node says nothing about it.',
  },
  {
    id: 'crate-behind-the-protocol',
    of: ['client_version_mismatch', 'response_invalid'],
    says: [
      /axum|x402-rs|\bcrate\b|cargo|serde/,
      /deseriali|unknown (?:field|variant)|missing field|no v2\b|lacks/,
    ],
    acts: 'seller',
    fate: 'unsigned',
    leads: true,
    fix: 'The other side answers; the types of this crate are older than its answer. `curl -s <facilitator>/supported | jq "keys, .kinds[0]"` shows the members that it lacks. Seller: `cargo tree | grep x402` and `cargo search x402-axum`; take the release that knows v2 (`cargo update`, or its git branch). None yet: settle at a facilitator that answers v1 only, such as your own x402-rs of the same version. Check: it starts, and the unpaid call says 402. Buyer: only the seller can mend it.',
  },
  {
    id: 'permit2-with-open-outcome',
    of: ['settlement_pending_or_unknown', 'settlement_failed', 'network_timeout'],
    says: [
      /permit2/,
      /internal_error|unknown|pending|time[ds]? ?out|not[_ ]found|\b50\d\b/,
      /settle|mined|transfer/,
    ],
    acts: 'seller',
    fate: 'open',
    fix: 'Permit2 has no authorizationState: the Transfer decides. Look in the explorer for that amount from payer to `payTo`, or ask Permit2 for the nonce: `cast call 0x000000000022D473030F116dDEE9F6B43aC78BA3 "nonceBitmap(address,uint256)(uint256)" <from> <nonce / 256> --rpc-url <node>`; bit nonce mod 256 set is used. Mined: it is paid, whatever /settle said: Seller: deliver to it, do not settle; Buyer: send the same payment with the same request for the answer, sign nothing new. Not there: wait for its deadline.',
  },
  {
    id: 'signed-and-left-waiting',
    of: ['authorization_expired'],
    says: [
      /queue|drained|backoff|approval|hardware|ledger|left waiting/,
      /\[buyer\]|our (?:agent|client|queue|worker|buyer)|signed,/,
      /valid_?before|expired/,
    ],
    unless: /maxtimeoutseconds/,
    acts: 'buyer',
    fate: 'doubtful',
    leads: true,
    fix: 'The payment lay at the buyer between signing and sending. Was it used? `cast call <asset> "authorizationState(address,bytes32)(bool)" <from> <nonce> --rpc-url <node>`. true: it is paid, ask for that answer. ⟦false: fetch a fresh challenge.⟧ Buyer: sign last: take the job from the queue (after approval, backoff or device), and only then fetch, sign and send without a pause; keep no signed payments in a queue. Check: log both times; between them lie seconds, fewer than `maxTimeoutSeconds`.',
  },
  {
    id: 'own-code-hashes-other-bytes',
    of: ['invalid_signature', 'wrong_domain_or_token_version'],
    says: [
      /own eip-?712|own (?:signing|signer) code|hand-?(?:rolled|written) (?:client|signer|eip)|hardcoded/,
      /signature|recovered|domain/,
    ],
    acts: 'buyer',
    fate: 'dead',
    leads: true,
    fix: 'Your code hashes other bytes than the verifier. Buyer: domain: `name` and `version` of `extra` of the entry, never a constant (EURC is "EURC"), chainId a number, verifyingContract = `asset`; compare with `cast call <asset> "DOMAIN_SEPARATOR()(bytes32)" --rpc-url <node>`. Equal: the struct: TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce), in this order, 32 bytes of nonce, v 27 or 28. A new address each time is hash, the same wrong one a key. ⟦Then sign a fresh challenge.⟧',
  },
  {
    id: 'api-names-the-missing-member',
    of: ['request_invalid', 'client_version_mismatch'],
    says: [/\b[a-z]+ is required for \S+ ?(?:scheme|plan|payment|network)/, /provide|no flag|option/],
    acts: 'buyer',
    fate: 'unsigned',
    leads: true,
    fix: 'The inner message names the member that the request lacks; "Internal server error" hides it. Buyer: update the client first (`npm view <package> versions`); if the newest has no flag for it, call the API directly with that member as the message writes it, with the smallest limit that does. No such call in its documents: give its maker the code of the message. Check: the same call answers a token or order. Nothing was signed.',
  },
];
