import { COMPLETED, NOTIFICATION_ID } from '../notifications/examples';

const accepted = { id: NOTIFICATION_ID, event: 'welcome', status: 'accepted' };

/** Answers to a send. */
export const ANSWERS = {
  'One recipient': accepted,
  'An array': {
    id: '0b7e6c6c-3a55-4b0e-8f5a-4f1de3a0c9d2',
    event: 'welcome',
    status: 'accepted',
    notifications: [
      accepted,
      {
        id: null,
        event: 'welcome',
        status: 'rejected',
        error: 'to[1].email must be an e-mail address such as ada@example.com.',
        code: 'VALIDATION_ERROR',
        field: 'to[1].email',
      },
    ],
  },
  'Prefer: wait': COMPLETED,
};

/** Bodies of a send. */
export const SENDS = {
  'A contact with a name': {
    to: { email: 'ada@example.com', name: 'Ada Lovelace' },
    payload: { plan: 'team' },
  },
  'An address': { to: 'ada@example.com' },
  'Several recipients': {
    to: ['ada@example.com', { external_id: 'user-42', phone: '+12025550123' }],
    payload: { plan: 'team' },
    language: 'sv',
  },
  'Overrides and a sender': {
    to: 'ada@example.com',
    overrides: {
      email: { subject: 'Welcome back', reply_to: 'help@example.com', cc: ['boss@example.com'] },
      brand: { name: 'Example Shop', color: '#123456' },
    },
    from: { email: 'hello@example.com', name: 'Example Shop' },
  },
};

/** Bodies of a send over one channel. */
export const CHANNEL_SENDS = {
  'An SMS': { to: '+12025550123', payload: { code: '123456' } },
  'A Slack channel': { to: '#orders', payload: { order: '4711' } },
};
