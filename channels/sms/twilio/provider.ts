import type { Twilio } from 'twilio';
import { z } from 'zod';
import type { Channel } from '../../../core/shared/channels';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import type { HttpAnswer } from '../../http/http-answer';
import { failedCall } from '../../http/http-failure';
import { readJson } from '../../http/json';
import { checkResult } from '../../http/vendor-api';
import type { CheckResult } from '../../provider';
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
        'Auth token of the account. Needed if there is no API key, and for receipts: they are signed with it.',
      ),
    api_key: sid('SK')
      .optional()
      .describe('SID of an API key (SK…), used instead of the auth token to send.'),
    api_secret: credential().optional().describe('Secret of the API key.'),
    messaging_service_sid: sid('MG')
      .optional()
      .describe('Messaging service (MG…) whose sender pool sends if a message names no number.'),
    callback_url: callbackUrl(),
    base_url: baseUrl(TWILIO_API),
  })
  .refine(({ api_key, api_secret }) => (api_key === undefined) === (api_secret === undefined), {
    path: ['api_secret'],
    error: 'set both api_key and api_secret, or neither',
  })
  .refine(({ auth_token, api_key }) => auth_token !== undefined || api_key !== undefined, {
    path: ['auth_token'],
    error: 'set auth_token, or api_key and api_secret',
  });

/** Twilio Programmable Messaging: SMS, and WhatsApp with `whatsapp:` addresses. */
export const twilio = defineProvider({
  name: 'twilio',
  channels: ['sms', 'whatsapp'],
  settings,
  secrets: ['auth_token', 'api_secret'],
  open: createTwilioProvider,
  receipts: (account, { optWords }) => twilioReceipts(account, optWords),
  // A form of some twenty fields; the text of an answer has 1,600 characters at most.
  largestCallback: 64 * 1024,
});

function createTwilioProvider(
  account: z.output<typeof settings>,
  { http }: ProviderTools,
  channel: Channel,
): ProviderCalls {
  const { user, password } = twilioLogin(account);
  const login = basicAuth(user, password).slice('Basic '.length);
  const secrets = [login, account.auth_token ?? '', account.api_secret ?? ''];
  return {
    async send(message, signal) {
      const fields = toTwilio(account, channel, message);
      if ('outcome' in fields) return fields;
      const result = await callTwilio(account, http, signal, (client) => client.messages.create(fields));
      return result.ok ? classifyTwilio(result.answer, { to: message.to, secrets }) : failedCall(result);
    },
    // A standard API key may read messages, but not the account (docs: API keys).
    async check(signal) {
      const list = (client: Twilio) => client.messages.page({ pageSize: 1 });
      const readAccount = ({ status, body }: HttpAnswer): CheckResult | null =>
        status === 200 && readJson(MESSAGES, body)
          ? { ok: true, detail: `account ${account.account_sid}` }
          : null;
      const result = await callTwilio(account, http, signal, list);
      return checkResult(result, readAccount, { classify: classifyTwilio, secrets });
    },
  };
}

const MESSAGES = z.object({ messages: z.array(z.unknown()) });
