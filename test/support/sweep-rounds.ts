import type { InterceptingCall } from '@grpc/grpc-js';
import { Client, Connection } from '@temporalio/client';
import { pino } from 'pino';
import { sweepOnce } from '../../activities/maintenance/sweep';
import { createVault } from '../../core/shared/vault';
import { createWaits } from '../../process/waits';
import { connectStore } from '../../store/connection';
import { createStore } from '../../store/store';
import type { SweepResult } from '../../workflows/activities-contract';
import { recordQueries } from './queries';
import { SETTINGS } from './settings';
import type { Stack } from './stack';

/** Rounds of the sweep in the test's own process, over the database and the Temporal of a stack. */
export interface SweepRounds {
  round(): Promise<SweepResult>;
  /** What the last round asked of MongoDB and of Temporal. */
  readonly asked: string[];
  /** Lines of the log of all rounds. */
  readonly log: { level: number; id?: string; part?: string }[];
  close(): Promise<void>;
}

/** `taskQueue` is the prefix of the queues for what rounds start. */
export async function sweepRoundsOf(stack: Stack, taskQueue = stack.name): Promise<SweepRounds> {
  const connection = connectStore(stack.apiEnv.MONGODB_URI ?? '');
  await connection.connected;
  const queries = recordQueries(connection.mongoose);
  const calls: string[] = [];
  const temporal = Connection.lazy({
    address: stack.apiEnv.TEMPORAL_ADDRESS,
    interceptors: [
      (options, next) => {
        calls.push(options.method_definition.path);
        return next(options) as InterceptingCall;
      },
    ],
  });
  const log: SweepRounds['log'] = [];
  const deps = {
    store: createStore(connection.mongoose),
    vault: createVault([Buffer.from(SETTINGS.ENCRYPTION_KEY, 'base64')]),
    client: new Client({ connection: temporal, namespace: stack.temporal.options.namespace }),
    taskQueue,
    log: pino({}, { write: (line) => void log.push(JSON.parse(line) as SweepRounds['log'][number]) }),
    sweepAfterMs: 0,
    waits: createWaits(),
  };
  return {
    round: async () => {
      queries.length = calls.length = 0;
      return sweepOnce(deps, () => undefined);
    },
    get asked() {
      return [...queries.map(({ collection, method }) => `${collection}.${method}`), ...calls];
    },
    log,
    close: async () => void (await Promise.all([connection.close(), temporal.close()])),
  };
}
