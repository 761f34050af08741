import { sendsAs } from '../../../dashboard/src/pages/senders/sends-as';

const NUMBER = { type: 'phone', value: '+15005550006' } as const;
const NAME = { type: 'alphanumeric', value: 'MYSHOP' } as const;
const twilio = (channel: 'sms' | 'whatsapp', settings = {}) => ({ channel, provider: 'twilio', settings });
const telnyx = (settings = {}) => ({ channel: 'sms', provider: 'telnyx', settings }) as const;

test.each([
  ['numbers before names', twilio('sms'), [NAME, NUMBER], { chosen: ['+15005550006', 'MYSHOP'] }],
  ['no names in WhatsApp', twilio('whatsapp'), [NAME, NUMBER], { chosen: ['+15005550006'] }],
  [
    'the pool of a service',
    twilio('sms', { messaging_service_sid: 'MG1' }),
    [],
    { chosen: [], own: 'Messaging service MG1' },
  ],
  ['no names without a profile', telnyx(), [NUMBER, NAME], { chosen: ['+15005550006'] }],
  [
    'names with a profile',
    telnyx({ messaging_profile_id: 'p' }),
    [NAME],
    { chosen: ['MYSHOP'], own: 'Messaging profile p' },
  ],
  [
    'the number of Meta only',
    { channel: 'whatsapp', provider: 'meta', settings: { phone_number_id: '106' } } as const,
    [NUMBER],
    { chosen: [], own: 'Phone number ID 106, for every message' },
  ],
  [
    'nothing, and says what to do',
    telnyx(),
    [NAME],
    {
      chosen: [],
      problem: 'It has no number. Add a phone number below, or set messaging_profile_id of the integration.',
    },
  ],
] as const)('an integration has %s', (_what, integration, senders, expected) => {
  expect(sendsAs(integration, senders)).toEqual(expected);
});
