import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpApi } from '../support/http-api';
import { ifBroken, postUntilAnswered } from '../support/random/traffic';
import { type Fleet, killFor } from './fleet';

/** How much later than the last time the APIs die while they have the request: by milliseconds, and by a share. */
const LATER_MS = 10;
const LATER_SHARE = 0.2;
/** The request has been answered for sure if they die so late, milliseconds. */
const LATEST_MS = 60_000;
/** A busy machine takes a minute to start two APIs: for so long one try follows the other. */
const MOST_TRIES = 1000;

/** One request with one idempotency key, which its caller repeats. */
export interface RepeatedPost {
  /** Sends it until it is answered. Returns the id of the answer. */
  answered: () => Promise<string>;
  /** Sends it, and kills all APIs while they have it: each time a little later, until one was answered. */
  throughKills: (fleet: Fleet) => Promise<void>;
  /** What came of it so far. */
  counts: { kills: number; answers: number; ids: Set<string> };
}

/** `api` is the address in front of the APIs. */
export function createRepeatedPost(api: HttpApi, path: string, body: unknown): RepeatedPost {
  const key = randomUUID();
  const counts = { kills: 0, answers: 0, ids: new Set<string>() };
  const noted = ({ status, body: answer }: { status: number; body: { id?: string } }): string => {
    if (status !== 200 || answer.id === undefined)
      throw new Error(`${path} was answered with ${status}: ${JSON.stringify(answer)}`);
    counts.answers += 1;
    counts.ids.add(answer.id);
    return answer.id;
  };
  return {
    counts,
    answered: async () =>
      noted(await postUntilAnswered<{ id?: string }>(api, path, body, { key, most: MOST_TRIES })),
    throughKills: async ({ slots }) => {
      const apis = slots.filter(({ role }) => role === 'api');
      for (
        let afterMs = 0;
        counts.answers === 0 && afterMs < LATEST_MS;
        afterMs += LATER_MS + afterMs * LATER_SHARE
      ) {
        const headers = { 'idempotency-key': key };
        const sent = api.post<{ id?: string }>(path, body, headers).catch(ifBroken);
        await sleep(afterMs);
        await Promise.all(apis.map((slot) => killFor(slot, 0, () => undefined)));
        counts.kills += 1;
        const answer = await sent;
        if (answer && answer.status < 500 && answer.status !== 409) noted(answer);
      }
    },
  };
}
