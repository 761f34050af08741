import { meta as definition } from '../../channels/whatsapp/meta/provider';
import { BARE_ANSWERS } from '../support/providers/bare-answers';
import { MESSAGE_ID, NOTIFICATION_ID, toPhone } from '../support/providers/messages';
import { created, PHONE_NUMBER_ID, refusal, startMeta } from '../support/providers/meta-server';
import {
  ACCOUNT,
  type CodeTable,
  DOWN,
  INVALID,
  limited,
  LIMITED,
  REJECTED,
  rowsOf,
  sent,
  transient,
  UNAUTHORIZED,
  UNKNOWN,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';

const TOKEN = 'EAAGm0PX4ZCpsBAsecret0123456789';
const ID = 'wamid.HBgLMTUwMDU1NTAwMDk';

const CODES: CodeTable = [
  // The recipient.
  [INVALID, { 400: [131026, 131021] }],
  // The message, the template, the person's wish.
  [
    REJECTED,
    {
      400: [
        131047, 131051, 131008, 131009, 100, 132000, 132005, 132007, 132012, 132015, 132016, 130472, 131049,
        131050, 139999,
      ],
      404: [132001],
      403: [130497],
    },
  ],
  // Credentials and the account.
  [UNAUTHORIZED, { 401: [190, 0], 500: [3], 403: [10, 200, 299, 131005, 368, 131031] }],
  // What an operator sets up.
  [ACCOUNT, { 400: [131042, 131037, 133010, 33, 131030] }],
  // Too much.
  [LIMITED, { 400: [4, 80007, 131048], 429: [130429] }],
  // Down.
  [DOWN, { 400: [1], 503: [2, 133004], 500: [131000, 131016, 131057] }],
  [UNKNOWN, { 500: [139999], 504: [139999] }],
  // A success that says failure.
  [INVALID, { 200: [131026] }],
  [REJECTED, { 200: [139999] }],
];
/** The refusal of a limit that ends in so many minutes. */
const limitedFor = (minutes: number) => {
  const usage = { '102290129340398': [{ type: 'whatsapp', estimated_time_to_regain_access: minutes }] };
  return { ...refusal(400, 80007), headers: { 'X-Business-Use-Case-Usage': JSON.stringify(usage) } };
};

const meta = testProvider(definition, {
  start: () => startMeta(TOKEN),
  settings: ({ url }) => ({ access_token: TOKEN, phone_number_id: PHONE_NUMBER_ID, base_url: url }),
  message: () => toPhone(),
  says: (words) => refusal(400, 131026, { message: words }),
  accepted: { reply: created(), id: ID, nameless: created({ id: undefined }) },
  impossible: [
    [
      'of 4,097 characters',
      toPhone({ content: { text: 'ł'.repeat(4097) } }),
      { ...REJECTED, response: expect.stringMatching(/4097 characters.*4096/) },
    ],
  ],
  answers: [
    ...rowsOf(CODES, refusal, (status, code) =>
      expect.stringContaining(`HTTP ${status}, code ${code}: (#${code}) Words of Meta; Details`),
    ),
    ...BARE_ANSWERS,
    [
      'a message that is held back at first',
      created({ message_status: 'held_for_quality_assessment' }),
      { ...sent(ID), response: 'HTTP 200, held_for_quality_assessment' },
    ],
    [
      'outside the window, with words what to do',
      refusal(400, 131047),
      {
        ...REJECTED,
        response: expect.stringMatching(/131047: .*Details.*give the event a WhatsApp template/),
      },
    ],
    [
      'no such phone number id, which is about the settings',
      refusal(400, 100, { error_subcode: 33, type: 'GraphMethodException' }),
      UNAUTHORIZED,
    ],
    ['an error that calls itself transient', refusal(400, 139999, { is_transient: true }), DOWN],
    ['too many messages to one person', refusal(400, 131056), limited(6000)],
    ['a limit for 7 minutes', limitedFor(7), limited(7 * 60_000)],
    ['a limit for 100,000 minutes, of which a day is waited', limitedFor(100_000), limited(24 * 3_600_000)],
    ['a limit for 0 minutes', limitedFor(0), LIMITED],
    [
      'our token in its words',
      refusal(401, 190, { message: `Malformed access token ${TOKEN}` }),
      transient('UNAUTHORIZED', 'Malformed access token ***'),
    ],
  ],
  checks: [
    ['the number that sends', {}, { ok: true, detail: 'sends as Demo +1 500-555-0006' }],
    [
      'in Meta’s words what it refuses',
      { settings: { access_token: 'wrong' } },
      { ok: false, reason: 'HTTP 401, code 190: Invalid OAuth access token' },
    ],
  ],
  defaults: { base_url: 'https://graph.facebook.com', api_version: 'v25.0' },
  wrongSettings: [
    [{ access_token: undefined }, 'access_token'],
    [{ phone_number_id: '+15005550006' }, 'phone_number_id'],
    [{ phone_number_id: '1/../2' }, 'phone_number_id'],
    [{ api_version: '25' }, 'api_version'],
    [{ base_url: 'http://graph.facebook.com' }, 'base_url'],
  ],
});
const bodyOf = () => meta.server.requests[0]?.json;

const REFERENCE = `notification_id=${NOTIFICATION_ID}&message_id=${MESSAGE_ID}`;
const ENVELOPE = {
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '+15005550009',
  biz_opaque_callback_data: REFERENCE,
};

describe('a WhatsApp message through the Cloud API', () => {
  it('is a text that carries the ids of its message and notification', async () => {
    expect(await meta.send()).toEqual({
      outcome: 'sent',
      providerMessageId: 'wamid.HBgLMTUwMDU1NTAwMDk',
      response: 'HTTP 200, accepted',
    });
    expect(bodyOf()).toEqual({ ...ENVELOPE, type: 'text', text: { body: 'Your code is 123456' } });
  });

  it('of a template has its name, language and parameters, and no text', async () => {
    const whatsappTemplate = { name: 'order_shipped', language: 'en_US', parameters: ['Ada', 'Tuesday'] };
    const result = await meta.send(toPhone({ content: { text: 'fallback', whatsappTemplate } }));
    expect(result).toMatchObject({ outcome: 'sent' });
    const parameters = [
      { type: 'text', text: 'Ada' },
      { type: 'text', text: 'Tuesday' },
    ];
    expect(bodyOf()).toEqual({
      ...ENVELOPE,
      type: 'template',
      template: {
        name: 'order_shipped',
        language: { code: 'en_US' },
        components: [{ type: 'body', parameters }],
      },
    });
  });

  it('of a template has its header and buttons as components', async () => {
    const buttons = [
      { type: 'quick_reply', index: 0, value: 'STOP' },
      { type: 'copy_code', index: 2, value: '25OFF' },
      { type: 'url', index: 3, value: 'orders/7?t=%C3%A5' },
    ] as const;
    const headers = [
      [
        { type: 'text', text: 'Sale' },
        { type: 'text', text: 'Sale' },
      ],
      [
        { type: 'image', link: 'https://a.example/a.png' },
        { type: 'image', image: { link: 'https://a.example/a.png' } },
      ],
      [
        { type: 'video', link: 'https://a.example/a.mp4' },
        { type: 'video', video: { link: 'https://a.example/a.mp4' } },
      ],
      [
        { type: 'document', link: 'https://a.example/a', filename: 'a.pdf' },
        { type: 'document', document: { link: 'https://a.example/a', filename: 'a.pdf' } },
      ],
    ] as const;
    for (const [header, parameter] of headers) {
      const whatsappTemplate = {
        name: 'sale',
        language: 'en',
        parameters: ['Ada'],
        header,
        buttons: [...buttons],
      };
      expect(await meta.send(toPhone({ content: { whatsappTemplate } }))).toMatchObject({ outcome: 'sent' });
      expect(meta.server.requests.at(-1)?.json).toMatchObject({
        template: {
          components: [
            { type: 'header', parameters: [parameter] },
            { type: 'body', parameters: [{ type: 'text', text: 'Ada' }] },
            {
              type: 'button',
              sub_type: 'quick_reply',
              index: 0,
              parameters: [{ type: 'payload', payload: 'STOP' }],
            },
            {
              ...{ type: 'button', sub_type: 'copy_code', index: 2 },
              parameters: [{ type: 'coupon_code', coupon_code: '25OFF' }],
            },
            {
              ...{ type: 'button', sub_type: 'url', index: 3 },
              parameters: [{ type: 'text', text: 'orders/7?t=%C3%A5' }],
            },
          ],
        },
      });
    }
  });

  it('of a template without placeholders has no components', async () => {
    const whatsappTemplate = { name: 'hello', language: 'sv', parameters: [] };
    await meta.send(toPhone({ content: { whatsappTemplate } }));
    expect(bodyOf()).toMatchObject({ template: { name: 'hello', language: { code: 'sv' } } });
    expect(bodyOf()).not.toHaveProperty('template.components');
  });

  it('of 4,096 characters is sent', async () => {
    expect(await meta.send(toPhone({ content: { text: 'ł'.repeat(4096) } }))).toMatchObject({
      outcome: 'sent',
    });
  });
});

it('a wrong token of the Cloud API is refused', async () => {
  expect(await meta.open({ access_token: 'wrong' }).send()).toEqual({
    ...UNAUTHORIZED,
    response: 'HTTP 401, code 190: Invalid OAuth access token',
  });
});
