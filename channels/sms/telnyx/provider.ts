import { z } from 'zod';
import { isAlphanumericSender } from '../../../core/sending/sender-type';
import { smsSegments } from '../../../core/sending/sms-segments';
import { defineProvider, type ProviderCalls, type ProviderTools } from '../../definition';
import { baseUrl } from '../../http/base-url';
import { credential } from '../../http/credential';
import { readJson } from '../../http/json';
import { createVendorApi } from '../../http/vendor-api';
import { type Failure, failure } from '../../http/verdict';
import type { OutboundMessage } from '../../provider';
import { callbackOf, callbackUrl } from '../../receipts/reference';
import { classifyTelnyx } from './errors';
import { telnyxReceipts } from './receipts';

const settings = z.strictObject({
  api_key: credential().describe('API key (KEY…), from the portal.'),
  messaging_profile_id: z
    .uuid()
    .optional()
    .describe(
      'Messaging profile whose number pool sends if a message names no number. An alphanumeric sender needs it.',
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

/** Telnyx Messaging API v2. Its own client takes no transport that knows what was handed over, so it is not used. */
export const telnyx = defineProvider({
  name: 'telnyx',
  channels: ['sms'],
  settings,
  secrets: ['api_key'],
  open: createTelnyxProvider,
  receipts: (account, { optWords }) => telnyxReceipts(account, optWords),
});

function createTelnyxProvider(account: Settings, { http }: ProviderTools): ProviderCalls {
  const { api_key, messaging_profile_id } = account;
  const api = createVendorApi(http, {
    base: account.base_url,
    headers: { authorization: `Bearer ${api_key}` },
    secrets: [api_key],
    classify: classifyTelnyx,
  });
  return {
    async send(message, signal) {
      const refusal = refusalOf(account, message);
      if (refusal) return refusal;
      return api.send(message.to, { path: '/messages', body: bodyOf(account, message), signal });
    },
    check(signal) {
      const query = messaging_profile_id === undefined ? '?page%5Bsize%5D=1' : `/${messaging_profile_id}`;
      return api.check({ path: `/messaging_profiles${query}`, signal }, ({ status, body }) => {
        const profile = status === 200 && readJson(PROFILES, body)?.data;
        if (!profile) return null;
        if (Array.isArray(profile)) return { ok: true, detail: 'the key is accepted' };
        return profile.enabled
          ? { ok: true, detail: `messaging profile ${profile.name}` }
          : { ok: false, reason: `the messaging profile ${profile.name} is disabled` };
      });
    },
  };
}

const PROFILE = z.object({ name: z.string(), enabled: z.boolean() });
const PROFILES = z.object({ data: z.union([z.array(z.unknown()), PROFILE]) });

/** "Up to a maximum of 10 segments" (docs: Message encoding), of 153 characters at most. */
const LONGEST_TEXT = 10 * 153;

/** Returns the refusal of what needs no call. If Telnyx counts segments in another way, its code 40302 decides. */
function refusalOf({ messaging_profile_id }: Settings, { from, content }: OutboundMessage): Failure | null {
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
  const why = `The text needs ${count} segments (${encoding}). Telnyx accepts 10. Shorten the template.`;
  return failure('message', why);
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
