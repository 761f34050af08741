import type { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import {
  type ErrorCode,
  type PublicCode,
  errorRow,
  errorText,
  PUBLIC_CODES,
} from '../../core/shared/error-codes';
import { retryAfterHeader } from '../http/api-error';
import { adminError } from '../http/error-body';
import { named } from '../http/headers';
import { RATE_LIMIT_HEADERS } from '../http/middleware/rate-limit';
import { answeredId } from '../http/middleware/request-id';
import { wwwAuthenticate } from '../http/middleware/wrong-keys';
import { allowHeader } from '../http/resource';

/** What a status says whose codes do not say it themselves. */
const OF_STATUS: Readonly<Record<number, string>> = {
  400: 'The request cannot be accepted as it is.',
  402: 'A quota is used up.',
  404: 'Not found.',
  409: 'Conflict.',
  502: 'The provider refused the message permanently. Only with `Prefer: wait`.',
};

/** Headers besides `X-Request-Id`. */
const HEADERS: Partial<Record<PublicCode, z.ZodType[]>> = {
  UNAUTHORIZED: [wwwAuthenticate],
  METHOD_NOT_ALLOWED: [allowHeader],
  IDEMPOTENCY_IN_PROGRESS: [retryAfterHeader],
  RATE_LIMITED: [retryAfterHeader, ...RATE_LIMIT_HEADERS],
  UNAVAILABLE: [retryAfterHeader],
};

const EVERYWHERE = PUBLIC_CODES.filter((code) => errorRow(code).everywhere);

/** Returns the answers of an operation under /v1 that are not 2xx: those of every route, and these codes. */
export function errorResponses(own: readonly PublicCode[]): ZodOpenApiResponsesObject {
  const byStatus: Record<number, Set<PublicCode>> = {};
  for (const code of [...EVERYWHERE, ...own]) (byStatus[errorRow(code).status] ??= new Set()).add(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [status, errorResponse([...codes])]),
  );
}

/** Returns the answers of an admin operation that are not 2xx, of which these codes are its own. */
export function adminErrorResponses(codes: readonly ErrorCode[]): ZodOpenApiResponsesObject {
  const own = codes.map((code) => `\`${code}\``).join(', ');
  const shared =
    'The request cannot be accepted as it is. Any route: `VALIDATION_ERROR`, `UNAUTHORIZED`, `FORBIDDEN`.';
  return {
    '4XX': adminRefusal(own === '' ? shared : `${shared} This one also: ${own}.`),
    '5XX': adminRefusal('The service failed, or the database or Temporal does not answer.'),
  };
}

const adminRefusal = (description: string): ZodOpenApiResponseObject => ({
  description,
  headers: named([answeredId]),
  content: { 'application/json': { schema: adminError } },
});

/** Returns the error responses of requests that match no operation of this document. */
export const otherErrorResponses = (): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    (['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'] as const).map((code) => [
      nameOf([code]),
      errorResponse([code]),
    ]),
  );

const made = new Map<string, ZodOpenApiResponseObject>();

/** Returns the one component to which every operation with these codes of a status refers. */
function errorResponse(codes: PublicCode[]): ZodOpenApiResponseObject {
  const id = nameOf(codes);
  const response = made.get(id) ?? describeErrors(id, codes);
  made.set(id, response);
  return response;
}

function describeErrors(id: string, codes: PublicCode[]): ZodOpenApiResponseObject {
  const rows = codes.map(errorRow);
  const [first] = rows;
  const required = rows.every(({ hasDetails }) => hasDetails) ? Object.keys(first?.details ?? {}) : [];
  return {
    id,
    description: `${first?.when ?? OF_STATUS[first?.status ?? 500] ?? ''} ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: named([answeredId, ...codes.flatMap((code) => HEADERS[code] ?? [])]),
    content: {
      'application/json': {
        // A reference to the one body of errors, so that generators create one type, and what is narrower.
        schema: {
          $ref: '#/components/schemas/Error',
          properties: { code: { enum: codes } },
          ...(required.length > 0 && { required }),
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: { code, error: errorText(code), ...errorRow(code).details } }]),
        ),
      },
    },
  };
}

/** Returns `RateLimited` for `RATE_LIMITED`, and for several `EventNotFoundOrNotificationNotFound`. */
const nameOf = (codes: PublicCode[]): string =>
  codes
    .map((code) => code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()))
    .join('Or');
