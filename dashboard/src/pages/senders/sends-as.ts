import { CHANNEL_ROWS, type ChannelRow } from '../../api/channels';
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

/**
 * Returns what the messages of an integration come from, as the service resolves it. Its channel's row says which senders
 * its provider has.
 */
export function sendsAs(
  { channel, provider, settings }: Pick<Integration, 'channel' | 'provider' | 'settings'>,
  senders: readonly Pick<Sender, 'type' | 'value'>[],
): SendsAs {
  const row: ChannelRow = CHANNEL_ROWS[channel];
  const { only, pool, namesNeedPool } = row.sendsAs?.[provider] ?? {};
  if (only) return { chosen: [], own: `${only.name} ${String(settings[only.setting])}, for every message` };
  const of = (type: Sender['type']): string[] =>
    senders.filter((sender) => sender.type === type).map(({ value }) => value);
  const pooled = pool && settings[pool.setting];
  const hasNames = row.sender === 'number_or_name' && (!namesNeedPool || pooled !== undefined);
  const chosen = [...of('phone'), ...(hasNames ? of('alphanumeric') : [])];
  const own = pooled === undefined ? undefined : `${pool?.name} ${String(pooled)}`;
  if (chosen.length > 0 || own !== undefined) return { chosen, ...(own !== undefined && { own }) };
  const orPool = pool ? `, or set ${pool.setting} of the integration` : '';
  return { chosen, problem: `It has no number. Add a phone number below${orPool}.` };
}
