import { type Channel, CHANNELS } from '../../api/channels';
import type { MessageDetails, NotificationStatus } from '../../api/types';

export type MessageStatus = MessageDetails['status'];

/** Filters of the list, as the address has them. */
export interface ActivitySearch {
  status?: NotificationStatus;
  event?: string;
  channel?: Channel;
  /** Has a message with this status. */
  message?: MessageStatus;
  provider?: string;
  code?: string;
  contact?: string;
  /** An integration that open notifications wait for. */
  failing?: string;
  /** Id of a broadcast. */
  broadcast?: string;
  from?: string;
  to?: string;
}

export const STATUSES = ['running', 'waiting', 'completed', 'failed', 'stopped'] as const;
export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'failed'] as const;

/** Reads the filters of an address. What is not a filter is left out. */
export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const text = (name: string): string | undefined => {
    const value = search[name];
    // The router reads a number where a name looks like one.
    return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
  };
  const time = (name: string): string | undefined => {
    const value = text(name);
    return value !== undefined && !Number.isNaN(Date.parse(value)) ? value : undefined;
  };
  return {
    status: STATUSES.find((status) => status === search.status),
    event: text('event'),
    channel: CHANNELS.find((channel) => channel === search.channel),
    message: MESSAGE_STATUSES.find((status) => status === search.message),
    provider: text('provider'),
    code: text('code'),
    contact: text('contact'),
    failing: text('failing'),
    broadcast: text('broadcast'),
    from: time('from'),
    to: time('to'),
  };
}

/** Returns filters as text that is the same for the same filters. */
export const textOfSearch = (search: ActivitySearch): string =>
  new URLSearchParams(
    Object.entries(search)
      .flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
      .sort(),
  ).toString();
