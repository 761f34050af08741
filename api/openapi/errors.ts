import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { type ErrorCode, type PublicCode, ERROR_STATUS } from '../../core/shared/error-codes';
import { adminError } from '../http/error-body';
import { ERROR_EXAMPLES } from './error-examples';
import { type AnswerHeader, answerHeaders } from './headers';

/** Errors that every route under /v1 may answer with. All routes share one response for each. */
const SHARED = {
  UNAUTHORIZED: 'The API key is missing, unknown, revoked, expired, or of the other environment.',
  SUBSCRIPTION_INACTIVE:
    'The subscription of the application is not active, or the API key lacks the scope that the route needs.',
  PAYLOAD_TOO_LARGE: 'The body is over 1 MB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not `application/json` in UTF-8.',
  RATE_LIMITED: 'Too many requests. Wait `Retry-After` seconds, and longer each time.',
  INTERNAL: 'Something failed in the service.',
  UNAVAILABLE: 'The database is not available. Repeat after `Retry-After` seconds.',
} as const satisfies Partial<Record<PublicCode, string>>;

/** Codes of a shared response besides the one that it is named after. */
const BESIDE: Partial<Record<PublicCode, PublicCode[]>> = { SUBSCRIPTION_INACTIVE: ['FORBIDDEN'] };

const STATUS_DESCRIPTIONS: Record<number, string> = {
  400: 'The request cannot be accepted as it is.',
  402: 'A quota is used up.',
  404: 'Not found.',
  409: 'Conflict.',
  502: 'The provider refused the message permanently. Only with `Prefer: wait`.',
};

const DESCRIPTIONS: Partial<Record<PublicCode, string>> = {
  ...SHARED,
  ROUTE_NOT_FOUND: 'The answer to a path that this document does not have.',
  METHOD_NOT_ALLOWED: 'The answer to a method that a path does not have.',
};

/** Fields besides `error` and `code` that an error with this code always has. */
const FIELDS: Partial<Record<PublicCode, string[]>> = {
  CONTACT_CONFLICT: ['field'],
  QUOTA_EXCEEDED: ['current', 'limit'],
  PROVIDER_ERROR: ['channel', 'id', 'delivery_code'],
};

/** Headers besides `X-Request-Id`. */
const HEADERS: Partial<Record<PublicCode, AnswerHeader[]>> = {
  UNAUTHORIZED: ['WWW-Authenticate'],
  METHOD_NOT_ALLOWED: ['Allow'],
  IDEMPOTENCY_IN_PROGRESS: ['Retry-After'],
  RATE_LIMITED: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  UNAVAILABLE: ['Retry-After'],
};

/** Returns the answers of an operation under /v1 that are not 2xx: the shared ones, and these codes. */
export function errorResponses(codes: readonly PublicCode[]): ZodOpenApiResponsesObject {
  // Any route can get a path that is not URL encoding, or a body that is not JSON.
  const own = [...new Set<PublicCode>(['VALIDATION_ERROR', ...codes])];
  const statuses = [...new Set(own.map((code) => ERROR_STATUS[code]))];
  const ofStatus = statuses.map((status) => own.filter((code) => ERROR_STATUS[code] === status));
  const shared = Object.keys(SHARED) as (keyof typeof SHARED)[];
  return Object.fromEntries(
    [...shared.map((code) => [code, ...(BESIDE[code] ?? [])]), ...ofStatus].map((some) => [
      `${ERROR_STATUS[some[0] as PublicCode]}`,
      errorResponse(some),
    ]),
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
  headers: answerHeaders('X-Request-Id'),
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
  const headers = new Set<AnswerHeader>(['X-Request-Id', ...codes.flatMap((code) => HEADERS[code] ?? [])]);
  const [first = 'INTERNAL'] = codes;
  const required = (FIELDS[first] ?? []).filter((name) =>
    codes.every((code) => FIELDS[code]?.includes(name)),
  );
  return {
    id,
    description: `${DESCRIPTIONS[first] ?? STATUS_DESCRIPTIONS[ERROR_STATUS[first]] ?? ''} ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: answerHeaders(...headers),
    content: {
      'application/json': {
        // A reference to the one body of errors, so that generators create one type, and what is narrower.
        schema: {
          $ref: '#/components/schemas/Error',
          properties: { code: { enum: codes } },
          ...(required.length > 0 && { required }),
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: { code, ...ERROR_EXAMPLES[code] } }]),
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
