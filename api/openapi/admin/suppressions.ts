import { z } from 'zod';
import { SUPPRESSIBLE, SUPPRESSION_REASONS } from '../../../core/receipts/suppression';
import {
  addSuppressionBody,
  liftSuppressionBody,
  liftSuppressionQuery,
  suppressionFilters,
} from '../../../core/schemas/suppression';
import { ENVIRONMENTS } from '../../../core/shared/channels';
import { answer, timestamp, uuid } from '../../http/formats';
import { adminPaths } from './operation';

const suppression = z
  .object({
    id: z.string(),
    environment: z.enum(ENVIRONMENTS),
    channel: z.enum(SUPPRESSIBLE),
    address: z.string().nullable().describe('Null once its contact was erased.'),
    reason: z.enum(SUPPRESSION_REASONS).describe('The oldest reason.'),
    detail: z.string().nullable(),
    notification_id: uuid.nullable().describe('The notification whose receipt suppressed the address.'),
    created_at: timestamp,
    reasons: z
      .array(
        z.object({
          reason: z.enum(SUPPRESSION_REASONS),
          at: timestamp.describe('When its cause happened last.'),
          detail: z.string().nullable(),
          notification_id: uuid.nullable(),
        }),
      )
      .describe('All reasons, the oldest first. The address is suppressed while any remains.'),
  })
  .meta({ id: 'Suppression' });

const LIFT =
  'Lifts one reason, or all. `suppression` is what is left; null: the address is not suppressed any more.';
const left = answer('SuppressionLiftedAnswer', { suppression: suppression.nullable() });

export const suppressionPaths = adminPaths('Suppressions', {
  'GET /admin/v1/applications/:app/suppressions': {
    id: 'listSuppressions',
    summary: 'List the suppressed addresses, or look up one',
    description: '`channel` and `address` go together.',
    query: suppressionFilters,
    answer: answer('SuppressionsAnswer', {
      suppressions: z.array(suppression),
      limit: z.int(),
      offset: z.int(),
    }),
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'POST /admin/v1/applications/:app/suppressions': {
    id: 'addSuppression',
    summary: 'Suppress an address',
    description: '200: an operator has suppressed it already.',
    body: addSuppressionBody.meta({ id: 'SuppressionRequest' }),
    answer: answer('SuppressionAnswer', { suppression }),
    status: [200, 201],
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'DELETE /admin/v1/applications/:app/suppressions': {
    id: 'liftSuppression',
    summary: 'Lift the suppression of an address',
    description: LIFT,
    body: liftSuppressionBody.meta({ id: 'SuppressionLift' }),
    answer: left,
    errors: ['APPLICATION_NOT_FOUND', 'SUPPRESSION_NOT_FOUND'],
  },
  'DELETE /admin/v1/applications/:app/suppressions/:id': {
    id: 'liftSuppressionById',
    summary: 'Lift a suppression',
    description: LIFT,
    query: liftSuppressionQuery,
    answer: left,
    errors: ['APPLICATION_NOT_FOUND', 'SUPPRESSION_NOT_FOUND'],
  },
});
