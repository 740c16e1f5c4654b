/** Gates: facts that end the matter whatever the probability. The first closed gate names the answer. */
export interface GateRow {
  readonly id: string;
  readonly means: string;
  /** What the buyer does to open it, as an order in lower case. */
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
    'the host name mixes alphabets',
    'name the host in one alphabet, as the seller publishes it',
  ),
  gate(
    'lookalike_host',
    'the host name imitates a known brand',
    "use the brand's own domain, or a name that imitates none",
  ),
  gate('fraud_reported', 'fraud is reported', 'get reliable word that the report is false'),
  gate(
    'secret_requested',
    'the seller asks for a secret',
    'find a route that takes a signed payment and no secret',
  ),
  gate(
    'decoy_price',
    'nobody pays such a price for one call',
    'get a challenge with a price that is usual for one call',
  ),
  gate(
    'network_mismatch',
    'the network or the token is not the one that you pay with',
    'get a challenge on eip155:8453',
  ),
  gate(
    'offer_invalid',
    'the signed offer has expired or does not verify',
    'get a fresh offer whose signature verifies',
  ),
  gate(
    'payto_changed',
    'the recipient changed',
    'have the seller confirm the new recipient over a channel that you knew before',
  ),
  gate(
    'price_above_budget',
    'one call costs more than you allow',
    'find a lower price or allow a larger budget',
  ),
  gate('spend_forbidden', 'you allow no paid call', 'allow one paid call'),
  gate('deadline_passed', 'the deadline has passed', 'set a later deadline'),
  gate(
    'account_required',
    'an account is required, and you will not open one',
    'find a route that answers 402 without an account',
  ),
];
