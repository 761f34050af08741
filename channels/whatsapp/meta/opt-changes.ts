import { z } from 'zod';
import { parseE164 } from '../../../core/contacts/phone';
import type { OptChange } from '../../../core/receipts/receipt';
import { isWhatsAppIdentity } from '../../opt-outs/whatsapp-identity';
import { optedOutBy, type OptWords } from '../../opt-outs/words';
import { receiptTime } from '../../receipts/time';

const text = z.string().optional().catch(undefined);
/** Seconds since 1970. */
const timestamp = z.coerce.number().positive().optional().catch(undefined);

/**
 * A message to us (WhatsApp Cloud API, webhook reference: text, button and interactive messages). A person who hides the
 * number has only an identity, in `from_user_id` or in the place of the number.
 */
const MESSAGE = z.object({
  from: text,
  from_user_id: text,
  timestamp,
  text: z.object({ body: text }).optional().catch(undefined),
  button: z.object({ payload: text, text }).optional().catch(undefined),
  interactive: z
    .object({ button_reply: z.object({ id: text, title: text }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** A change of a preference (…/webhooks/reference/user_preferences). */
const PREFERENCE = z.object({
  wa_id: text,
  user_id: text,
  category: z.literal('marketing_messages'),
  value: z.enum(['stop', 'resume']),
  timestamp,
});

/** Lists whose entries are not yet checked. What has another shape is left out. */
interface Value {
  messages?: unknown[] | null;
  user_preferences?: unknown[] | null;
}

/** Returns what people said about getting messages: in words, with a button, or in WhatsApp's own settings. */
export function optChangesOf(
  field: 'messages' | 'user_preferences',
  { messages, user_preferences }: Value,
  words: OptWords | undefined,
): OptChange[] {
  if (field === 'messages') return (messages ?? []).flatMap((message) => saidIn(message, words));
  return (user_preferences ?? []).flatMap((given) => {
    const preference = PREFERENCE.safeParse(given).data;
    if (!preference) return [];
    const { wa_id, user_id, value } = preference;
    return changeOf([wa_id, user_id], value === 'stop', preference.timestamp);
  });
}

function saidIn(given: unknown, words: OptWords | undefined): OptChange[] {
  const message = MESSAGE.safeParse(given).data;
  if (!message) return [];
  const { button, interactive, from, from_user_id } = message;
  const reply = interactive?.button_reply;
  const optedOut = [button?.payload, button?.text, reply?.id, reply?.title, message.text?.body]
    .map((said) => optedOutBy(said, words))
    .find((one) => one !== undefined);
  return optedOut === undefined ? [] : changeOf([from, from_user_id], optedOut, message.timestamp);
}

function changeOf(who: (string | undefined)[], optedOut: boolean, seconds: number | undefined): OptChange[] {
  // Meta writes numbers without the plus sign.
  const number = who.map((one) => parseE164(`+${one}`)).find((one) => one !== null);
  const address = number ?? who.find((one) => one !== undefined && isWhatsAppIdentity(one));
  if (address === undefined) return [];
  const at = receiptTime(seconds === undefined ? undefined : seconds * 1000);
  return [{ channel: 'whatsapp', address, optedOut, at }];
}
