import { z } from 'zod';
import { CHANNELS } from '../../../core/shared/channels';
import { type ErrorCode, ERROR_STATUS } from '../../../core/shared/error-codes';

/** A problem or a warning of an event file. */
export const fileProblem = z
  .object({ file: z.string(), line: z.int().min(1), message: z.string() })
  .meta({ id: 'FileProblem' });

/** Body of every answer that is not 2xx. */
export const adminError = z
  .object({
    error: z.string().describe('For humans; may change.'),
    code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]).describe('For programs; stable.'),
    field: z.string().optional().describe('What is wrong: a path into the body, or a parameter.'),
    channel: z.enum(CHANNELS).optional(),
    current: z.int().optional(),
    limit: z.int().optional(),
    problems: z.array(fileProblem).optional().describe('Of event files that were refused.'),
  })
  .meta({ id: 'Error' });
