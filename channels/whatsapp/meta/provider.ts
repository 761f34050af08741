import { z } from 'zod';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import { readJson } from '../../http/json';
import { createVendorApi } from '../../http/vendor-api';
import { classifyMeta } from './errors';
import { metaReceipts } from './receipts';
import { toMeta } from './request';

const settings = z.strictObject({
  access_token: credential().describe('Token of a system user that has whatsapp_business_messaging.'),
  phone_number_id: z
    .string()
    .regex(/^\d{1,32}$/, 'must be digits: the id, not the number')
    .describe('Id of the number that sends (WhatsApp > API setup). It is the sender of every message.'),
  app_secret: credential()
    .optional()
    .describe("The app's secret (App settings, Basic). Needed for receipts: they are signed with it."),
  verify_token: credential()
    .optional()
    .describe(
      'Verify token of the webhook at Meta. You choose it, and Meta sends it when you set up the webhook.',
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
  receipts: (account, { optWords }) => metaReceipts(account, optWords),
  // "Webhooks payloads can be up to 3MB" (WhatsApp Cloud API, Webhooks).
  largestCallback: 3 * 1024 * 1024,
});

function createMetaProvider(account: z.output<typeof settings>, { http }: ProviderTools): ProviderCalls {
  const { access_token, phone_number_id, api_version, base_url } = account;
  const api = createVendorApi(http, {
    base: `${base_url}/${api_version}/${phone_number_id}`,
    headers: { authorization: `Bearer ${access_token}` },
    secrets: [access_token],
    classify: classifyMeta,
  });
  return {
    async send(message, signal) {
      const body = toMeta(message);
      return 'outcome' in body ? body : api.send(message.to, { path: '/messages', body, signal });
    },
    check: (signal) =>
      api.check({ path: '?fields=display_phone_number,verified_name', signal }, ({ status, body }) => {
        const number = status === 200 && readJson(NUMBER, body);
        if (!number) return null;
        return { ok: true, detail: `sends as ${number.verified_name ?? ''} ${number.display_phone_number}` };
      }),
  };
}

const NUMBER = z.object({ display_phone_number: z.string(), verified_name: z.string().nullish() });
