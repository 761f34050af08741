import type { Client } from '@temporalio/client';
import { SEARCH_ATTRIBUTES, CONTACT_KEY } from '../../../temporal/search-attributes';
import type { Random } from '../random';
import type { Scheduler } from '../scheduler';
import type { StartOptions } from './context';
import type { Engine } from './engine';
import type { Run } from './run';

export interface ClientWorld {
  scheduler: Scheduler;
  random: Random;
  engine: Engine;
  delay: () => number;
  /** Whether no call is answered now. */
  isAway: () => boolean;
  /** How often an answer is lost although the call is done. */
  lost: () => number;
  /** Called when one call is lost. */
  onLost: () => void;
}

const grpcError = (code: number, details: string): Error =>
  Object.assign(new Error(`${code}: ${details}`), { code, details, metadata: {} });

const UNAVAILABLE = 14;
const NOT_FOUND = 5;

interface Described {
  status: { name: string };
  closeTime?: Date;
  typedSearchAttributes: unknown;
}

/** Returns what the service uses of Temporal's client. */
export function createClient(world: ClientWorld): Client {
  const { scheduler, random, engine, delay } = world;

  /** Makes a call: it travels, is done at once, and is answered. */
  function call<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const task = scheduler.task();
      const answer = (settle: () => void): void => void scheduler.after(delay(), settle, task);
      scheduler.after(
        delay(),
        () => {
          if (world.isAway())
            return void scheduler.after(1_000, () => reject(grpcError(UNAVAILABLE, 'no connection')), task);
          const isLost = random.chance(world.lost());
          if (isLost) world.onLost();
          if (isLost && random.chance(0.5))
            return answer(() => reject(grpcError(UNAVAILABLE, 'request lost')));
          try {
            const result = work();
            answer(() => (isLost ? reject(grpcError(UNAVAILABLE, 'answer lost')) : resolve(result)));
          } catch (error) {
            answer(() => reject(error instanceof Error ? error : new Error(String(error))));
          }
        },
        { process: null },
      );
    });
  }

  const existing = (id: string): Run => {
    const run = engine.latest(id);
    if (!run) throw Object.assign(new Error(`no workflow ${id}`), { name: 'WorkflowNotFoundError' });
    return run;
  };
  const open = (id: string): Run => {
    const run = existing(id);
    if (run.status !== 'RUNNING') throw Object.assign(new Error('closed'), { name: 'WorkflowNotFoundError' });
    return run;
  };

  const handle = (id: string) => ({
    cancel: () => call(() => engine.cancel(open(id))),
    signal: (name: string, ...args: unknown[]) => call(() => engine.signal(open(id), name, args)),
    terminate: () => call(() => engine.terminate(open(id))),
    query: (_name: string) =>
      new Promise((resolve, reject) => {
        const task = scheduler.task();
        const answer = (settle: () => void, inMs = delay()): void => void scheduler.after(inMs, settle, task);
        const ask = async (): Promise<void> => {
          const run = engine.latest(id);
          const names = run && !world.isAway() ? await engine.signalsOf(run) : null;
          if (names === null) return answer(() => reject(grpcError(UNAVAILABLE, 'no answer')), 2_000);
          answer(() => resolve({ definition: { signalDefinitions: names.map((name) => ({ name })) } }));
        };
        scheduler.after(delay(), ask, { process: null });
      }),
    describe: () =>
      call((): Described => {
        const { status, closedAt, info } = existing(id);
        return {
          status: { name: status },
          ...(closedAt !== null && { closeTime: new Date(Math.floor(closedAt)) }),
          typedSearchAttributes: info.typedSearchAttributes ?? { get: () => undefined },
        };
      }),
  });

  const client = {
    options: { namespace: 'default' },
    withDeadline: <T>(_deadline: number, work: () => Promise<T>): Promise<T> => work(),
    workflow: {
      start: (type: string, options: StartOptions) => call(() => engine.start(type, options).info),
      signalWithStart: (
        type: string,
        { signal, signalArgs, ...options }: StartOptions & { signal: string; signalArgs: unknown[] },
      ) =>
        call(() => {
          engine.signal(
            engine.start(type, { ...options, workflowIdConflictPolicy: 'USE_EXISTING' }),
            signal,
            signalArgs,
          );
        }),
      getHandle: handle,
      list: async function* ({ query }: { query: string }) {
        const [, contact] = new RegExp(`${SEARCH_ATTRIBUTES.contact} = '(.+)'`).exec(query) ?? [];
        const found = await call(() => engine.all().filter(({ info }) => contactOf(info) === contact));
        for (const { info } of found) yield { workflowId: info.workflowId, runId: info.runId };
      },
    },
    schedule: { list: () => [] },
    workflowService: {
      getSystemInfo: () => call(() => ({})),
      deleteWorkflowExecution: ({
        workflowExecution: { workflowId, runId },
      }: {
        workflowExecution: { workflowId: string; runId?: string };
      }) =>
        call(() => {
          const run = runId
            ? engine.all().find(({ info }) => info.runId === runId)
            : engine.latest(workflowId);
          if (!run) throw grpcError(NOT_FOUND, 'not found');
          engine.remove(run);
        }),
      listWorkflowExecutions: ({ query }: { query: string }) =>
        call(() => ({ executions: listed(engine, query), nextPageToken: null })),
    },
  };
  return client as unknown as Client;
}

const contactOf = ({ typedSearchAttributes }: Run['info']): unknown =>
  (typedSearchAttributes as { get: (key: unknown) => unknown } | undefined)?.get(CONTACT_KEY);

function listed(engine: Engine, query: string): { execution: { workflowId: string } }[] {
  const among = /WorkflowId IN \((.*)\)/.exec(query)?.[1];
  const [, from = '', to = ''] = /CloseTime BETWEEN '(.+)' AND '(.+)'/.exec(query) ?? [];
  const found = engine.all().filter(({ info, status, closedAt, type }) => {
    if (among !== undefined) return status === 'RUNNING' && among.includes(`'${info.workflowId}'`);
    if (type !== 'notification' || closedAt === null) return false;
    const isEnded = status === 'TERMINATED' || status === 'TIMED_OUT';
    return isEnded && closedAt >= Date.parse(from) && closedAt <= Date.parse(to);
  });
  return found.map(({ info }) => ({ execution: { workflowId: info.workflowId } }));
}
