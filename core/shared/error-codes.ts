/** Row of an error code that any caller can get. */
interface Row {
  /** HTTP status (ERROR-6). */
  status: number;
  /** Returns its text. The defaults of its parameters make the example of the document. */
  text: (...facts: never[]) => string;
  /** Its other fields, in that example. */
  details?: Readonly<Record<string, unknown>>;
  /** Whether each error with the code has those fields. */
  hasDetails?: true;
  /** Whether every route under /v1 may answer with it. */
  everywhere?: true;
  /** When it is the answer. Without it, the status says that. */
  when?: string;
}

const PUBLIC = {
  VALIDATION_ERROR: {
    status: 400,
    text: () =>
      'to must be a phone number in E.164 form, + then country code then number, such as +12025550123.',
    details: { field: 'to' },
    // Any route can get a path that is not URL encoding, or a body that is not JSON.
    everywhere: true,
  },
  UNAUTHORIZED: {
    status: 401,
    text: () => 'The API key is not valid.',
    everywhere: true,
    when: 'The API key is missing, unknown, revoked, expired, or of the other environment.',
  },
  QUOTA_EXCEEDED: {
    status: 402,
    text: (quota = 'monthly quota', limit = 10_000, why = 'is used up') =>
      `The ${quota} of ${limit} notifications ${why}.`,
    details: { current: 10_000, limit: 10_000 },
    hasDetails: true,
  },
  SUBSCRIPTION_INACTIVE: {
    status: 403,
    text: () => 'The subscription of this application is not active.',
    everywhere: true,
    when: 'The subscription of the application is not active, or the API key lacks the scope that the route needs.',
  },
  FORBIDDEN: {
    status: 403,
    text: (scope = 'contacts', scopes = 'send') =>
      `This route needs the scope ${scope}. The API key has only ${scopes}.`,
    everywhere: true,
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    text: (method = 'GET', path = '/v1/messages') => `There is no route ${method} ${path}.`,
    when: 'The answer to a path that this document does not have.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    text: (method = 'PUT', path = '/v1/webhooks', allowed = 'POST, GET, HEAD') =>
      `${method} is not allowed on ${path}. Allowed methods: ${allowed}.`,
    when: 'The answer to a method that a path does not have.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    text: () => 'Send the body as JSON with Content-Type: application/json.',
    everywhere: true,
    when: 'The body is not `application/json` in UTF-8.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    text: (limit = 1_048_576) => `The body is larger than ${limit} bytes.`,
    everywhere: true,
    when: 'The body is over 1 MB.',
  },
  EVENT_NOT_FOUND: { status: 404, text: (event = 'welcom') => `There is no event ${event}.` },
  CONTACT_NOT_FOUND: { status: 404, text: () => 'There is no contact with this identifier.' },
  NOTIFICATION_NOT_FOUND: { status: 404, text: () => 'There is no notification with this id.' },
  TOPIC_NOT_FOUND: { status: 404, text: (topic = 'news') => `There is no topic ${topic}.` },
  SEGMENT_NOT_FOUND: {
    status: 404,
    text: (segment = 'customers') => `There is no segment ${segment}.`,
  },
  BROADCAST_NOT_FOUND: {
    status: 404,
    text: () => 'There is no broadcast with this id, or it is no longer kept.',
  },
  BROADCAST_STATE: {
    status: 409,
    text: (what = 'completed', change = 'cancelled') =>
      `The broadcast is ${what}, so it cannot be ${change}.`,
  },
  PAUSES_FULL: {
    status: 409,
    text: (most = 100) =>
      `The application has ${most} pauses, which is the maximum. Resume one of them first.`,
  },
  IMPORT_NOT_FOUND: {
    status: 404,
    text: () => 'This topic has no import with this id, or it is no longer kept.',
  },
  IMPORT_STATE: {
    status: 409,
    text: (what = 'done') => `The import is ${what}, so it cannot be stopped or continued.`,
  },
  BATCH_NOT_FOUND: {
    status: 404,
    text: () => 'There is no answer to an array with this id, or it is no longer kept.',
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    text: () => 'This application has no webhook endpoint with this uuid.',
  },
  WEBHOOK_EVENT_NOT_FOUND: {
    status: 404,
    text: () => 'This endpoint has no event with this id, or it is no longer kept.',
  },
  TEMPLATE_MISSING: {
    status: 400,
    text: (event = 'welcome', channel = 'push') => `Event ${event} has no template for channel ${channel}.`,
    details: { channel: 'push' },
  },
  IDENTIFIER_MISSING: {
    status: 400,
    text: (channel = 'sms', identifier = 'a phone number') =>
      `The recipient has no identifier for ${channel}. Add ${identifier}.`,
    details: { channel: 'sms' },
  },
  SENDER_UNVERIFIED: {
    status: 400,
    text: (sender = 'hello@example.net') => `The sender ${sender} is not verified.`,
    details: { field: 'from' },
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    text: () => 'The first request with this idempotency key is still in progress. Try again.',
  },
  IDEMPOTENCY_MISMATCH: {
    status: 409,
    text: () => 'This idempotency key was already used with a different request. Use a new key.',
  },
  WEBHOOK_EXISTS: {
    status: 409,
    text: () => 'This application already has a webhook endpoint. Change or delete it.',
  },
  WEBHOOK_INACTIVE: {
    status: 409,
    text: () => 'The endpoint is disabled. Enable it first: set is_active to true.',
  },
  CONTACT_CONFLICT: {
    status: 409,
    text: (field = 'email') => `${field} belongs to another contact.`,
    details: { field: 'email' },
    hasDetails: true,
  },
  UNDELIVERABLE: {
    status: 422,
    text: (channel = 'email', why = 'TEMPLATE_ERROR: the subject is empty') =>
      `The ${channel} message can never be sent. ${why}`,
    details: {
      channel: 'email',
      id: '41e1ba36-9d4b-4ad4-8d4b-2f1f8f6a7c10',
      delivery_code: 'TEMPLATE_ERROR',
    },
    hasDetails: true,
    when: 'The message cannot be sent, whatever the provider. Only with `Prefer: wait`.',
  },
  NOTIFICATION_STATE: {
    status: 409,
    text: () => 'Only failed notifications can be retried. This one is completed.',
  },
  ALREADY_SENT: {
    status: 409,
    text: () => 'At least one message was sent and would be sent again.',
  },
  CONTENT_REMOVED: {
    status: 409,
    text: () => 'The content of the notification is no longer kept, so it cannot be retried.',
  },
  RATE_LIMITED: {
    status: 429,
    text: (limit = 100) => `The limit is ${limit} requests per second. Wait, then try again.`,
    details: { current: 101, limit: 100 },
    everywhere: true,
    when: 'Too many requests. Wait `Retry-After` seconds, and longer each time.',
  },
  PROVIDER_ERROR: {
    status: 502,
    text: (channel = 'sms', code = 'INVALID_RECIPIENT') => `The ${channel} message failed: ${code}.`,
    details: {
      channel: 'sms',
      id: '41e1ba36-9d4b-4ad4-8d4b-2f1f8f6a7c10',
      delivery_code: 'INVALID_RECIPIENT',
    },
    hasDetails: true,
  },
  INTERNAL: {
    status: 500,
    text: () => 'The service failed to process the request. Try again.',
    everywhere: true,
    when: 'Something failed in the service.',
  },
  UNAVAILABLE: {
    status: 503,
    text: () => 'The database is not available. Try again.',
    everywhere: true,
    when: 'The database is not available. Repeat after `Retry-After` seconds.',
  },
} satisfies Record<string, Row>;

