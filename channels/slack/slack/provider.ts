import { z } from 'zod';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { jsonObject } from '../../http/json';
import { createVendorApi } from '../../http/vendor-api';
import { classifySlack } from './errors';
import { slackRequest } from './request';

const settings = z.strictObject({
  token: z
    .string()
    .regex(/^xox[bp]-[\w-]{10,500}$/, 'must be the Bot User OAuth Token of the Slack app (xoxb-…)')
    .describe('Bot User OAuth Token of the Slack app (xoxb-…).'),
  allow_broadcasts: z
    .union([z.boolean(), z.stringbool()])
    .default(false)
    .describe('Whether templates may notify whole channels (<!channel>, <!here>) and groups.'),
  base_url: baseUrl('https://slack.com/api'),
});

/** A Slack app's bot (docs.slack.dev/reference/methods/chat.postMessage). */
export const slack = defineProvider({
  name: 'slack',
  channels: ['slack'],
  settings,
  secrets: ['token'],
  open: createSlackProvider,
});

/** Calls through our HTTP client. WebClient takes no signal for a call, queues, and hides how a connection broke. */
function createSlackProvider(account: z.output<typeof settings>, { http }: ProviderTools): ProviderCalls {
  const { token, base_url } = account;
  const api = createVendorApi(http, {
    base: base_url,
    headers: {
      authorization: `Bearer ${token}`,
      // Slack warns of a JSON body without a charset.
      'content-type': 'application/json; charset=utf-8',
    },
    secrets: [token],
    classify: classifySlack,
  });
  return {
    async send(message, signal) {
      const body = slackRequest(message, account);
      return 'outcome' in body ? body : api.send(message.to, { path: '/chat.postMessage', body, signal });
    },
    check: (signal) =>
      api.check({ path: '/auth.test', body: {}, signal }, ({ body }) => {
        const { ok, team = NAMELESS, user = NAMELESS } = (jsonObject(body) ?? {}) as Bot;
        return ok === true ? { ok, detail: `bot ${user} in workspace ${team}` } : null;
      }),
  };
}

const NAMELESS = 'without a name';

interface Bot {
  ok?: unknown;
  team?: string;
  user?: string;
}
