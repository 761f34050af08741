import { z } from 'zod';
import { defineProvider, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import { failedCall } from '../../http/http-failure';
import { readJson } from '../../http/json';
import type { CheckResult, Provider, SendResult } from '../../provider';
import { classifyMeta } from './errors';
import { metaReceipts } from './receipts';
import { toMeta } from './request';

const settings = z.strictObject({
  access_token: credential().describe('Token of a system user with whatsapp_business_messaging.'),
  phone_number_id: z
    .string()
    .regex(/^\d{1,32}$/, 'must be digits: the id, not the number')
    .describe('Id of the number that sends (WhatsApp > API setup); it is the sender of every message.'),
  app_secret: credential()
    .optional()
    .describe("The app's secret (App settings, Basic). Needed for receipts: they are signed with it."),
  verify_token: credential()
    .optional()
    .describe(
      'A word of your own, the same as in the webhook that is set up at Meta, which asks for it then.',
    ),
  api_version: z
    .string()
    .regex(/^v\d{1,3}\.\d{1,2}$/, 'must look like v25.0')
    .default('v25.0')
    .describe('Version of the Graph API.'),
  base_url: baseUrl('https://graph.facebook.com'),
});

/** WhatsApp through Meta's own Cloud API. */
export const meta = defineProvider({
  name: 'meta',
  channels: ['whatsapp'],
  settings,
  secrets: ['access_token', 'app_secret', 'verify_token'],
  open: createMetaProvider,
  receipts: metaReceipts,
  // "Webhooks payloads can be up to 3MB" (WhatsApp Cloud API, Webhooks).
  largestCallback: 3 * 1024 * 1024,
});

function createMetaProvider(account: z.output<typeof settings>, { http }: ProviderTools): Provider {
  const { access_token, phone_number_id, api_version, base_url } = account;
  const number = `${base_url}/${api_version}/${phone_number_id}`;
  const headers = { authorization: `Bearer ${access_token}`, accept: 'application/json' };
  const secrets = [access_token];
  return {
    name: 'meta',
    send: async (message, signal): Promise<SendResult> => {
      const request = toMeta(message);
      if (!request.ok) return request.refusal;
      const result = await http.request({
        method: 'POST',
        url: `${number}/messages`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(request.body),
        signal,
      });
      return result.ok ? classifyMeta(result.answer, { to: message.to, secrets }) : failedCall(result);
    },
    check: async (signal): Promise<CheckResult> => {
      const url = `${number}?fields=display_phone_number,verified_name`;
      const result = await http.request({ method: 'GET', url, headers, signal });
      if (!result.ok) return { ok: false, reason: result.reason };
      const found = result.answer.status === 200 ? readJson(NUMBER, result.answer.body) : null;
      if (!found) return { ok: false, reason: classifyMeta(result.answer, { to: '', secrets }).response };
      return { ok: true, detail: `sends as ${found.verified_name ?? ''} ${found.display_phone_number}` };
    },
    close: () => Promise.resolve(),
  };
}

const NUMBER = z.object({ display_phone_number: z.string(), verified_name: z.string().nullish() });
