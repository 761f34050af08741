import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { sendNameOf } from '../../core/sequences/step-key';
import type { SequenceName } from '../../core/sequences/names';
import type { NotificationStatus } from '../../core/shared/statuses';
import { type NotificationInput, RECEIPT, taskQueues, WORKFLOWS } from '../contract';
import { bundleOf } from '../../tools/dev/compiled/workflow-bundle';
import { signalsOf } from '../../temporal/workflow-metadata';
import { complaintOf, eventOf } from './event-of';
import { faultOf, unlessFaulty, untilEnded } from './faults';
import { type Receipt, type Recorded, createRecorder } from './recorder';
import { startTimeSkipping } from './time-skipping';

/** Maximum time until the worker has begun a workflow, milliseconds: a machine may be busy. */
const WORKER_ANSWERS_WITHIN_MS = 30_000;
const WORKFLOWS_PATH = path.join(__dirname, '../index.ts');

/** Leaves out the worker's warnings about the age of the test server, and of faults, which the calls of a run throw. */
const FILTER = 'error,temporalio_sdk_core=warn,temporalio_sdk_core::worker=error';

/** Leaves out how a workflow has failed: a run throws its fault, and prints the error that has ended it. */
class SequenceLogger extends DefaultLogger {
  override log(...[level, message, meta]: Parameters<DefaultLogger['log']>): void {
    if (message !== 'Workflow failed') super.log(level, message, meta);
  }
}

export interface SequenceRunOptions {
  /** Path of the event's file from the working directory. With it, a SEND without a template fails the test. */
  eventFile?: string;
  /** Outcomes of SENDs, by name. @default 'sent' */
  outcomes?: Record<string, 'sent' | 'failed'>;
  /** What conditions find under `payload.…`. @default {} */
  payload?: Record<string, unknown>;
  /** What conditions find under `contact.…`; its `timezone` is that of its clocks. @default {} */
  contact?: Record<string, unknown>;
}

/**
 * A sequence that runs in a real workflow, without a database or a provider. The calls throw the faults of its code: in
 * production Temporal would wait for better code.
 */
export interface SequenceRun {
  /** The SENDs so far, in order. */
  sends: readonly Recorded[];
  /** Lets time pass: a number of milliseconds, or words such as `'3 days'`. */
  sleep(duration: Parameters<TestWorkflowEnvironment['sleep']>[0]): Promise<void>;
  /** Sends a signal, by the name of its definition. Throws if the sequence has no handler for it yet. */
  signal(name: string, ...args: unknown[]): Promise<void>;
  /** Delivers a receipt of a SEND, by its name. Throws if nothing was sent under that name yet. */
  receipt(send: string, state: Receipt): Promise<void>;
  /** Cancels it, as a cancel of the notification does. */
  cancel(): Promise<void>;
  /** Skips to its end. Returns the notification's status, and prints the error that has ended it. */
  ended(): Promise<NotificationStatus>;
  /** Type and message of the error that has ended the sequence; null if there is none. */
  failure(): string | null;
}

export interface SequenceTesterOptions {
  /** Absolute path of the extensions, whose sequences it can run too. @default none */
  extensions?: string | null;
  /** Other workflows than the service's, for a test of a change. */
  workflowsPath?: string;
}

/** Runs sequences on a server whose clock skips waits: a month takes a second. Create one per test file. */
export type SequenceTester = Awaited<ReturnType<typeof createSequenceTester>>;

/**
 * Starts the server, which docs/guides/sequences.md says where to find, and a worker with the workflows.
 * Throws if the sequences import what workflow code cannot use.
 */
