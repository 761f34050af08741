import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { WorkflowFailedError } from '@temporalio/client';
import { hasTemplate } from '../core/routing';
import { parseEventFile } from '../core/schemas/event-file';
import type { EventDefinition } from '../core/event-definition';
import type { SequenceName } from '../core/sequence-names';
import type { NotificationStatus } from '../core/statuses';
import type { NotificationInput } from '../workflows/contract';
import { signalsOf } from '../temporal/workflow-metadata';
import { taskQueues, WORKFLOWS } from '../workflows/contract';
import { locateTimeSkipping } from '../dev/servers/time-skipping';
import type { Recorded } from './recorder';
import { createRecorder } from './recorder';

/** A busy machine may take long to begin a workflow. */
const WORKER_ANSWERS_WITHIN_MS = 30_000;
const WORKFLOWS_PATH = path.join(__dirname, '../workflows/index.ts');

/** Without what the worker says of servers that are older than the test server claims to be. */
const FILTER =
  'error,temporalio_sdk_core=warn,temporalio_sdk_core::worker=error,temporalio_sdk_core::worker::workflow=warn';

export interface SequenceRunOptions {
  /** The file of the event, read from the folder of the process. A SEND without a template in it then fails the test. */
  eventFile?: string;
  /** What the SENDs come to, by name. @default 'sent' */
  outcomes?: Record<string, 'sent' | 'failed'>;
}

/** A sequence that runs in a real workflow; nothing of it reaches a database or a provider. */
export interface SequenceRun {
  /** The SENDs so far, in order. */
  sends: readonly Recorded[];
  /** Lets time pass: a number of milliseconds, or words such as `'3 days'`. */
  sleep(duration: Parameters<TestWorkflowEnvironment['sleep']>[0]): Promise<void>;
  /** Sends a signal, by the name it was defined with; throws where the sequence has no handler for it by now. */
  signal(name: string, ...args: unknown[]): Promise<void>;
  /** Cancels it, as a cancel of the notification does. */
  cancel(): Promise<void>;
  /** Skips to its end; gives the notification's status. */
  ended(): Promise<NotificationStatus>;
  /** What it failed with, once it has ended: the type and message of what the sequence has thrown; null otherwise. */
  failure(): string | null;
}

/** Runs sequences on a server whose clock jumps over waits: a month takes a second. Make one for a test file. */
export interface SequenceTester {
  start(name: SequenceName, options?: SequenceRunOptions): Promise<SequenceRun>;
  stop(): Promise<void>;
}

/**
 * Starts the server, which is looked for as docs/sequences.md says, and a worker with the workflows as they are.
 * @param workflowsPath other workflows than the service's, for a test of a change
 */
export async function createSequenceTester(workflowsPath = WORKFLOWS_PATH): Promise<SequenceTester> {
  const { executable } = await locateTimeSkipping((line) => void process.stderr.write(`${line}\n`));
  const logger = new DefaultLogger('WARN');
  Runtime.install({ logger, telemetryOptions: { logging: { filter: FILTER, forward: {} } } });
  const environment = await startedServer(executable);
  const recorder = createRecorder(() => environment.currentTimeMs());
  const taskQueue = taskQueues('sequence-tests').main;
  const worker = await Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle: await bundleWorkflowCode({ workflowsPath, logger }),
    activities: recorder.activities,
  });
  const running = worker.run();

  return {
    start: async (name, { eventFile, outcomes = {} } = {}) => {
      const event = eventFile === undefined ? null : await eventOf(eventFile, name);
      const notificationId = randomUUID();
      const now = await environment.currentTimeMs();
      const sends = recorder.begin(notificationId, {
        begunAt: now,
        outcomes,
        complaint: (send) => complaintOf(event, send),
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
      return {
        sends,
        sleep: (duration) => environment.sleep(duration),
        signal: async (signal, ...args) => {
          const known = (await signalsOf(environment.client, notificationId, WORKER_ANSWERS_WITHIN_MS)) ?? [];
          if (!known.includes(signal))
            throw new Error(
              `${name} has no handler for "${signal}" by now; it has ${known.join(', ') || 'none'}`,
            );
          await handle.signal(signal, ...args);
        },
        cancel: async () => void (await handle.cancel()),
        ended: async () => {
          await handle.result().catch((error: unknown) => {
            if (!(error instanceof WorkflowFailedError)) throw error;
          });
          const { status, reason } = recorder.endOf(notificationId);
          failure = reason;
          return status;
        },
        failure: () => failure,
      };
    },
    stop: async () => {
      worker.shutdown();
      await running;
      await environment.teardown();
    },
  };
}

type ServerOptions = NonNullable<Parameters<typeof TestWorkflowEnvironment.createTimeSkipping>[0]>;
type Executable = NonNullable<ServerOptions['server']>['executable'];

/** The SDK gives a server five seconds to start, which a busy machine may not have. */
async function startedServer(executable: Executable): Promise<TestWorkflowEnvironment> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
    } catch (error) {
      if (tries === 4 || !String(error).includes('did not start within')) throw error;
    }
  }
}

async function eventOf(file: string, sequence: string): Promise<EventDefinition> {
  const parsed = parseEventFile(file, await readFile(file, 'utf8'));
  if (!parsed.ok) {
    throw new Error(parsed.problems.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n'));
  }
  if (parsed.event.code === sequence) return parsed.event;
  throw new Error(`${file} runs ${parsed.event.code ?? 'steps'}, not the sequence ${sequence}`);
}

/** What is wrong with a SEND for the file of its event. */
function complaintOf(event: EventDefinition | null, { name, channel }: Recorded): string | null {
  if (event === null) return null;
  const channels = channel === null ? event.channels : [channel];
  if (channels.some((one) => hasTemplate(event, name, one))) return null;
  return `SEND "${name}" has no template for ${channel ?? "any of the event's channels"} in event ${event.name}`;
}
