import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SendQueue } from '../store/sending/send-queues';

/** How often a process reads the list of queues, milliseconds. */
const EVERY_MS = 3000;

/** Polls one queue. */
export interface QueueWorker {
  run(): Promise<void>;
  shutdown(): void;
}

export interface SendQueuesOptions {
  /** Returns the queues to poll now. */
  list: () => Promise<SendQueue[]>;
  /** Sets a queue's rate in Temporal. */
  setRate: (queue: SendQueue) => Promise<void>;
  createWorker: (queue: SendQueue) => Promise<QueueWorker>;
  log: Logger;
}

interface Polled {
  /** Last rate that Temporal accepted, undefined if there is none yet. */
  rate: number | null | undefined;
  worker: QueueWorker;
}

/**
 * Polls the queues of paced integrations and follows changes of their rates. Each process sets the same rate in Temporal, so
 * no worker has to be replaced when a rate changes.
 */
export function createSendQueues({ list, setRate, createWorker, log }: SendQueuesOptions) {
  const polled = new Map<string, Polled>();
  const stopping = new AbortController();
  const runs = new Set<Promise<void>>();
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => (fail = reject));
  failed.catch(() => undefined);

  async function follow(queue: SendQueue): Promise<void> {
    const known = polled.get(queue._id);
    if (known && known.rate === queue.perSecond) return;
    const isSet = await setRate(queue).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error, integrationId: queue._id }, 'Temporal did not accept a rate; trying again');
        return false;
      },
    );
    const rate = isSet ? queue.perSecond : known?.rate;
    if (known) known.rate = rate;
    else {
      const worker = await createWorker(queue);
      polled.set(queue._id, { rate, worker });
      const run = worker.run();
      runs.add(run);
      run.then(() => runs.delete(run), fail);
    }
    if (isSet) log.info({ integrationId: queue._id, perSecond: rate }, 'the rate of an integration is set');
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
      // Without the database, the known queues are still polled.
      await followAll().catch((error: unknown) =>
        log.warn({ err: error }, 'the queues of integrations could not be read; trying again'),
      );
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    for (const { worker } of polled.values()) worker.shutdown();
    await Promise.all(runs);
  }

  return {
    /** Polls until `stop`. Rejects if a worker fails. */
    run: () => Promise.race([run(), failed]),
    stop: () => stopping.abort(),
  };
}
