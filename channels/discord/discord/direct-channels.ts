import { Routes } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import type { Failure } from '../../http/verdict';
import type { DiscordCalls } from './calls';

export interface DirectChannels {
  /** The channel of a user's direct messages; `remembered` says that Discord was not asked. */
  open(
    user: string,
    signal: AbortSignal,
  ): Promise<{ ok: true; id: string; remembered: boolean } | { ok: false; failure: Failure }>;
  forget(user: string): void;
}

/** Discord opens the same channel however often it is asked, but it counts the questions. */
export function createDirectChannels({ call }: DiscordCalls, base: string): DirectChannels {
  const channels = new LRUCache<string, string>({ max: 10_000 });
  const url = `${base}${Routes.userChannels()}`;
  return {
    async open(user, signal) {
      const known = channels.get(user);
      if (known !== undefined) return { ok: true, id: known, remembered: true };
      const body = { recipient_id: user };
      const opened = await call({ method: 'POST', url, resource: 'direct', body, signal });
      if (!opened.ok) return opened;
      channels.set(user, opened.id);
      return { ok: true, id: opened.id, remembered: false };
    },
    forget: (user) => void channels.delete(user),
  };
}
