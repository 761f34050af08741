import { z } from 'zod';
import {
  baseUrl,
  createVendorApi,
  credential,
  defineProvider,
  failure,
  jsonObject,
  type ProviderCalls,
  type ProviderTools,
  textOf,
} from 'heliograph/providers';
import { classifyAcme } from './errors';

const settings = z.strictObject({
  api_key: credential().describe('API key, from the console.'),
  base_url: baseUrl('https://api.acme.example'),
});

/** Acme, API v1 (docs.acme.example/messages). */
export default defineProvider({
  name: 'acme',
  channels: ['sms'],
  settings,
  secrets: ['api_key'],
  open: createAcmeProvider,
});

function createAcmeProvider(account: z.output<typeof settings>, { http }: ProviderTools): ProviderCalls {
  const api = createVendorApi(http, {
    base: account.base_url,
    headers: { authorization: `Bearer ${account.api_key}` },
    secrets: [account.api_key],
    classify: classifyAcme,
  });
  return {
    async send({ id, from, to, content }, signal) {
      if (from === undefined)
        return failure('account', 'no sender: verify a phone number of the application');
      const body = { from, to, text: content.text ?? '', reference: id };
      return api.send(to, { path: '/v1/messages', body, signal });
    },
    check: (signal) =>
      api.check({ path: '/v1/account', signal }, ({ status, body }) => {
        const name = status === 200 && textOf(jsonObject(body)?.name);
        return name ? { ok: true, detail: `account ${name}` } : null;
      }),
  };
}
