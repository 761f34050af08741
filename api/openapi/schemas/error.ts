import { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { DELIVERY_ERROR_CODES } from '../../../core/sending/delivery-error';
import { type PublicCode, PUBLIC_CODES } from '../../../core/shared/error-codes';
import { channel, uuid } from '../../http/formats';

export const errorCode = z.enum(PUBLIC_CODES).meta({
  id: 'ErrorCode',
  description: 'What is wrong, for programs; stable. The words of `error` may change.',
});

const DETAILS = {
  field: z.string().describe('What is wrong: a path into the body, a header or a parameter.'),
  channel,
  id: uuid.describe('The notification whose message failed.'),
  delivery_code: z.enum(DELIVERY_ERROR_CODES).describe('Why the message failed.'),
  current: z.int().min(0).describe('How much is used.'),
  limit: z.int().min(0).describe('How much there may be.'),
};

type Detail = keyof typeof DETAILS;

/** The fields besides `error` and `code` that an error with this code has. `!` marks a field that is always there. */
const DETAILS_OF: Partial<Record<PublicCode, (Detail | `${Detail}!`)[]>> = {
  VALIDATION_ERROR: ['field'],
  TEMPLATE_MISSING: ['channel', 'field'],
  IDENTIFIER_MISSING: ['channel', 'field'],
  SENDER_UNVERIFIED: ['field'],
  CONTACT_CONFLICT: ['field!'],
  QUOTA_EXCEEDED: ['current!', 'limit!', 'field'],
  RATE_LIMITED: ['current', 'limit'],
  PROVIDER_ERROR: ['channel!', 'id!', 'delivery_code!'],
};

/** Any error body (ERROR-1 to ERROR-4). */
export const anyError = z
  .object({
    error: z.string().describe('For humans; may change.'),
    code: errorCode,
    ...z.object(DETAILS).partial().shape,
  })
  .meta({ id: 'Error', description: 'The body of every answer that is not 2xx.' });

/** Returns the body of an error with one of these codes: `Error`, so that generators create one type, and what is narrower. */
export function errorBody(codes: PublicCode[]): oas31.SchemaObject {
  const always = (Object.keys(DETAILS) as Detail[]).filter((name) =>
    codes.every((code) => DETAILS_OF[code]?.includes(`${name}!`)),
  );
  const narrower: oas31.SchemaObject = {
    properties: { code: { enum: codes } },
    ...(always.length > 0 && { required: always }),
  };
  return { $ref: '#/components/schemas/Error', ...narrower };
}
