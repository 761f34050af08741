import { Routes } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import type { Failure } from '../../http/verdict';
import type { DiscordCalls } from './calls';

/** Returns the channel of a user's direct messages. Discord opens the same one each time, but it counts the calls. */
export function createDirectChannels(call: DiscordCalls, base: string) {
  const channels = new LRUCache<string, string>({ max: 10_000 });
  const url = `${base}${Routes.userChannels()}`;
  return {
    /** `remembered` if Discord was not called. */
    async open(user: string, signal: AbortSignal): Promise<{ id: string; remembered: boolean } | Failure> {
      const known = channels.get(user);
      if (known !== undefined) return { id: known, remembered: true };
      const body = { recipient_id: user };
      const opened = await call({ method: 'POST', url, resource: 'direct', body, signal });
      if ('outcome' in opened) return opened;
      channels.set(user, opened.id);
      return { id: opened.id, remembered: false };
    },
    forget: (user: string) => void channels.delete(user),
  };
}
