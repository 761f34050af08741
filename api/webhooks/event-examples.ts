// Events as the OpenAPI document shows them.

const ATTEMPT = {
  id: 'f3c1b7f0-35d5-4f0e-8a3c-6c3f5a1d9e20',
  at: '2026-11-21T14:51:52.912Z',
  duration_ms: 41,
  status: 500,
  error: 'The endpoint answered 500.',
};
export const LINE = {
  id: '5b9f1d0e-7f43-5d1c-9a51-0c2f8a7b6e5d',
  type: 'delivery.sent',
  status: 'failed',
  notification_id: 'f48abc71-2c1b-4d5e-9a3f-6b7c8d9e0f11',
  test: false,
  created_at: '2026-11-21T14:51:52.798Z',
  redelivered_at: null,
  redelivered_by: null,
  attempt_count: 6,
  last_attempt: ATTEMPT,
};
export const REDELIVERED = {
  ...LINE,
  status: 'pending',
  redelivered_at: '2026-11-21T16:02:11.004Z',
  redelivered_by: 'owner',
};
export const DETAILS = {
  ...LINE,
  body: '{"event":"delivery.sent","delivery":{…},"request_id":"f48abc71-…","timestamp":"2026-11-21T14:51:52.798Z"}',
  attempts: [
    {
      ...ATTEMPT,
      url: 'https://shop.example.com/hooks/deliveries',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Service-Webhook/1.0' },
    },
  ],
};
export const TESTED = {
  ...DETAILS,
  ...{ status: 'delivered', notification_id: null, test: true, attempt_count: 1 },
  last_attempt: { ...ATTEMPT, status: 204, error: null },
  attempts: [{ ...DETAILS.attempts[0], status: 204, error: null }],
};
export const NEXT = '1795272712798_5b9f1d0e-7f43-5d1c-9a51-0c2f8a7b6e5d';
