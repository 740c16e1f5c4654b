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
    fix: 'The host in the message refused: it is up, and nothing listens at that port, or a firewall says no. Seller: `nc -vz <host> <port>` from the machine (or pod) that failed; if it is refused, start it or correct port, service name or network rule (a hosted one: take a second facilitator until it is back); open: it started later than this one, so try /supported again with a pause, and answer 503 until it is loaded. Buyer: the payment did not arrive: send the same payment again.',
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
    fix: 'The node that the facilitator asks is down; its host stands in the message (52x: its CDN has no server behind it). Facilitator: set another endpoint, with a second as fallback (`cast block-number --rpc-url <node>` has to answer), and say 503 instead of a verdict. Seller: report network and time to the facilitator, and verify elsewhere meanwhile. Buyer: send the same payment again in a minute: a refusal made without a node says nothing about it.',
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
    fix: 'The other side answers; the types of this crate are older than its answer. Seller: `cargo tree | grep x402`, and take the release that knows v2 (`cargo update`, or its git branch); `curl -s <facilitator>/supported | jq "keys, .kinds[0]"` shows the members that it lacks. None yet: settle at a facilitator that answers v1 only, such as your own x402-rs of the same version. Buyer: only the seller can mend it.',
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
    fix: 'Permit2 has no authorizationState: the Transfer decides, in the explorer, or `cast call 0x000000000022D473030F116dDEE9F6B43aC78BA3 "nonceBitmap(address,uint256)(uint256)" <from> <nonce / 256> --rpc-url <node>` (bit nonce mod 256 set is used). Seller: it is there: paid, so deliver to it and do not settle again; it is not: wait for its deadline. Buyer: it is there: send the same payment with the same request for the answer; it is not: wait for its deadline and sign nothing new.',
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
    fix: 'The payment lay at the buyer between signing and sending. Buyer: ask first whether it was used, `cast call <asset> "authorizationState(address,bytes32)(bool)" <from> <nonce> --rpc-url <node>`: true: it is paid, ask for that answer. ⟦False: fetch a fresh challenge, sign last (after queue, approval or device) and send at once.⟧',
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
    fix: 'Your code hashes other bytes than the verifier. Buyer: compare your domain with `cast call <asset> "DOMAIN_SEPARATOR()(bytes32)" --rpc-url <node>` (`name` and `version` of `extra`, chainId a number, verifyingContract = `asset`); equal: the struct is at fault, TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce) in this order, 32 bytes of nonce, v 27 or 28. ⟦Then sign a fresh challenge.⟧',
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
