import type { RenderedContent } from '../../channels/provider';
import { slack } from '../../channels/slack/slack/provider';
import type { ApiReply } from '../support/providers/api-server';
import { messageTo } from '../support/providers/messages';
import {
  ACCOUNT,
  DOWN,
  type Expected,
  INVALID,
  limited,
  LIMITED,
  permanent,
  REJECTED,
  sent,
  transient,
  UNAUTHORIZED,
  UNKNOWN,
} from '../support/providers/outcomes';
import { testProvider } from '../support/providers/provider-kit';
import { SLACK_TOKEN, type SlackPost, startSlackServer } from '../support/providers/slack-server';

const says = (error: string, more: Record<string, unknown> = {}): ApiReply => ({
  status: 200,
  body: { ok: false, error, ...more },
});
const hello = (to = 'U0ADALOVELACE', content?: RenderedContent) => messageTo(to, content);

const ERRORS: [Expected, string][] = [
  [INVALID, 'channel_not_found not_in_channel is_archived'],
  [
    REJECTED,
    'msg_too_long msg_blocks_too_long no_text invalid_blocks invalid_blocks_format invalid_arguments invalid_metadata_schema restricted_action restricted_action_read_only_channel',
  ],
  [
    UNAUTHORIZED,
    'invalid_auth not_authed account_inactive token_revoked token_expired missing_scope ekm_access_denied messages_tab_disabled',
  ],
  [LIMITED, 'ratelimited rate_limited message_limit_exceeded'],
  [DOWN, 'service_unavailable request_timeout team_added_to_org constructor'],
  [UNKNOWN, 'internal_error fatal_error'],
];
/** Answers that are not Slack's own words. */
const STATUSES: [number, Expected][] = [
  [200, UNKNOWN],
  [302, ACCOUNT],
  [401, UNAUTHORIZED],
  [404, ACCOUNT],
  [429, LIMITED],
  [500, UNKNOWN],
  [502, UNKNOWN],
  [503, DOWN],
  [504, UNKNOWN],
];
const wrongBlock = '[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]';
const echo = says('invalid_arguments', {
  response_metadata: { messages: [`[ERROR] Bearer ${SLACK_TOKEN}`] },
});

const account = testProvider(slack, {
  start: startSlackServer,
  settings: ({ url }) => ({ token: SLACK_TOKEN, base_url: `${url}/api` }),
  message: () => hello(),
  says: (words) => says('invalid_blocks', { response_metadata: { messages: [words] } }),
  accepted: {
    reply: { status: 200, body: { ok: true, channel: 'C1', ts: '1.2' } },
    id: 'C1:1.2',
    nameless: { status: 200, body: { ok: true, channel: 'C1' } },
  },
  impossible: [
    ['neither text nor blocks', hello('#ops', {}), permanent('REJECTED', 'neither text nor blocks')],
    [
      '40,001 characters',
      hello('#ops', { text: 'x'.repeat(40_001) }),
      permanent('REJECTED', 'The limit is 40000'),
    ],
    [
      '51 blocks',
      hello('#ops', { text: 'x', blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) }),
      permanent('REJECTED', '50 blocks'),
    ],
  ],
  answers: [
    ...ERRORS.flatMap(([result, errors]) =>
      errors
        .split(' ')
        .map((error): [string, ApiReply, Expected] => [
          error,
          says(error),
          { ...result, response: expect.stringContaining(error) },
        ]),
    ),
    ...STATUSES.map(([status, result]): [string, ApiReply, Expected] => [
      `${status} that is not its own words`,
      { status, body: '<html>Hello, gateway</html>' },
      { ...result, response: expect.stringMatching(/: Hello, gateway$/) },
    ]),
    [
      'a warning',
      { status: 200, body: { ok: true, channel: 'C1', ts: '1.2', warning: 'message_truncated' } },
      { ...sent('C1:1.2'), response: 'ok: message_truncated' },
    ],
    [
      'the block that is wrong',
      says('invalid_blocks', { response_metadata: { messages: [wrongBlock] } }),
      permanent('REJECTED', 'json-pointer:/blocks/0/text/text'),
    ],
    [
      'the scope that is missing',
      says('missing_scope', { needed: 'chat:write', provided: 'im:write' }),
      { ...UNAUTHORIZED, response: 'missing_scope: needs chat:write' },
    ],
    [
      'a pause',
      { status: 429, headers: { 'retry-after': '30' }, body: { ok: false, error: 'ratelimited' } },
      { ...limited(30_000), response: 'HTTP 429 ratelimited' },
    ],
    ['our token among its words', echo, permanent('REJECTED', '***')],
    ['our token as its error', says(SLACK_TOKEN), transient('PROVIDER_ERROR', '***')],
    ['our token alone', { status: 500, body: SLACK_TOKEN }, UNKNOWN],
  ],
  checks: [
    ['which bot of which workspace it is', {}, { ok: true, detail: 'bot heliograph in workspace Example' }],
    [
      'that its token is refused',
      { settings: { token: 'xoxb-wrong-wrong-wrong' } },
      { ok: false, reason: 'invalid_auth' },
    ],
    ['nothing of our token', { reply: echo }, { ok: false, reason: expect.stringContaining('***') }],
  ],
  wrongSettings: [
    [{ token: 'secret' }, 'token'],
    [{ token: undefined }, 'token'],
    [{ channel: '#ops' }, ''],
  ],
});
const posted = () => account.server.requests.at(-1)?.json as SlackPost;

