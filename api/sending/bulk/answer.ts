import { z } from 'zod';
import { errorCode } from '../../http/error-body';
import { uuid } from '../../http/formats';
import { MOST_ERRORS } from './limits';

const bulkError = z
  .object({
    line: z.int().min(1).describe('Its first line in the body.'),
    error: z.string(),
    code: errorCode,
    field: z.string().nullable().describe('Path into the recipient, for example `to.email`.'),
  })
  .meta({ id: 'BulkError', description: 'Why the recipient of a line gets nothing.' });

const bulkBatch = z
  .object({
    id: uuid.describe('Of `GET /v1/batches/{id}`, which has a result for each of these recipients.'),
    line: z.int().min(1).describe('First line of these recipients in the body.'),
    recipients: z.int().min(1),
  })
  .meta({
    id: 'BulkBatch',
    description: 'Recipients that were accepted together, in the order of the body.',
  });

/** The answer to a bulk send (BULK-3). */
export const bulkAnswer = z
  .object({
    event: z.string(),
    status: z.literal('processed'),
    accepted: z.int().min(0).describe('Recipients that were accepted.'),
    rejected: z.int().min(0).describe('Recipients that get nothing.'),
    errors: z
      .array(bulkError)
      .describe(`Why they get nothing, in the order of lines: the first ${MOST_ERRORS}.`),
    batches: z.array(bulkBatch).describe('Without those of which no recipient was accepted.'),
  })
  .meta({ id: 'BulkAnswer', description: 'All lines of a bulk send were processed.' });
