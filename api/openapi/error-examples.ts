import type { PublicCode } from '../../core/shared/error-codes';

/** One error body for each code, without the code. */
export const ERROR_EXAMPLES: Record<PublicCode, { error: string } & Record<string, unknown>> = {
  VALIDATION_ERROR: {
    error: 'to must be a phone number in E.164 form, + then country code then number, such as +12025550123.',
    field: 'to',
  },
  UNAUTHORIZED: { error: 'The API key is not valid.' },
  QUOTA_EXCEEDED: {
    error: 'The monthly quota of 10000 notifications is used up.',
    current: 10_000,
    limit: 10_000,
  },
  SUBSCRIPTION_INACTIVE: { error: 'The subscription of this application is not active.' },
  FORBIDDEN: {
    error: 'This route needs the scope contacts. The API key has only send.',
  },
  ROUTE_NOT_FOUND: { error: 'There is no route GET /v1/messages.' },
  METHOD_NOT_ALLOWED: {
    error: 'PUT is not allowed on /v1/webhooks. Allowed methods: POST, GET, HEAD.',
  },
  UNSUPPORTED_MEDIA_TYPE: { error: 'Send the body as JSON with Content-Type: application/json.' },
  PAYLOAD_TOO_LARGE: { error: 'The body is too large.' },
  EVENT_NOT_FOUND: { error: 'There is no event welcom.' },
  CONTACT_NOT_FOUND: { error: 'There is no contact with this identifier.' },
  NOTIFICATION_NOT_FOUND: { error: 'There is no notification with this id.' },
  WEBHOOK_NOT_FOUND: { error: 'This application has no webhook endpoint with this uuid.' },
  WEBHOOK_EVENT_NOT_FOUND: { error: 'This endpoint has no event with this id, or it is no longer kept.' },
  TEMPLATE_MISSING: { error: 'The event welcome has no template for push.', channel: 'push' },
  IDENTIFIER_MISSING: {
    error: 'The recipient has no identifier for sms. Add a phone number.',
    channel: 'sms',
  },
  SENDER_UNVERIFIED: { error: 'The sender hello@example.net is not verified.', field: 'from' },
  IDEMPOTENCY_IN_PROGRESS: {
    error: 'The first request with this idempotency key is still in progress. Try again.',
  },
  IDEMPOTENCY_MISMATCH: {
    error: 'This idempotency key was already used with a different request. Use a new key.',
  },
  WEBHOOK_EXISTS: {
    error: 'This application already has a webhook endpoint. Change or delete it.',
  },
  WEBHOOK_INACTIVE: { error: 'The endpoint is disabled. Enable it first: set is_active to true.' },
  CONTACT_CONFLICT: { error: 'email belongs to another contact.', field: 'email' },
  RATE_LIMITED: {
    error: 'The limit is 100 requests per second. Wait, then try again.',
    current: 101,
    limit: 100,
  },
  PROVIDER_ERROR: {
    error: 'The sms message failed: INVALID_RECIPIENT.',
    channel: 'sms',
    id: '41e1ba36-9d4b-4ad4-8d4b-2f1f8f6a7c10',
    delivery_code: 'INVALID_RECIPIENT',
  },
  INTERNAL: { error: 'The service failed to process the request. Try again.' },
  UNAVAILABLE: { error: 'The database is not available. Try again.' },
};
