import { z } from 'zod';
import { defineProvider, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { failedCall } from '../../http/http-failure';
import { jsonObject, postJson } from '../../http/json';
import type { HttpResult } from '../../http/provider-http';
import { failure } from '../../http/verdict';
import type { Provider } from '../../provider';
import { classifySlack } from './errors';
import { slackRequest } from './request';

interface SlackSettings {
  token: string;
  base_url: string;
  allow_broadcasts: boolean;
}

/** A Slack app's bot (docs.slack.dev/reference/methods/chat.postMessage). */
export const slack = defineProvider({
  name: 'slack',
  channels: ['slack'],
  settings: z.strictObject({
    token: z
      .string()
      .regex(/^xox[bp]-[\w-]{10,500}$/, 'must be the Bot User OAuth Token of the Slack app (xoxb-…)')
      .describe('Bot User OAuth Token of the Slack app (xoxb-…).'),
    allow_broadcasts: z
      .union([z.boolean(), z.stringbool()])
      .default(false)
      .describe('Whether templates may notify whole channels (<!channel>, <!here>) and groups.'),
    base_url: baseUrl('https://slack.com/api'),
  }),
  secrets: ['token'],
  open: (settings, tools) => createSlackProvider(settings, tools),
});

/**
 * Calls through our HTTP client and not through WebClient, which takes no signal for a call, queues, and keeps what
 * became of a broken connection to itself; its types describe the call.
 */
function createSlackProvider(settings: SlackSettings, { http }: ProviderTools): Provider {
  const { token, base_url: base, allow_broadcasts: allowBroadcasts } = settings;
  const call = (method: string, body: unknown, signal: AbortSignal): Promise<HttpResult> =>
    postJson(http, {
      url: `${base}/${method}`,
      headers: { authorization: `Bearer ${token}` },
      body,
      signal,
    });
  const secrets = [token];
  return {
    name: 'slack',
    async send(message, signal) {
      const request = slackRequest(message, { allowBroadcasts });
      if ('refusal' in request) return failure('message', request.refusal);
      const result = await call('chat.postMessage', request, signal);
      if (!result.ok) return failedCall(result);
      return classifySlack(result.answer, { to: message.to, secrets });
    },
    async check(signal) {
      const result = await call('auth.test', {}, signal);
      if (!result.ok) return { ok: false, reason: result.reason };
      const said = jsonObject(result.answer.body);
      if (said?.ok !== true)
        return { ok: false, reason: classifySlack(result.answer, { to: '', secrets }).response };
      const { team, user } = said as { team?: string; user?: string };
      return { ok: true, detail: `bot ${user ?? 'without a name'} in workspace ${team ?? 'without a name'}` };
    },
    close: () => Promise.resolve(),
  };
}