describe('a Slack message', () => {
  it('goes to a member, with our ids in its metadata', async () => {
    const message = hello();
    expect(await account.send(message)).toEqual({
      outcome: 'sent',
      providerMessageId: 'D0ADALOVELACE:1503435956.000247',
      response: 'ok',
    });
    expect(posted()).toEqual({
      channel: 'U0ADALOVELACE',
      text: 'Hello',
      unfurl_links: false,
      unfurl_media: false,
      link_names: false,
      metadata: {
        event_type: 'heliograph_message',
        event_payload: { message_id: message.id, notification_id: message.notificationId },
      },
    });
  });

  it.each(['#ops', '#büro-göteborg', 'C0123456789', 'G0123456789', 'W0123456789'])(
    'names its channel %s as it was given',
    async (to) => {
      expect(await account.send(hello(to))).toMatchObject({ outcome: 'sent' });
      expect(posted().channel).toBe(to);
    },
  );

  it('has blocks, with its text for notifications', async () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*Hello* <@U0ADALOVELACE>' } }];
    await account.send(hello('#ops', { text: 'Hello', blocks }));
    expect(posted()).toMatchObject({ text: 'Hello', blocks });
    await account.send(hello('#ops', { blocks }));
    expect(posted()).toMatchObject({ blocks });
    expect(posted()).not.toHaveProperty('text');
  });

  it('may have 40,000 characters, however many bytes they are', async () => {
    expect(await account.send(hello('#ops', { text: '😀'.repeat(40_000) }))).toMatchObject({
      outcome: 'sent',
    });
  });
});

describe('a payload that wants to notify everybody', () => {
  const text = 'Hi <!channel> <!here|here> <!EVERYONE> <!subteam^S012|@team> <!date^1^{date}|x> <@U1> <#C1>';
  const harmless =
    'Hi &lt;!channel> &lt;!here|here> &lt;!EVERYONE> &lt;!subteam^S012|@team> <!date^1^{date}|x> <@U1> <#C1>';
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text }, fields: [{ type: 'mrkdwn', text }] },
    { type: 'header', text: { type: 'plain_text', text } },
    { type: 'markdown', text },
    { type: 'context', elements: [{ type: 'mrkdwn', text }] },
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: '<!channel>' },
            { type: 'broadcast', range: 'channel' },
            { type: 'usergroup', usergroup_id: 'S012' },
            { type: 'user', user_id: 'U1' },
          ],
        },
      ],
    },
  ];

  it('notifies nobody by it', async () => {
    await account.send(hello('#ops', { text, blocks }));
    expect(posted().text).toBe(harmless);
    expect(posted().blocks).toEqual([
      {
        type: 'section',
        text: { type: 'mrkdwn', text: harmless },
        fields: [{ type: 'mrkdwn', text: harmless }],
      },
      { type: 'header', text: { type: 'plain_text', text } },
      { type: 'markdown', text: harmless },
      { type: 'context', elements: [{ type: 'mrkdwn', text: harmless }] },
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: '<!channel>' },
              { type: 'text', text: '@channel' },
              { type: 'text', text: '@group' },
              { type: 'user', user_id: 'U1' },
            ],
          },
        ],
      },
    ]);
  });

  it.each([true, 'true'])('does where the integration allows it (%p)', async (allow_broadcasts) => {
    await account.open({ allow_broadcasts }).send(hello('#ops', { text, blocks }));
    expect(posted()).toMatchObject({ text, blocks });
  });
});

it('a wrong token of Slack is refused', async () => {
  expect(await account.open({ token: 'xoxb-wrong-wrong-wrong' }).send()).toMatchObject(UNAUTHORIZED);
});
