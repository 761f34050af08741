import { z } from 'zod';
import { isAlphanumericSender } from '../../../core/sending/sender-type';
import { smsSegments } from '../../../core/sending/sms-segments';
import { defineProvider, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import { failedCall } from '../../http/http-failure';
import { readJson } from '../../http/json';
import { failure } from '../../http/verdict';
import type { CheckResult, OutboundMessage, Provider, SendResult } from '../../provider';
import { callbackOf, callbackUrl } from '../../receipts/reference';
import { classifyTelnyx } from './errors';
import { telnyxReceipts } from './receipts';

const settings = z.strictObject({
  api_key: credential().describe('API key (KEY…), from the portal.'),
  messaging_profile_id: z
    .uuid()
    .optional()
    .describe(
      'Messaging profile whose number pool sends where a message names no number. An alphanumeric sender needs it.',
    ),
  callback_url: callbackUrl(),
  public_key: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be base64 of 32 bytes, as the portal shows it')
    .optional()
    .describe(
      'Public key of the account (Keys & Credentials, Public key). Needed for receipts: it checks their signature.',
    ),
  base_url: baseUrl('https://api.telnyx.com/v2'),
});
type Settings = z.output<typeof settings>;

/** Telnyx Messaging API v2. Its own client cannot be given a transport that says what was handed over, so none is used. */
export const telnyx = defineProvider({
  name: 'telnyx',
  channels: ['sms'],
  settings,
  secrets: ['api_key'],
  open: createTelnyxProvider,
  receipts: telnyxReceipts,
});

function createTelnyxProvider(account: Settings, { http }: ProviderTools): Provider {
  const { api_key, messaging_profile_id, base_url } = account;
  const headers = { authorization: `Bearer ${api_key}`, accept: 'application/json' };
  const secrets = [api_key];
  return {
    name: 'telnyx',
    send: async (message, signal): Promise<SendResult> => {
      const refusal = refusalOf(account, message);
      if (refusal) return refusal;
      const result = await http.request({
        method: 'POST',
        url: `${base_url}/messages`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(account, message)),
        signal,
      });
      return result.ok ? classifyTelnyx(result.answer, { to: message.to, secrets }) : failedCall(result);
    },
    check: async (signal): Promise<CheckResult> => {
      const path = messaging_profile_id === undefined ? '?page%5Bsize%5D=1' : `/${messaging_profile_id}`;
      const url = `${base_url}/messaging_profiles${path}`;
      const result = await http.request({ method: 'GET', url, headers, signal });
      if (!result.ok) return { ok: false, reason: result.reason };
      const found = result.answer.status === 200 ? readJson(PROFILES, result.answer.body) : null;
      if (!found) return { ok: false, reason: classifyTelnyx(result.answer, { to: '', secrets }).response };
      if (Array.isArray(found.data)) return { ok: true, detail: 'the key is accepted' };
      const profile = found.data;
      if (!profile.enabled) return { ok: false, reason: `the messaging profile ${profile.name} is disabled` };
      return { ok: true, detail: `messaging profile ${profile.name}` };
    },
    close: () => Promise.resolve(),
  };
}

const PROFILE = z.object({ name: z.string(), enabled: z.boolean() });
const PROFILES = z.object({ data: z.union([z.array(z.unknown()), PROFILE]) });

/** "Up to a maximum of 10 segments" (docs: Message encoding), of 153 characters at most. */
const LONGEST_TEXT = 10 * 153;

/** What needs no call to be refused. Texts between ours and Telnyx's way of counting are left to its code 40302. */
function refusalOf(
  { messaging_profile_id }: Settings,
  { from, content }: OutboundMessage,
): SendResult | null {
  if (from === undefined && messaging_profile_id === undefined) {
    const why = 'no sender: verify a phone number of the application, or set messaging_profile_id';
    return failure('account', why);
  }
  if (from !== undefined && isAlphanumericSender(from) && messaging_profile_id === undefined) {
    return failure('account', 'an alphanumeric sender needs a profile: set messaging_profile_id');
  }
  const { text = '' } = content;
  if ([...text].length <= LONGEST_TEXT) return null;
  const { count, encoding } = smsSegments(text);
  return failure(
    'message',
    `the text needs ${count} segments (${encoding}), Telnyx takes 10: shorten the template`,
  );
}

function bodyOf({ messaging_profile_id, callback_url }: Settings, message: OutboundMessage) {
  return {
    from: message.from,
    to: message.to,
    text: message.content.text ?? '',
    type: 'SMS',
    messaging_profile_id,
    webhook_url: callbackOf(callback_url, message),
  };
}
