import { z } from 'zod';
import { DELIVERY_ERROR_CODES } from '../../core/sending/delivery-error';
import { type ErrorCode, ERROR_STATUS, PUBLIC_CODES } from '../../core/shared/error-codes';
import { channel, uuid } from './formats';

/** A problem or a warning of an event file. */
export const fileProblem = z
  .object({ file: z.string(), line: z.int().min(1), message: z.string() })
  .meta({ id: 'FileProblem' });

export const errorCode = z.enum(PUBLIC_CODES).meta({
  id: 'ErrorCode',
  description: 'What is wrong, for programs; stable. The words of `error` may change.',
});

const details = z
  .object({
    field: z.string().describe('What is wrong: a path into the body, a header or a parameter.'),
    channel,
    id: uuid.describe('The notification whose message failed.'),
    delivery_code: z.enum(DELIVERY_ERROR_CODES).describe('Why the message failed.'),
    current: z.int().min(0).describe('How much is used.'),
    limit: z.int().min(0).describe('How much there may be.'),
    accepted: z.int().min(0).describe('Recipients of a bulk send that were accepted before the error.'),
  })
  .partial();

const problems = z.array(fileProblem).optional().describe('Of event files that were refused.');

/** What an error has besides its words and its code. `problems` only on admin routes. */
export type ErrorDetails = z.output<typeof details> & { problems?: z.output<typeof problems> };

const error = z.string().describe('Text for humans, which may change.');
const description = 'The body of every answer that is not 2xx.';

/** Body of every error under /v1 (ERROR-1 to ERROR-4). */
export const publicError = z
  .object({ error, code: errorCode, ...details.shape })
  .meta({ id: 'Error', description });

/** Body of every error of an admin route. */
export const adminError = z
  .object({
    error,
    code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]).describe('Code for programs, which is stable.'),
    ...details.omit({ id: true, delivery_code: true, accepted: true }).shape,
    problems,
  })
  .meta({ id: 'Error', description });
