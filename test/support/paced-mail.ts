import { randomUUID } from 'node:crypto';
import { startPostmark, TOKEN } from './providers/postmark-server';
import { temporal } from '@temporalio/proto';
import type { TestApplication } from './application';
import { sendQueueOf } from '../../workflows/contract';
import { eventually } from './eventually';
import type { Stack } from './stack';

/** A Postmark on this machine that notes when each e-mail came. */
export interface PacedMail {
  /** By arrival, milliseconds since 1970. */
  arrivals: { at: number; to: string }[];
  url: string;
  close(): Promise<void>;
}

export async function startPacedMail(): Promise<PacedMail> {
  const arrivals: PacedMail['arrivals'] = [];
  const server = await startPostmark((handle) => (request) => {
    if (request.path === '/email')
      arrivals.push({ at: Date.now(), to: (JSON.parse(request.body) as { To: string }).To });
    return handle(request);
  });
  return { arrivals, url: server.url, close: server.close };
}

/** Connects an application to it; the id of the integration. */
export async function connectMail(
  { admin }: Stack,
  app: TestApplication,
  mail: PacedMail,
  perSecond: number | null,
): Promise<string> {
  const made = await admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
    channel: 'email',
    provider: 'postmark',
    per_second: perSecond,
    settings: { server_token: TOKEN, base_url: mail.url },
    check: false,
  });
  if (made.status !== 201) throw new Error(`the integration was refused: ${JSON.stringify(made.body)}`);
  return made.body.integration.id;
}

/** Queues one event for that many new recipients, up to 1,000 at once; their addresses. */
export async function sendMany(app: TestApplication, event: string, count: number): Promise<string[]> {
  const batch = randomUUID().slice(0, 8);
  const to = Array.from({ length: count }, (_, index) => `${batch}-${index}@example.org`);
  for (let at = 0; at < count; at += 1000) {
    const answer = await app.production.post(`/v1/send/${event}`, { to: to.slice(at, at + 1000) });
    if (answer.status !== 200) throw new Error(`the array was refused: ${JSON.stringify(answer.body)}`);
  }
  return to;
}

/** Waits until that many sends wait in the queue of an integration. */
export const untilWaiting = (stack: Stack, integrationId: string, count: number): Promise<unknown> =>
  eventually(
    `${count} to wait in the queue`,
    async () => {
      const { stats } = await stack.temporal.workflowService.describeTaskQueue({
        namespace: stack.temporal.options.namespace,
        taskQueue: { name: sendQueueOf(stack.name, integrationId) },
        taskQueueType: temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
        reportStats: true,
      });
      return Number(stats?.approximateBacklogCount ?? 0) >= count;
    },
    180_000,
  );

/** The most arrivals in any span of that many milliseconds. */
export function mostWithin(times: number[], spanMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  let [most, from] = [0, 0];
  sorted.forEach((at, index) => {
    while ((sorted[from] ?? at) <= at - spanMs) from += 1;
    most = Math.max(most, index - from + 1);
  });
  return most;
}
