import { z } from 'zod';
import { defineProvider, type ProviderTools } from '../../../../channels/definition';
import { baseUrl } from '../../../../channels/http/base-url';
import { credential } from '../../../../channels/http/credential';
import { failedCall } from '../../../../channels/http/http-failure';
import { jsonObject, postJson, textOf } from '../../../../channels/http/json';
import { failure } from '../../../../channels/http/verdict';
import type { Provider } from '../../../../channels/provider';
import { classifyAcme } from './errors';

const settings = z.strictObject({
  api_key: credential().describe('API key, from the console.'),
  base_url: baseUrl('https://api.acme.example'),
});

/** Acme, API v1 (docs.acme.example/messages). */
export const acme = defineProvider({
  name: 'acme',
  channels: ['sms'],
  settings,
  secrets: ['api_key'],
  open: createAcmeProvider,
});

function createAcmeProvider(account: z.output<typeof settings>, { http }: ProviderTools): Provider {
  const { api_key, base_url } = account;
  const headers = { authorization: `Bearer ${api_key}` };
  const secrets = [api_key];
  return {
    name: 'acme',
    async send({ id, from, to, content }, signal) {
      if (from === undefined)
        return failure('account', 'no sender: verify a phone number of the application');
      const body = { from, to, text: content.text ?? '', reference: id };
      const result = await postJson(http, { url: `${base_url}/v1/messages`, headers, body, signal });
      return result.ok ? classifyAcme(result.answer, { to, secrets }) : failedCall(result);
    },
    async check(signal) {
      const result = await http.request({ method: 'GET', url: `${base_url}/v1/account`, headers, signal });
      if (!result.ok) return { ok: false, reason: result.reason };
      const name = result.answer.status === 200 && textOf(jsonObject(result.answer.body)?.name);
      if (name) return { ok: true, detail: `account ${name}` };
      return { ok: false, reason: classifyAcme(result.answer, { to: '', secrets }).response };
    },
    close: () => Promise.resolve(),
  };
}
