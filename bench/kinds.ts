import { randomUUID } from 'node:crypto';
import { now } from './clock';
import { closedLoop } from './closed-loop';
import type { Stack } from './stack';
import { verify } from './verify';

/** What a round drives to completion. */
export type Kind = 'bare' | 'plain' | 'webhook';

export interface Load {
  count: number;
  concurrency: number;
}

/** One load, driven to completion. */
export interface Driven {
  /** Milliseconds from the first start or POST to the last completion. */
  elapsedMs: number;
  /** Of each POST; of the bare workflows, of each start. */
  postMs: number[];
  /** Notifications, or bare workflows. */
  ids: string[];
}

/**
 * Drives bare workflows: started from here with ids of our own, by the same client settings and id policies as the
 * API's; one is complete when its activity has run, which the worker tells over its IPC channel.
 */
export async function driveBare({ temporal, queues, bareDone }: Stack, load: Load): Promise<Driven> {
  const began = now();
  const done = await closedLoop(load, async () => {
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
  return driven(began, done, Math.max(...done.map(({ at }) => at)));
}

/**
 * Drives sends, each to a new recipient; one leaves its place to the next when its mail is here (and its webhook), and
 * is complete when its final status is written too. That time is read from the documents afterwards, so that looking
 * costs nothing while it counts.
 */
export async function driveSends(stack: Stack, load: Load, withWebhook: boolean): Promise<Driven> {
  const { service, mail, webhooks } = stack;
  const began = now();
  const done = await closedLoop(load, async () => {
    const to = newRecipient();
    const { id, postMs } = await service.send(to);
    const arrived = [mail.mails.of(to), ...(withWebhook ? [webhooks.events.of(id)] : [])];
    return { id, postMs, at: Math.max(...(await Promise.all(arrived))) };
  });
  const closedAt = await verify(
    stack,
    done.map(({ id }) => id),
  );
  return driven(began, done, Math.max(closedAt, ...done.map(({ at }) => at)));
}

/** The sends alone, as fast as they are accepted; gives how many were, each second. */
export async function acceptedPerSecond(stack: Stack, load: Load): Promise<number> {
  const began = now();
  const accepted = await closedLoop(load, () => stack.service.send(newRecipient()));
  const perSecond = (load.count / (now() - began)) * 1000;
  await verify(
    stack,
    accepted.map(({ id }) => id),
  );
  return perSecond;
}

export const newRecipient = (): string => `${randomUUID()}@example.org`;

function driven(began: number, done: { id: string; postMs: number }[], ended: number): Driven {
  return {
    elapsedMs: ended - began,
    postMs: done.map(({ postMs }) => postMs),
    ids: done.map(({ id }) => id),
  };
}
