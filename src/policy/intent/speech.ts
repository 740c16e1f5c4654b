/**
 * Who speaks to whom. A sentence may ask something of us, order an act, or say what a thing does. Only the first two are
 * judged for advice, outreach and scraping: what is sold may be about any trade.
 */

type Speech = 'asks' | 'orders' | 'describes';

const ASKS_US = new RegExp(
  [
    // Should we …, can I …, do my parents …
    String.raw`\b(?:should|shall|can|could|may|must|do|does|did|would|will|am|are|is|might|has|have)(?: not|n't)? (?:\w+ )?(?:i|we|my|our|us|one)\b`,
    String.raw`\b(?:whether|if|that|what|which|how|when|where|why|who)\b(?: [\w'-]+){0,5}? (?:i|we|my \w+|our \w+) (?:should|shall|can|could|may|must|ought|need|owe|have to|am allowed|are allowed|would)\b`,
    String.raw`\b(?:tell|advise|help|teach|guide|give|recommend|suggest|show|find|get|draft|write|explain|pick|name|send|make|build|let)(?: to)? (?:me|us)\b`,
    String.raw`\b(?:i|we) (?:\w+ )?(?:want|need|would like|wish|hope|plan|intend|(?:am|are) (?:looking|trying|thinking|about|going|planning|considering))\b`,
    String.raw`\b(?:i'm|we're|i'd|we'd|i'll|we'll)\b`,
    String.raw`\bplease\b|\b(?:can|could|would|will) you\b|\bfor me\b|\bmy (?:own )?(?:lawyer|taxes|savings|portfolio|loan|landlord|salary|position|retirement|mortgage)\b`,
    String.raw`\?\s*$|^\s*(?:which|what|is it|are there any|how (?:do|can|should|much)|when (?:do|will|should)|will|should)\b[^.]*\?`,
  ].join('|'),
  'i',
);

/** Acts that are ordered; what a service does is said with the same words, so an order needs more than its verb. */
const ORDERS =
  /^\W*(?:(?:and|then|also|now|next|first|finally|just|but|so|plus|please|kindly|go|quickly)\W+){0,3}(?:scrape|crawl|spider|harvest|extract|download|copy|pull|collect|gather|grab|dump|enumerate|compile|steal|clone|mirror|rip|bypass|brute|scan|e-?mail|message|dm|text|call|phone|contact|ping|pitch|invite|notify|spam|blast|cold|write|send|draft|compose|post|publish|reach|tweet|tag|follow|negotiate|haggle|convince|persuade|promote|advertise|announce|predict|forecast|recommend|tell|advise|suggest|pick|choose|name|buy|sell|short|hold|invest|sue|file|deduct|declare|approve|deny|underwrite|certify|make|create|register|build|list|find|get|save|export|assemble|track|dox|stalk|shill|upvote|introduce|ask|chase|drop|schedule|share|airdrop|nudge|hit|approach|connect|comment|reply|leave|give|run|do|start|launch|set|log|use|take|plan|allocate|rebalance|size)\b/i;

export const speechOf = (sentence: string): Speech =>
  ASKS_US.test(sentence) ? 'asks' : ORDERS.test(sentence) ? 'orders' : 'describes';
