// Exports of other services, as their documentation shows them (cli/preference-exports/ cites the pages).

const CONDITION = { argument: 'frog_genome', operator: 'contains', variable: 'recipient.property' };

/** Users with their sets, as `GET /v1/users/{id}` and `GET /v1/users/{id}/preferences` answer, and a bulk request. */
export const KNOCK = {
  user: {
    ...{ __typename: 'User', id: 'knock-1', email: 'ada@knock.example', name: 'Ada Lovelace' },
    ...{ phone_number: '+12025550111', locale: 'sv_SE', timezone: 'Europe/Stockholm' },
    preferences: [
      {
        ...{ __typename: 'PreferenceSet', id: 'default', commercial_subscribed: true },
        categories: {
          news: true,
          offers: { channel_types: { email: true, sms: true, in_app_feed: false }, conditions: [CONDITION] },
        },
        channel_types: { email: true, sms: false, push: { conditions: [CONDITION] } },
        channels: { 'aef6e715-df82-4ab6-b61e-b743e249f7b6': true },
        workflows: { 'weekly-digest': { channel_types: { email: false } } },
      },
      { __typename: 'PreferenceSet', id: 'tenant-1', categories: { news: false } },
    ],
  },
  identified: {
    ...{ id: 'knock-3', phone_number: '+12025550113' },
    preferences: { default: { categories: { offers: false }, commercial_subscribed: false } },
  },
  bulk: {
    user_ids: ['knock-2', 'knock-none'],
    preferences: { __persistence_strategy__: 'replace', categories: { offers: false } },
  },
};

/** A subscriber with the answer of `GET /v2/subscribers/{subscriberId}/preferences`. */
export const NOVU = {
  ...{ subscriberId: 'novu-1', email: 'grace@novu.example', firstName: 'Grace', lastName: 'Hopper' },
  locale: 'en_US',
  data: {
    global: {
      enabled: true,
      channels: { email: true, sms: false, in_app: true, chat: false, push: true },
      schedule: { isEnabled: true, weeklySchedule: {} },
    },
    workflows: [
      {
        ...{ enabled: true, channels: { email: false, in_app: true, push: true } },
        overrides: [{ channel: 'email', source: 'subscriber' }],
        workflow: {
          ...{ slug: 'weekly-digest_wf_1', identifier: 'weekly-digest', name: 'Weekly digest' },
          updatedAt: '2026-11-01T08:00:00.000Z',
        },
      },
      {
        ...{ enabled: true, channels: { email: true, sms: true }, overrides: [] },
        workflow: { slug: 'sale_wf_2', identifier: 'sale', name: 'Sale' },
      },
      {
        ...{ enabled: true, channels: { email: true }, overrides: [] },
        workflow: { slug: 'old_wf_3', identifier: 'old', name: 'Old' },
      },
    ],
  },
};

/** A page of people, as `POST /v1/customers/attributes` answers. */
export const CUSTOMER_IO = {
  customers: [
    {
      customer: {
        id: '1',
        attributes: {
          ...{ id: '1', cio_id: '03000001', email: 'eve@cio.example', first_name: 'Eve', last_name: 'Moore' },
          cio_subscription_preferences:
            '{"topics":{"topic_1":true,"topic_2":false},"channels":{"email":true,"sms":false,"in_app":false}}',
        },
        ...{ timestamps: { cio_id: 1528932553 }, unsubscribed: false, devices: [] },
      },
    },
    { customer: { id: '2', attributes: { email: 'mallory@cio.example' }, unsubscribed: true } },
  ],
};

/** The same of an export of people, with more, one of whom has columns of single choices. */
export const CUSTOMER_IO_CSV = `id,email,first_name,unsubscribed,cio_subscription_preferences,cio_subscription_preferences.topics.topic_2
1,eve@cio.example,Eve,false,"{""topics"":{""topic_1"":true,""topic_2"":false},""channels"":{""email"":true,""sms"":false}}",
2,mallory@cio.example,,true,,
3,trudy@cio.example,,,,true
4,broken@cio.example,,,{"topics,
`;
