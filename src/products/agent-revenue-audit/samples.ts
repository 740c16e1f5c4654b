import type { AuditInput } from './schema.ts';

/** Beside the example, which starts from a plan: a seller who sells over x402 already, and one whom the deal pays. */
export const SAMPLES: readonly AuditInput[] = [
  {
    serviceName: 'Lantern Pages',
    currentOffer:
      'OCR API: POST /v1/pages returns the text of one scanned page. Answers take about 6 seconds. $0.004 per page over x402 on Base, live since June and listed in the Bazaar, with an OpenAPI document. Agents compare us with Mindee and Nanonets.',
    targetBuyer: 'bookkeeping agents of small shops',
    currentPaymentRail: 'x402 exact, USDC on Base',
    currentProblem:
      '1,240 challenges and 9 payments in the last 30 days. Two buyers were charged but got a timeout.',
  },
  {
    serviceName: 'Haulgate',
    currentOffer:
      'Freight quote API. POST /quotes returns a price for a truck load within 40 seconds; quotes are free and we earn commission on booked shipments. 60 requests per minute for each API key. Rates of carriers may not be resold. A booked shipment is worth $38 to us.',
    targetBuyer: 'procurement agents of small shippers',
    currentPaymentRail: 'Commission, invoiced to carriers',
    currentProblem: '18,000 quotes and 210 bookings in October. Bots ask the same lane hundreds of times.',
  },
];
