import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SendQueue } from '../store/sending/send-queues';

/** How often a process looks which queues there are, milliseconds. */
const EVERY_MS = 3000;

/** What polls one queue. */
export interface QueueWorker {
  run(): Promise<void>;
  shutdown(): void;
}

export interface SendQueuesOptions {
  /** The queues to poll now. */
  list: () => Promise<SendQueue[]>;
  /** Tells Temporal a queue's rate. */
  setRate: (queue: SendQueue) => Promise<void>;
  createWorker: (queue: SendQueue) => Promise<QueueWorker>;
  log: Logger;
}

/** The queues of paced integrations that one process polls. */
export interface SendQueues {
  /** Polls what there is and follows what changes, until `stop`; fails where a worker does. */
  run(): Promise<void>;
  stop(): void;
}

interface Polled {
  /** What Temporal was told last; undefined: it took nothing yet. */
  rate: number | null | undefined;
  worker: QueueWorker;
}

/**
 * Follows the integrations' rates. A rate is told to Temporal by each process, which is the same rate: no worker has to
 * be replaced when it changes.
 */
export function createSendQueues({ list, setRate, createWorker, log }: SendQueuesOptions): SendQueues {
  const polled = new Map<string, Polled>();
  const stopping = new AbortController();
  const runs = new Set<Promise<void>>();
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  failed.catch(() => undefined);

  async function follow(queue: SendQueue): Promise<void> {
    const known = polled.get(queue._id);
    if (known && known.rate === queue.perSecond) return;
    const told = await setRate(queue).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error, integrationId: queue._id }, 'Temporal did not take a rate; trying again');
        return false;
      },
    );
    const rate = told ? queue.perSecond : known?.rate;
    if (known) known.rate = rate;
    else {
      const worker = await createWorker(queue);
      polled.set(queue._id, { rate, worker });
      const run = worker.run();
      runs.add(run);
      run.then(() => runs.delete(run), fail);
    }
    if (told)
      log.info({ integrationId: queue._id, perSecond: rate }, 'the queue of an integration has its rate');
  }

  async function followAll(): Promise<void> {
    const queues = await list();
    const wanted = new Set(queues.map(({ _id }) => _id));
    for (const queue of queues) await follow(queue);
    for (const [id, { worker }] of polled) {
      if (wanted.has(id)) continue;
      polled.delete(id);
      worker.shutdown();
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Without the database the queues are polled on as they are.
      await followAll().catch((error: unknown) =>
        log.warn({ err: error }, 'the queues of integrations could not be followed; trying again'),
      );
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    for (const { worker } of polled.values()) worker.shutdown();
    await Promise.all(runs);
  }

  return { run: () => Promise.race([run(), failed]), stop: () => stopping.abort() };
}
