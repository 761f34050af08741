import { setTimeout as sleep } from 'node:timers/promises';
import type { Broadcast } from '../../../store/broadcasts/broadcasts';
import type { Store } from '../../../store/store';
import { startBroadcast } from '../../../temporal/workflow-calls';
import { EVENT, PAYLOAD } from '../application';
import { now } from '../clock';
import type { Stack } from '../stack';
import type { Audience } from './audience';

const LOOK_EVERY_MS = 250;

/** What a broadcast of the bench needs. */
export interface Broadcasting {
  stack: Stack;
  store: Store;
  applicationId: string;
  audience: Audience;
}

/** A broadcast to the whole audience, and what has come of it. */
export interface Begun {
  id: string;
  /** When it was posted, milliseconds since 1970. */
  beganAt: number;
  /** When each of its mails came, milliseconds since 1970. */
  mailedAt: number[];
  /** Addresses, and how many mails each has got. */
  mails: Map<string, number>;
  /** Resolves when it has ended and is counted. */
  ended: () => Promise<Broadcast>;
  cancel: () => Promise<void>;
}

/** Begins a broadcast. Its mails are counted until another one begins. */
export async function begin({ stack, store, applicationId, audience }: Broadcasting): Promise<Begun> {
  const { service, temporal, queues, mail } = stack;
  const mails = new Map<string, number>();
  const mailedAt: number[] = [];
  const addresses = new Set(audience.contacts.values());
  mail.takes = (to) => {
    if (!addresses.has(to)) return false;
    mails.set(to, (mails.get(to) ?? 0) + 1);
    mailedAt.push(Date.now());
    return true;
  };
  const body = { to: { topic: audience.topic }, payload: PAYLOAD };
  const beganAt = now();
  const { id } = await service.post<{ id: string }>(`/v1/broadcast/${EVENT}`, body);
  const ended = async (): Promise<Broadcast> => {
    for (;;) {
      const found = await store.broadcasts.get(id);
      if (found?.endedAt && !found.pending) return found;
      await sleep(LOOK_EVERY_MS);
    }
  };
  const cancel = async (): Promise<void> => {
    await store.broadcasts.cancel(id, new Date());
    await startBroadcast(temporal, queues.service, { _id: id, applicationId, event: EVENT });
  };
  return { id, beganAt, mailedAt, mails, ended, cancel };
}
