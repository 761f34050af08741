import { z } from 'zod';
import { smsSegments } from '../../core/sms-segments';
import { defineProvider, type ProviderTools } from '../definition';
import { baseUrl } from '../http/base-url';
import { credential } from '../http/credential';
import { failedCall } from '../http/http-failure';
import type { HttpAnswer } from '../http/provider-http';
import { readJson } from '../http/json';
import { failure, unreadSuccess } from '../http/verdict';
import type { CheckResult, OutboundMessage, Provider, SendResult } from '../provider';
import { callbackOf, callbackUrl } from '../receipt-reference';
import { judged, TELNYX_ERROR, telnyxFailure } from './telnyx-failure';
import { telnyxReceipts } from './telnyx-receipts';

const settings = z.strictObject({
  api_key: credential().describe('API key (KEY…), from the portal.'),
  messaging_profile_id: z
    .uuid()
    .optional()
    .describe('Messaging profile whose number pool sends where a message names no number.'),
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
      return result.ok ? readTelnyx(result.answer, [api_key]) : failedCall(result);
    },
    check: async (signal): Promise<CheckResult> => {
      const path = messaging_profile_id === undefined ? '?page%5Bsize%5D=1' : `/${messaging_profile_id}`;
      const url = `${base_url}/messaging_profiles${path}`;
      const result = await http.request({ method: 'GET', url, headers, signal });
      if (!result.ok) return { ok: false, reason: result.reason };
      if (result.answer.status !== 200)
        return { ok: false, reason: telnyxFailure(result.answer, [api_key]).response };
      const profile = readJson(PROFILE, result.answer.body)?.data;
      if (!profile) return { ok: true, detail: 'the key is accepted' };
      if (!profile.enabled) return { ok: false, reason: `the messaging profile ${profile.name} is disabled` };
      return { ok: true, detail: `messaging profile ${profile.name}` };
    },
    close: () => Promise.resolve(),
  };
}

const PROFILE = z.object({ data: z.object({ name: z.string(), enabled: z.boolean() }) });

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

const SENT = z.object({
  data: z.object({
    id: z.string(),
    parts: z.number().nullish(),
    to: z.array(z.object({ status: z.string().nullish() })).nullish(),
    errors: z.array(TELNYX_ERROR).nullish(),
  }),
});

const FAILED = new Set(['sending_failed', 'delivery_failed', 'expired']);

function readTelnyx(answer: HttpAnswer, secrets: readonly string[]): SendResult {
  const { status } = answer;
  if (status < 200 || status > 299) return telnyxFailure(answer, secrets);
  const made = readJson(SENT, answer.body)?.data;
  if (!made) return unreadSuccess(answer);
  const state = made.to?.[0]?.status ?? 'accepted';
  if (FAILED.has(state)) {
    return judged(answer, made.errors?.[0] ?? { code: 0, title: state }, secrets);
  }
  const parts = made.parts ? `, parts: ${made.parts}` : '';
  return { outcome: 'sent', providerMessageId: made.id, response: `HTTP ${status}, ${state}${parts}` };
}
