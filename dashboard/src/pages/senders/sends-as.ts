import type { Integration } from '../../api/types';
import type { Sender } from './queries';

/** What the messages of an integration come from. */
export interface SendsAs {
  /** Numbers and names that a request may choose, the one of messages that name none first. */
  chosen: readonly string[];
  /** What sends if there is no number, or always. */
  own?: string;
  /** Why it cannot send, and what to do. */
  problem?: string;
}

/** Settings of integrations with a pool of numbers at the provider. */
const POOLS: Readonly<Record<string, { setting: string; name: string }>> = {
  twilio: { setting: 'messaging_service_sid', name: 'Messaging service' },
  telnyx: { setting: 'messaging_profile_id', name: 'Messaging profile' },
};

/** Returns what the SMS or WhatsApp messages of an integration come from, as the service resolves it. */
export function sendsAs(
  { channel, provider, settings }: Pick<Integration, 'channel' | 'provider' | 'settings'>,
  senders: readonly Pick<Sender, 'type' | 'value'>[],
): SendsAs {
  if (provider === 'meta')
    return { chosen: [], own: `Phone number ID ${String(settings.phone_number_id)}, for every message` };
  const of = (type: Sender['type']): string[] =>
    senders.filter((sender) => sender.type === type).map(({ value }) => value);
  const pool = POOLS[provider];
  const pooled = pool && settings[pool.setting];
  // A name is no sender at Telnyx unless the integration has a profile.
  const hasNames = channel === 'sms' && (provider !== 'telnyx' || pooled !== undefined);
  const chosen = [...of('phone'), ...(hasNames ? of('alphanumeric') : [])];
  const own = pooled === undefined ? undefined : `${pool?.name} ${String(pooled)}`;
  if (chosen.length > 0 || own !== undefined) return { chosen, ...(own !== undefined && { own }) };
  const orPool = pool ? `, or set ${pool.setting} of the integration` : '';
  return { chosen, problem: `It has no number. Add a phone number below${orPool}.` };
}