export async function createSequenceTester({
  workflowsPath = WORKFLOWS_PATH,
  extensions = null,
}: SequenceTesterOptions = {}) {
  Runtime.install({
    logger: new SequenceLogger('WARN'),
    telemetryOptions: { logging: { filter: FILTER, forward: {} } },
  });
  const code = await readFile(await bundleOf(workflowsPath, { extensions }), 'utf8');
  const environment = await startTimeSkipping();
  const recorder = createRecorder(() => environment.currentTimeMs());
  const taskQueue = taskQueues('sequence-tests').main;
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle: { code },
    activities: recorder.activities,
  });
  const running = worker.run();
  /** Names in `step_templates` that no SEND has used so far, by event. */
  const unused = new Map<string, Set<string>>();
  /** The fault of a run. The server's clock stands still after it, also for other runs. */
  let earlierFault: string | null = null;

  return {
    start: async (
      name: SequenceName | (string & {}),
      { eventFile, outcomes = {}, payload = {}, contact = {} }: SequenceRunOptions = {},
    ): Promise<SequenceRun> => {
      if (earlierFault !== null)
        throw new Error(`An earlier test has stopped the clock of this file. Mend it first: ${earlierFault}`);
      const event = eventFile === undefined ? null : await eventOf(eventFile, { sequence: name, extensions });
      const ownTemplates = event && (unused.get(event.name) ?? new Set(Object.keys(event.stepTemplates)));
      if (event && ownTemplates) unused.set(event.name, ownTemplates);
      const notificationId = randomUUID();
      const now = await environment.currentTimeMs();
      const sends = recorder.begin(notificationId, {
        begunAt: now,
        outcomes,
        payload,
        contact,
        complaint: (send) => {
          ownTemplates?.delete(sendNameOf(send.name));
          return complaintOf(event, send);
        },
      });
      const input: NotificationInput = {
        notificationId,
        applicationId: 'test',
        environment: 'sandbox',
        event: event?.name ?? name,
        contactId: null,
        steps: [],
        code: name,
        firstChannel: null,
        dueAt: now,
        retryForMs: event?.retryForMs ?? 6 * 3_600_000,
      };
      const handle = await environment.client.workflow.start(WORKFLOWS.notification, {
        workflowId: notificationId,
        taskQueue,
        args: [input],
      });
      let failure: string | null = null;
      const refuseFault = async (): Promise<void> => {
        const fault = await faultOf(handle);
        if (fault === null) return;
        await handle.terminate().catch(() => undefined);
        earlierFault = `the code of ${name} fails: ${fault}`;
        throw new Error(earlierFault);
      };
      return {
        sends,
        sleep: async (duration) => {
          // The clock skips nothing while a workflow task fails, so the call would last as long as the sleep.
          const end = new AbortController();
          const slept = environment.connection.withAbortSignal(end.signal, () => environment.sleep(duration));
          try {
            await unlessFaulty(slept, refuseFault);
            await refuseFault();
          } finally {
            end.abort();
            await slept.catch(() => undefined);
          }
        },
        signal: async (signal, ...args) => {
          await refuseFault();
          const known = (await signalsOf(environment.client, notificationId, WORKER_ANSWERS_WITHIN_MS)) ?? [];
          if (!known.includes(signal))
            throw new Error(
              `${name} has no handler for "${signal}" by now; it has ${known.join(', ') || 'none'}`,
            );
          await handle.signal(signal, ...args);
        },
        receipt: async (send, state) => {
          if (recorder.receive(notificationId, send, state)) await handle.signal(RECEIPT);
        },
        cancel: async () => void (await handle.cancel()),
        ended: async () => {
          await untilEnded(handle, refuseFault);
          const { status, reason } = recorder.endOf(notificationId);
          failure = reason;
          // An assertion shows the status only.
          if (failure !== null) process.stderr.write(`${name} has failed: ${failure}\n`);
          return status;
        },
        failure: () => failure,
      };
    },
    /** Ends worker and server. Prints names in `step_templates` that no SEND has used, which may be mistyped. */
    stop: async () => {
      for (const [event, names] of unused)
        if (names.size > 0)
          process.stderr.write(
            `${event}: no SEND of these tests uses step_templates.${[...names].join(', ')}\n`,
          );
      worker.shutdown();
      await running;
      await environment.teardown();
    },
  };
}
