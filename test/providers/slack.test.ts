import type { Provider, RenderedContent } from '../../channels/provider';
import { abortedOnArrival } from '../support/providers/aborted';
import {
  closeHttp,
  messageTo,
  NOWHERE,
  openProvider,
  takesSettings,
} from '../support/providers/open-provider';
import { SLACK_TOKEN, type SlackPost, startSlackServer } from '../support/providers/slack-server';
import type { VendorReply, VendorServer } from '../support/providers/vendor-server';

const never = new AbortController().signal;
let server: VendorServer;
let slack: Provider;

beforeEach(async () => {
  server = await startSlackServer();
  slack = open();
});
afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
});
afterAll(closeHttp);

const open = (settings: Record<string, unknown> = {}): Provider =>
  openProvider('slack', { token: SLACK_TOKEN, base_url: `${server.url}/api`, ...settings });
const hello = (to = 'U0ADALOVELACE', content: RenderedContent = { text: 'Hello' }) => messageTo(to, content);
const posted = (): SlackPost => server.requests.at(-1)?.body as SlackPost;
const says = (error: string, more: Record<string, unknown> = {}): VendorReply => ({
  body: { ok: false, error, ...more },
});

describe('a Slack message', () => {
  it('goes to a member, with our ids in its metadata', async () => {
    const message = hello();
    expect(await slack.send(message, never)).toEqual({
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
      expect(await slack.send(hello(to), never)).toMatchObject({ outcome: 'sent' });
      expect(posted().channel).toBe(to);
    },
  );

  it('has blocks, with its text for notifications', async () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*Hello* <@U0ADALOVELACE>' } }];
    await slack.send(hello('#ops', { text: 'Hello', blocks }), never);
    expect(posted()).toMatchObject({ text: 'Hello', blocks });
    await slack.send(hello('#ops', { blocks }), never);
    expect(posted()).toMatchObject({ blocks });
    expect(posted()).not.toHaveProperty('text');
  });

  it('says what Slack warned of', async () => {
    server.next({ body: { ok: true, channel: 'C1', ts: '1.2', warning: 'message_truncated' } });
    expect(await slack.send(hello(), never)).toMatchObject({ response: 'ok: message_truncated' });
  });

  it.each<[string, RenderedContent]>([
    ['neither text nor blocks', {}],
    ['40000 characters', { text: 'x'.repeat(40_001) }],
    ['50 blocks', { text: 'x', blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) }],
  ])('is not sent where Slack would not take it: %s', async (why, content) => {
    const response: unknown = expect.stringContaining(why);
    expect(await slack.send(hello('#ops', content), never)).toEqual({
      outcome: 'permanent',
      code: 'REJECTED',
      response,
    });
    expect(server.requests).toEqual([]);
  });

  it('may have 40,000 characters, however many bytes they are', async () => {
    expect(await slack.send(hello('#ops', { text: '😀'.repeat(40_000) }), never)).toMatchObject({
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
    await slack.send(hello('#ops', { text, blocks }), never);
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
    await open({ allow_broadcasts }).send(hello('#ops', { text, blocks }), never);
    expect(posted()).toMatchObject({ text, blocks });
  });
});

describe('what Slack answers', () => {
  it.each([
    ['channel_not_found', 'permanent', 'INVALID_RECIPIENT'],
    ['not_in_channel', 'permanent', 'INVALID_RECIPIENT'],
    ['is_archived', 'permanent', 'INVALID_RECIPIENT'],
    ['msg_too_long', 'permanent', 'REJECTED'],
    ['msg_blocks_too_long', 'permanent', 'REJECTED'],
    ['no_text', 'permanent', 'REJECTED'],
    ['invalid_blocks', 'permanent', 'REJECTED'],
    ['invalid_blocks_format', 'permanent', 'REJECTED'],
    ['invalid_arguments', 'permanent', 'REJECTED'],
    ['invalid_metadata_schema', 'permanent', 'REJECTED'],
    ['restricted_action', 'permanent', 'REJECTED'],
    ['restricted_action_read_only_channel', 'permanent', 'REJECTED'],
    ['invalid_auth', 'transient', 'UNAUTHORIZED'],
    ['not_authed', 'transient', 'UNAUTHORIZED'],
    ['account_inactive', 'transient', 'UNAUTHORIZED'],
    ['token_revoked', 'transient', 'UNAUTHORIZED'],
    ['token_expired', 'transient', 'UNAUTHORIZED'],
    ['missing_scope', 'transient', 'UNAUTHORIZED'],
    ['ekm_access_denied', 'transient', 'UNAUTHORIZED'],
    ['messages_tab_disabled', 'transient', 'UNAUTHORIZED'],
    ['ratelimited', 'rate_limited', 'RATE_LIMITED'],
    ['rate_limited', 'rate_limited', 'RATE_LIMITED'],
    ['message_limit_exceeded', 'rate_limited', 'RATE_LIMITED'],
    ['service_unavailable', 'transient', 'PROVIDER_ERROR'],
    ['request_timeout', 'transient', 'PROVIDER_ERROR'],
    ['team_added_to_org', 'transient', 'PROVIDER_ERROR'],
    ['constructor', 'transient', 'PROVIDER_ERROR'],
    ['internal_error', 'unknown', 'OUTCOME_UNKNOWN'],
    ['fatal_error', 'unknown', 'OUTCOME_UNKNOWN'],
  ])('%s is %s %s', async (error, outcome, code) => {
    server.next(says(error));
    expect(await slack.send(hello(), never)).toMatchObject({
      outcome,
      code,
      response: expect.stringContaining(error),
    });
  });

  it('names the block that is wrong, and the scope that is missing', async () => {
    const messages = ['[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]'];
    server.next(says('invalid_blocks', { response_metadata: { messages } }));
    expect(await slack.send(hello(), never)).toMatchObject({
      response: expect.stringContaining('json-pointer:/blocks/0/text/text'),
    });
    server.next(says('missing_scope', { needed: 'chat:write', provided: 'im:write' }));
    expect(await slack.send(hello(), never)).toMatchObject({ response: 'missing_scope: needs chat:write' });
  });

  it('asks for a pause', async () => {
    server.next({ status: 429, headers: { 'retry-after': '30' }, body: { ok: false, error: 'ratelimited' } });
    expect(await slack.send(hello(), never)).toEqual({
      outcome: 'rate_limited',
      code: 'RATE_LIMITED',
      response: 'HTTP 429 ratelimited',
      retryAfterMs: 30_000,
    });
  });

  it.each<[number, string, string]>([
    [200, 'unknown', 'OUTCOME_UNKNOWN'],
    [302, 'transient', 'PROVIDER_ERROR'],
    [401, 'transient', 'UNAUTHORIZED'],
    [404, 'transient', 'PROVIDER_ERROR'],
    [429, 'rate_limited', 'RATE_LIMITED'],
    [500, 'unknown', 'OUTCOME_UNKNOWN'],
    [502, 'unknown', 'OUTCOME_UNKNOWN'],
    [503, 'transient', 'PROVIDER_ERROR'],
    [504, 'unknown', 'OUTCOME_UNKNOWN'],
  ])('HTTP %i that is not its own words is %s %s', async (status, outcome, code) => {
    server.next({ status, body: '<html>Hello, gateway</html>' });
    const result = await slack.send(hello(), never);
    expect(result).toMatchObject({ outcome, code });
    expect(result.response).not.toContain('Hello');
  });
});

describe('a connection to Slack that fails', () => {
  it.each<VendorReply>(['hang', 'reset', 'half-close'])(
    'leaves it unknown whether a message was sent that was handed over: %s',
    async (reply) => {
      server.next(reply);
      expect(await slack.send(hello(), never)).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
    },
  );

  it('is tried again where nothing was handed over', async () => {
    const away = open({ base_url: NOWHERE });
    expect(await away.send(hello(), never)).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
  });

  it('ends with the attempt', async () => {
    const result = await abortedOnArrival(server.next, (signal) => slack.send(hello(), signal));
    expect(result).toEqual({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN', response: 'no answer in time' });
  });
});

describe('the Slack integration', () => {
  it('says which bot of which workspace it is', async () => {
    expect(await slack.check?.(never)).toEqual({ ok: true, detail: 'bot heliograph in workspace Example' });
  });

  it('says that its token is refused, and why it cannot say', async () => {
    const wrong = open({ token: 'xoxb-wrong-wrong-wrong' });
    expect(await wrong.check?.(never)).toEqual({ ok: false, reason: 'invalid_auth' });
    expect(await wrong.send(hello(), never)).toMatchObject({ outcome: 'transient', code: 'UNAUTHORIZED' });
    expect(await open({ base_url: NOWHERE }).check?.(never)).toMatchObject({ ok: false });
  });

  it('never shows its token, also where an answer repeats it', async () => {
    const echo = says('invalid_arguments', {
      response_metadata: { messages: [`[ERROR] Bearer ${SLACK_TOKEN}`] },
    });
    server.next(echo, says(SLACK_TOKEN), { status: 500, body: SLACK_TOKEN }, echo);
    const results = [
      await slack.send(hello(), never),
      await slack.send(hello(), never),
      await slack.send(hello(), never),
      await slack.check?.(never),
    ];
    expect(JSON.stringify(results)).toContain('***');
    expect(JSON.stringify(results)).not.toContain(SLACK_TOKEN);
  });

  it('shows no endless words', async () => {
    server.next(says('invalid_blocks', { response_metadata: { messages: ['x'.repeat(10_000)] } }));
    expect((await slack.send(hello(), never)).response.length).toBeLessThan(600);
  });

  it.each([
    { token: 'secret' },
    { token: SLACK_TOKEN, base_url: 'http://slack.example.com/api' },
    { token: SLACK_TOKEN, base_url: 'https://user:password@slack.example.com' },
    { token: SLACK_TOKEN, base_url: 'https://slack.example.com?x=1' },
    { token: SLACK_TOKEN, base_url: 'ftp://slack.example.com' },
    { token: SLACK_TOKEN, channel: '#ops' },
    {},
  ])('refuses the settings %j', (settings) => {
    expect(takesSettings('slack', settings)).toBe(false);
  });

  it('needs its token alone', () => {
    expect(takesSettings('slack', { token: SLACK_TOKEN })).toBe(true);
  });
});
