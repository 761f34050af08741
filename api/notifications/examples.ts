export const NOTIFICATION_ID = 'f48abc71-2c1b-4d5e-9a3f-6b7c8d9e0f11';
const OTHER_ID = '782b2048-5f3a-5c1d-8e2b-1a2b3c4d5e6f';

/** A notification that ended. */
export const COMPLETED = {
  id: NOTIFICATION_ID,
  event: 'welcome',
  contact: { email: 'ada@example.com', name: 'Ada Lovelace' },
  status: 'completed',
  started_at: '2026-11-21T14:51:52.393Z',
  completed_at: '2026-11-21T14:51:52.798Z',
  messages: [
    {
      id: OTHER_ID,
      channel: 'email',
      status: 'sent',
      sent_at: '2026-11-21T14:51:52.798Z',
      delivered_at: null,
      error: null,
    },
  ],
};

/** One that failed. */
export const FAILED = {
  ...COMPLETED,
  event: 'verification-code',
  contact: { email: null, name: null },
  status: 'failed',
  messages: [
    {
      id: OTHER_ID,
      channel: 'sms',
      status: 'failed',
      sent_at: null,
      delivered_at: null,
      error: 'NO_PROVIDER: No provider is set up for sms.',
    },
  ],
};
