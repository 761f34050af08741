import { z } from 'zod';
import { SUPPRESSIBLE, SUPPRESSION_REASONS } from '../../../core/receipts/suppression';
import {
  addSuppressionBody,
  liftSuppressionBody,
  suppressionFilters,
} from '../../../core/schemas/suppression';
import { ENVIRONMENTS } from '../../../core/shared/channels';
import { answer, timestamp, uuid } from '../schemas/formats';
import { done } from './done';
import { adminPaths } from './operation';

const suppression = z
  .object({
    id: z.string(),
    environment: z.enum(ENVIRONMENTS),
    channel: z.enum(SUPPRESSIBLE),
    address: z.string().nullable().describe('Null once its contact was erased.'),
    reason: z.enum(SUPPRESSION_REASONS),
    detail: z.string().nullable(),
    notification_id: uuid.nullable().describe('The notification whose receipt suppressed the address.'),
    created_at: timestamp,
  })
  .meta({ id: 'Suppression' });

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
    description: '200: it is suppressed already.',
    body: addSuppressionBody.meta({ id: 'SuppressionRequest' }),
    answer: answer('SuppressionAnswer', { suppression }),
    status: [200, 201],
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'DELETE /admin/v1/applications/:app/suppressions': {
    id: 'liftSuppression',
    summary: 'Lift the suppression of an address',
    body: liftSuppressionBody.meta({ id: 'SuppressionLift' }),
    answer: done,
    errors: ['APPLICATION_NOT_FOUND', 'SUPPRESSION_NOT_FOUND'],
  },
  'DELETE /admin/v1/applications/:app/suppressions/:id': {
    id: 'liftSuppressionById',
    summary: 'Lift a suppression',
    answer: done,
    errors: ['APPLICATION_NOT_FOUND', 'SUPPRESSION_NOT_FOUND'],
  },
});
