import { createHash } from 'node:crypto';
import type { EventDefinition } from '../events/definition';
import type { Category } from '../preferences/category';
import type { Channel } from '../shared/channels';
import type { Limit } from './limit';

/** A limit that applies to a message. */
export interface LimitOn {
  limit: Limit;
  /** Whose limit it is. */
  owner: 'application' | 'event';
  /** Stands for the limit in the ids of its counters. A changed limit has another one, and counts from zero (CAP-6). */
  key: string;
}

/** What is asked: a message of an event over a channel. */
export interface Asked {
  limits: readonly Limit[];
  /** Null: it was deleted. */
  event: Pick<EventDefinition, 'name' | 'category' | 'limits'> | null;
  categories: readonly Category[];
  channel: Channel;
}

/** Returns the limits that apply to a message, those of the application first (CAP-2). */
export function limitsOn({ limits, event, categories, channel }: Asked): LimitOn[] {
  if (limits.length === 0 && !event?.limits?.length) return [];
  const category = event?.category;
  const isRequired = categories.some(({ name, required }) => name === category && required);
  const applies = (limit: Limit): boolean => {
    if (limit.category !== undefined && limit.category !== category) return false;
    if (limit.events && !(event && limit.events.includes(event.name))) return false;
    const isSaid = limit.required ?? (limit.category !== undefined || limit.events !== undefined);
    return !isRequired || isSaid;
  };
  const over = (limit: Limit): boolean => limit.channel === channel;
  return [
    ...limits
      .filter((limit) => over(limit) && applies(limit))
      .map((limit) => ({ limit, owner: 'application' as const, key: keyOf('', limit) })),
    ...(event?.limits ?? [])
      .filter(over)
      .map((limit) => ({ limit, owner: 'event' as const, key: keyOf(event?.name ?? '', limit) })),
  ];
}

function keyOf(event: string, limit: Limit): string {
  const { name, channel, most, per, of, timezone, category, events } = limit;
  const parts = [event, name, channel, most, per, of, timezone, category, events?.toSorted()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

const OF = { contact: 'a contact', address: 'an address', prefix: 'numbers of a prefix' } as const;

/** Returns a limit in words: `limit offers: at most 2 messages over email per day (UTC) to a contact`. */
export function limitText({ limit, owner }: Pick<LimitOn, 'limit' | 'owner'>): string {
  const { name, channel, most, per, of, timezone, category, events } = limit;
  const messages = most === 1 ? '1 message' : `${most} messages`;
  const zone = /\d/.test(per) ? '' : ` (${timezone})`;
  const which = [
    ...(category === undefined ? [] : [`of category ${category}`]),
    ...(events ? [`of ${events.join(', ')}`] : []),
  ].join(' ');
  const named = name === undefined ? `limit of the ${owner}` : `limit ${name} of the ${owner}`;
  return `${named}: at most ${messages}${which && ` ${which}`} over ${channel} per ${per}${zone} to ${OF[of]}`;
}

/** Returns the error message of a message that is over a limit. */
export const cappedMessage = (on: Pick<LimitOn, 'limit' | 'owner'>, free: Date): string =>
  `It is over the ${limitText(on)}. The next one can be sent at ${free.toISOString()}.`;
