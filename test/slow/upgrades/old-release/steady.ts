import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpApi } from '../../../support/http-api';
import { newAddress } from '../../../support/journey';

/** Between two sends, milliseconds. */
const EVERY_MS = 400;
const PATIENCE_MS = 120_000;

export interface Sent {
  id: string;
  to: string;
}

/** Sends until it is stopped, as a caller does who repeats a request that was cut off, with its idempotency key. */
export function keepSending(api: HttpApi) {
  const sent: Sent[] = [];
  let isOver = false;
  const sendOne = async (): Promise<void> => {
    const [to, headers] = [newAddress(), { 'idempotency-key': randomUUID() }];
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await api.post('/v1/send/plain', { to }, headers).catch(() => undefined);
      if (answer?.status === 200) return void sent.push({ to, id: String(answer.body.id) });
      const isPassing = !answer || answer.status === 503 || answer.body.code === 'IDEMPOTENCY_IN_PROGRESS';
      if (!isPassing || Date.now() > until)
        throw new Error(`${to}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
      await sleep(250);
    }
  };
  const running = (async () => {
    while (!isOver) {
      await sendOne();
      await sleep(EVERY_MS);
    }
  })();
  running.catch(() => undefined); // told by `stop`
  return {
    sent,
    /** Ends it. Returns everything that was accepted. */
    stop: async (): Promise<Sent[]> => {
      isOver = true;
      await running;
      return sent;
    },
  };
}