/** Codes that only admin routes have, with their status. */
const ADMIN_STATUS = {
  AUDIT_RECORD_NOT_FOUND: 404,
  APPLICATION_EXISTS: 409,
  APPLICATION_NOT_FOUND: 404,
  CATEGORY_IN_USE: 409,
  CATEGORY_NOT_FOUND: 404,
  CATEGORIES_FULL: 409,
  EVENT_IN_USE: 409,
  EVENT_CHANGED: 409,
  EVENT_VERSION_NOT_FOUND: 404,
  PART_IN_USE: 409,
  PART_NOT_FOUND: 404,
  PART_VERSION_NOT_FOUND: 404,
  LIMITS_CHANGED: 409,
  SETTING_CHANGED: 409,
  KEY_NOT_FOUND: 404,
  OPERATOR_NOT_FOUND: 404,
  OPERATOR_EXISTS: 409,
  SENDER_NOT_FOUND: 404,
  DKIM_KEY_NOT_FOUND: 404,
  DKIM_STATE: 409,
  DKIM_UNPUBLISHED: 409,
  INTEGRATION_NOT_FOUND: 404,
  SCHEDULE_NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  JOB_STATE: 409,
  JOB_MISMATCH: 409,
  SUPPRESSION_NOT_FOUND: 404,
  TENANT_NOT_FOUND: 404,
  TENANT_IN_USE: 409,
  TENANTS_FULL: 409,
  NOTIFICATION_RETRIED: 409,
  PAUSED: 409,
} as const;

export type PublicCode = keyof typeof PUBLIC;
export type ErrorCode = PublicCode | keyof typeof ADMIN_STATUS;

export const PUBLIC_CODES = Object.keys(PUBLIC) as PublicCode[];

/** Every `code` of an error body with its HTTP status. */
export const ERROR_STATUS = {
  ...Object.fromEntries(PUBLIC_CODES.map((code) => [code, PUBLIC[code].status])),
  ...ADMIN_STATUS,
} as Readonly<Record<ErrorCode, number>>;

export const errorRow = (code: PublicCode): Row => PUBLIC[code];

/** What the text of a code names. */
export type ErrorFacts<Code extends PublicCode> = Parameters<(typeof PUBLIC)[Code]['text']>;

/** Returns the text of an error with this code. */
export const errorText = <Code extends PublicCode>(code: Code, ...facts: ErrorFacts<Code>): string =>
  (PUBLIC[code].text as (...facts: ErrorFacts<Code>) => string)(...facts);
