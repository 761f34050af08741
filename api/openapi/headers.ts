import type { oas31 } from 'zod-openapi';

type Headers = NonNullable<oas31.ComponentsObject['headers']>;
type Parameters = NonNullable<oas31.ComponentsObject['parameters']>;

const count = (description: string, minimum: number, example: number) => {
  return { description, schema: { type: 'integer' as const, minimum }, example };
};
const constant = (description: string, text: string) => {
  return { description, schema: { type: 'string' as const, const: text }, example: text };
};

/** Headers of answers, by name. */
export const ANSWER_HEADERS = {
  'X-Request-Id': {
    description: "The caller's `X-Request-Id` if it is usable, else a new one. Name it to your operators.",
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    example: '5f0c6a0e-6f0f-4c36-9a4e-0d9a4f3c8b11',
  },
  'RateLimit-Limit': count('Requests per second of this key.', 1, 100),
  'RateLimit-Remaining': count('Requests left in this second.', 0, 99),
  'RateLimit-Reset': count('Seconds until a new count begins.', 0, 1),
  'Retry-After': count('Seconds to wait before the request is repeated.', 1, 1),
  ETag: {
    description:
      'Tag of this version: send it as `If-None-Match`, and the answer is 304 while nothing has changed.',
    required: true,
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]+"$' },
    example: '"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"',
  },
  'Idempotent-Replay': constant(
    '`true` if this is the answer to an earlier request with the same idempotency key.',
    'true',
  ),
  'X-Idempotent-Replay': constant('The same as `Idempotent-Replay`.', 'true'),
  'Heliograph-Warning': {
    description:
      'What is probably a mistake in a recipient that was accepted, such as a misspelled field. At most 5 times.',
    schema: { type: 'string' },
    example: 'to.emial is not a field of a recipient and becomes metadata. Did you mean email?',
  },
  'Preference-Applied': {
    description: 'The `Prefer` that was followed.',
    schema: { type: 'string', pattern: '^wait=[0-9]+$' },
    example: 'wait=10',
  },
  'WWW-Authenticate': { ...constant('How to authenticate.', 'Bearer'), required: true },
  Allow: {
    description: 'The methods that the path has.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, PATCH, DELETE, HEAD',
  },
} satisfies Headers;

export type AnswerHeader = keyof typeof ANSWER_HEADERS;
export type RequestHeader = keyof typeof REQUEST_HEADERS;

/** Returns references to headers of answers. */
export const answerHeaders = (...names: AnswerHeader[]): Record<string, oas31.ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const idempotencyKey = {
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\u0020-\\u007e]+$' },
  example: 'order-4711-shipped',
} as const;

/** Headers of requests, by the name of their component. */
export const REQUEST_HEADERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description:
      'Comes back in the answer. One that is longer than 128 or has other characters than `A-Za-z0-9._-` is replaced.',
    schema: { type: 'string' },
    example: 'checkout-4711',
  },
  IdempotencyKey: {
    ...idempotencyKey,
    name: 'Idempotency-Key',
    description:
      'Makes repeats safe: for 24 hours a request that repeats the key gets the first answer and sends nothing. 1 to 255 printable ASCII characters. A key of another request is 409.',
  },
  XIdempotencyKey: {
    ...idempotencyKey,
    name: 'X-Idempotency-Key',
    description: 'The same as `Idempotency-Key`; send one of the two.',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of an earlier answer.',
    schema: { type: 'string' },
    example: '"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`wait=N` with 1 to 30 seconds (RFC 7240): the answer is the notification once its first message has its outcome, or as it is when the time is over. Only for one recipient; another preference is ignored.',
    schema: { type: 'string' },
    example: 'wait=10',
  },
} satisfies Parameters;

/** Returns references to headers of requests. */
export const requestHeaders = (...names: RequestHeader[]): oas31.ReferenceObject[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
