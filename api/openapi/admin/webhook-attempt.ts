import { z } from 'zod';
import { webhookAttempt } from '../schemas/webhook-events';

/** An attempt with what only operators see of it (WEBHOOK-30). */
export const operatorAttempt = webhookAttempt
  .extend({
    answer: z.string().nullable().describe('The first 16 kB of what the endpoint answered.'),
    error_detail: z.string().nullable().describe('The error in the words of the system.'),
  })
  .meta({ id: 'WebhookAttemptDetails' });
