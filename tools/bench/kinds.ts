import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { now } from './clock';
import type { Stack } from './stack';
import { settle, verify } from './verify';

/** What a round drives to completion. */
export type Kind = 'bare' | 'plain' | 'webhook';

export interface Load {
  count: number;
  concurrency: number;
}

/** One unit of a load, completed as far as it can be seen without looking at the service. */
export interface Driven {
  /** Of the notification or the bare workflow. */
  id: string;
  /** From the POST (or the start of the bare workflow) to its answer. */
  postMs: number;
  /** When its mail (and webhook) or its activity's report arrived, milliseconds since 1970. */
  at: number;
}

/**
 * Drives bare workflows: started from here with our own ids, with the client settings and id policies of the API. One is
 * complete after its activity has run, which the worker reports over its IPC channel.
 */
export function driveBare({ temporal, queues, bareDone }: Stack, load: Load): Promise<Driven[]> {
  return closedLoop(load, async () => {
    const workflowId = randomUUID();
    const startedAt = now();
    await temporal.workflow.start('bare', {
      workflowId,
      taskQueue: queues.bare,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
      args: [],
    });
    const postMs = now() - startedAt;
    return { id: workflowId, postMs, at: await bareDone.of(workflowId) };
  });
}

/** Drives sends, each to a new recipient. The next one starts after a mail (and its webhook) has arrived. */
export function driveSends(
  { service, mail, webhooks }: Stack,
  load: Load,
  withWebhook: boolean,
): Promise<Driven[]> {
  return closedLoop(load, async () => {
    const to = newRecipient();
    const { id, postMs } = await service.send(to);
    const arrived = [mail.mails.of(to), ...(withWebhook ? [webhooks.events.of(id)] : [])];
    return { id, postMs, at: Math.max(...(await Promise.all(arrived))) };
  });
}

/** Drives sends as fast as they are accepted. Returns how many were accepted per second. */
export async function acceptedPerSecond(stack: Stack, load: Load): Promise<number> {
  const began = now();
  const accepted = await closedLoop(load, () => stack.service.send(newRecipient()));
  const perSecond = (load.count / (now() - began)) * 1000;
  await settle(stack);
  await verify(stack, accepted);
  return perSecond;
}

/** Each unit of work begins when another has ended. */
const closedLoop = <T>({ count, concurrency }: Load, unit: () => Promise<T>): Promise<T[]> =>
  pMap(new Array(count).keys(), unit, { concurrency });

export const newRecipient = (): string => `${randomUUID()}@example.org`;
