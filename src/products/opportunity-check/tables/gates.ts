/** Gates: facts that end the matter whatever the probability. The first closed gate names the answer. */
export interface GateRow {
  readonly id: string;
  readonly means: string;
  /** What must be true before the gate opens. */
  readonly resolve: string;
  readonly basis: string;
}

const gate = (id: string, means: string, resolve: string): GateRow => ({
  ...{ id, means, resolve },
  basis: 'expert judgement',
});

export const GATES: readonly GateRow[] = [
  gate('private_host', 'the host is not public', 'name the public https address of the seller'),
  gate(
    'mixed_script_host',
    'the host name mixes scripts',
    'name the host in one script, as the seller publishes it',
  ),
  gate(
    'lookalike_host',
    'the host name imitates a known brand',
    "use the brand's own domain, or a name that imitates none",
  ),
  gate('fraud_reported', 'fraud is reported', 'reliable word that the report is false'),
  gate('secret_requested', 'a secret is asked for', 'a route that takes a signed payment and no secret'),
  gate('decoy_price', 'the price is a decoy', 'a challenge whose price is one that is paid for a call'),
  gate('network_mismatch', 'the network is not the one the buyer pays on', 'a challenge on eip155:8453'),
  gate(
    'offer_invalid',
    'the signed offer has expired or does not verify',
    'a fresh offer whose signature verifies',
  ),
  gate(
    'payto_changed',
    'the recipient changed',
    'the seller confirms the new recipient over a channel known before',
  ),
  gate('price_above_budget', 'one call costs more than the buyer allows', 'a lower price or a larger budget'),
  gate('spend_forbidden', 'the buyer allows no paid call', 'permission for one paid call'),
  gate('deadline_passed', 'the deadline lies before the day of this answer', 'a later deadline'),
  gate(
    'account_required',
    'an account is required and the buyer will not open one',
    'a route that answers 402 without an account',
  ),
];
