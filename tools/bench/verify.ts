import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import type { Stack } from './stack';

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** Checks that every notification is completed and its message sent; gives when the last one was, since 1970. */
export async function verify({ service }: Stack, sent: { id: string }[]): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS;
  const completedAt = async ({ id }: { id: string }): Promise<number> => {
    for (;;) {
      const { status, completed_at, messages } = await service.notification(id);
      if (completed_at !== null) {
        const sent = messages.length === 1 && messages[0]?.status === 'sent';
        if (status !== 'completed' || !sent) throw new Error(`notification ${id} ended as ${status}`);
        return Date.parse(completed_at);
      }
      if (Date.now() > deadline) throw new Error(`notification ${id} is still ${status}`);
      await sleep(LOOK_EVERY_MS);
    }
  };
  return Math.max(...(await pMap(sent, completedAt, { concurrency: 5 })));
}

/** Waits until no workflow of ours runs, so that one measurement leaves nothing to the next. */
export async function settle({ temporal, queues }: Stack): Promise<void> {
  const query = `ExecutionStatus = 'Running' AND TaskQueue IN ('${queues.service}', '${queues.bare}')`;
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { count } = await temporal.workflow.count(query);
    if (count === 0) return;
    if (Date.now() > deadline) throw new Error(`${count} workflows still run a minute after their round`);
    await sleep(LOOK_EVERY_MS);
  }
}
