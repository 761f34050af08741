import { Routes } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import { type DiscordCalls, idOf } from './discord-calls';
import type { Failure } from './discord-failure';

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
      const id = idOf(opened.said);
      if (id === '') return { ok: false, failure: NO_CHANNEL };
      channels.set(user, id);
      return { ok: true, id, remembered: false };
    },
    forget: (user) => void channels.delete(user),
  };
}

const NO_CHANNEL: Failure = {
  outcome: 'transient',
  code: 'PROVIDER_ERROR',
  response: 'no answer of Discord’s: a direct channel without an id',
};
