import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { ERROR_STATUS } from '../../core/error-codes';
import { ERROR_EXAMPLES } from './error-examples';
import type { AnswerHeader } from './headers';
import { answerHeaders } from './headers';
import type { PublicCode } from './schemas/error';
import { errorBody } from './schemas/error';

/** Errors that every route under /v1 may answer with; each is one response that all of them share. */
const SHARED = {
  UNAUTHORIZED: 'The API key is missing, unknown, revoked, expired, or of the other environment.',
  SUBSCRIPTION_INACTIVE:
    'The subscription of the application is not active, or the API key lacks the scope that the route needs.',
  PAYLOAD_TOO_LARGE: 'The body is over 1 MB.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not `application/json` in UTF-8.',
  RATE_LIMITED: 'Too many requests; wait `Retry-After` seconds, longer each time.',
  INTERNAL: 'Something failed in the service.',
  UNAVAILABLE: 'The database does not answer; repeat after `Retry-After` seconds.',
} as const satisfies Partial<Record<PublicCode, string>>;

/** What a shared response may say besides the code that it is named after. */
const BESIDE: Partial<Record<PublicCode, PublicCode[]>> = { SUBSCRIPTION_INACTIVE: ['FORBIDDEN'] };

const DESCRIPTIONS: Record<number, string> = {
  400: 'The request cannot be accepted as it is.',
  402: 'A quota is used up.',
  404: 'Not found.',
  409: 'Conflict.',
  502: 'The provider refused the message for good; only with `Prefer: wait`.',
};

/** Headers beside `X-Request-Id`. */
const HEADERS: Partial<Record<PublicCode, AnswerHeader[]>> = {
  UNAUTHORIZED: ['WWW-Authenticate'],
  METHOD_NOT_ALLOWED: ['Allow'],
  IDEMPOTENCY_IN_PROGRESS: ['Retry-After'],
  RATE_LIMITED: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  UNAVAILABLE: ['Retry-After'],
};

/** The answers of an operation under /v1 that are not 2xx: what all share, and these codes. */
export function errorResponses(codes: PublicCode[]): ZodOpenApiResponsesObject {
  const shared = Object.keys(SHARED) as (keyof typeof SHARED)[];
  const responses: ZodOpenApiResponsesObject = Object.fromEntries(
    shared.map((code) => [
      `${ERROR_STATUS[code]}`,
      { $ref: `#/components/responses/${componentName(code)}` },
    ]),
  );
  // A path that is no URL encoding and a body that is no JSON can be sent to any route.
  const own = [...new Set<PublicCode>(['VALIDATION_ERROR', ...codes])];
  for (const status of new Set(own.map((code) => ERROR_STATUS[code]))) {
    const ofStatus = own.filter((code) => ERROR_STATUS[code] === status);
    responses[`${status}`] = errorResponse(ofStatus, DESCRIPTIONS[status] ?? '');
  }
  return responses;
}

/** The error responses that operations refer to. */
export function sharedErrorResponses(): Record<string, ZodOpenApiResponseObject> {
  const texts: Partial<Record<PublicCode, string>> = {
    ...SHARED,
    ROUTE_NOT_FOUND: 'The answer to a path that this document does not have.',
    METHOD_NOT_ALLOWED: 'The answer to a method that a path does not have.',
  };
  return Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [
      componentName(code),
      errorResponse([code as PublicCode, ...(BESIDE[code as PublicCode] ?? [])], text),
    ]),
  );
}

function errorResponse(codes: PublicCode[], description: string): ZodOpenApiResponseObject {
  const headers = new Set<AnswerHeader>(['X-Request-Id', ...codes.flatMap((code) => HEADERS[code] ?? [])]);
  return {
    description,
    headers: answerHeaders(...headers),
    content: {
      'application/json': {
        schema: errorBody(codes),
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: { code, ...ERROR_EXAMPLES[code] } }]),
        ),
      },
    },
  };
}

/** `RATE_LIMITED` → `RateLimited`. */
const componentName = (code: string): string =>
  code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
