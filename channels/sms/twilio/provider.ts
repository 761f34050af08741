import { z } from 'zod';
import type { Channel } from '../../../core/shared/channels';
import { defineProvider, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import { failedCall } from '../../http/http-failure';
import { readJson } from '../../http/json';
import type { CheckResult, Provider, SendResult } from '../../provider';
import { callbackUrl } from '../../receipts/reference';
import { basicAuth, callTwilio, TWILIO_API, twilioLogin } from './client';
import { classifyTwilio } from './errors';
import { twilioReceipts } from './receipts';
import { toTwilio } from './request';

const sid = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-fA-F]{32}$`), `must be ${prefix} and 32 hex digits`);

const settings = z
  .strictObject({
    account_sid: sid('AC').describe('Account SID (AC…), from the console.'),
    auth_token: credential()
      .optional()
      .describe(
        'Auth token of the account. Needed where there is no API key, and for receipts: they are signed with it.',
      ),
    api_key: sid('SK')
      .optional()
      .describe('SID of an API key (SK…), used instead of the auth token to send.'),
    api_secret: credential().optional().describe('Secret of the API key.'),
    messaging_service_sid: sid('MG')
      .optional()
      .describe('Messaging service (MG…) whose sender pool sends where a message names no number.'),
    callback_url: callbackUrl(),
    base_url: baseUrl(TWILIO_API),
  })
  .refine(({ api_key, api_secret }) => (api_key === undefined) === (api_secret === undefined), {
    path: ['api_secret'],
    error: 'api_key and api_secret go together',
  })
  .refine(({ auth_token, api_key }) => auth_token !== undefined || api_key !== undefined, {
    path: ['auth_token'],
    error: 'give auth_token, or api_key and api_secret',
  });

/** Twilio Programmable Messaging: SMS, and WhatsApp with `whatsapp:` addresses. */
export const twilio = defineProvider({
  name: 'twilio',
  channels: ['sms', 'whatsapp'],
  settings,
  secrets: ['auth_token', 'api_secret'],
  open: (account, tools, channel) => createTwilioProvider(account, tools, channel),
  receipts: twilioReceipts,
  // A form of some twenty fields; the text of an answer has 1,600 characters at most.
  largestCallback: 64 * 1024,
});

function createTwilioProvider(
  account: z.output<typeof settings>,
  { http }: ProviderTools,
  channel: Channel,
): Provider {
  const { user, password } = twilioLogin(account);
  const secrets = [basicAuth(user, password).slice('Basic '.length), account.auth_token, account.api_secret];
  const hidden = secrets.filter((one) => one !== undefined);
  return {
    name: 'twilio',
    send: async (message, signal): Promise<SendResult> => {
      const request = toTwilio(account, channel, message);
      if (!request.ok) return request.refusal;
      const result = await callTwilio(account, http, signal, (client) =>
        client.messages.create(request.fields),
      );
      return result.ok
        ? classifyTwilio(result.answer, { to: message.to, secrets: hidden })
        : failedCall(result);
    },
    // The account itself is closed to standard API keys (docs: API keys); its messages are not.
    check: async (signal): Promise<CheckResult> => {
      const result = await callTwilio(account, http, signal, (client) =>
        client.messages.page({ pageSize: 1 }),
      );
      if (!result.ok) return { ok: false, reason: result.reason };
      return result.answer.status === 200 && readJson(MESSAGES, result.answer.body)
        ? { ok: true, detail: `account ${account.account_sid}` }
        : { ok: false, reason: classifyTwilio(result.answer, { to: '', secrets: hidden }).response };
    },
    close: () => Promise.resolve(),
  };
}

const MESSAGES = z.object({ messages: z.array(z.unknown()) });
