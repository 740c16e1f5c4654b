import { z } from 'zod';
import { textField } from '../text.ts';

export const OUTCOMES = [
  'delivered_useful',
  'delivered_not_useful',
  'delivery_failed',
  'payment_failed',
  'did_not_buy',
] as const;

export const requestSchema = z
  .strictObject({
    route: textField(200, 'Path of the paid route, for example /api/opportunity-check.'),
    outcome: z.enum(OUTCOMES),
  })
  .meta({ title: 'FeedbackRequest' });

export const responseSchema = z
  .looseObject({
    recorded: z.boolean(),
    reason: z.enum(['counted', 'unknown_route', 'operator_or_monitor']),
    detail: z.string(),
  })
  .meta({ title: 'Feedback' });
