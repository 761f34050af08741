import type { WebhookSender } from '../../../net/sender';
import type { WebhookPayload } from '../../../core/webhooks/payload';
import type { Observation, WebhookCall } from '../observation';
import type { Random } from '../random';
import type { Scheduler } from '../scheduler';
import type { Outages } from './outages';

interface EndpointWorld {
  scheduler: Scheduler;
  random: Random;
  outages: Outages;
  rate: number;
  observe: (observation: Observation) => void;
}

/** The endpoint of the application, and the sender that reaches it. */
export function createWebhookEndpoint({
  scheduler,
  random,
  outages,
  rate,
  observe,
}: EndpointWorld): WebhookSender {
  return {
    close: () => Promise.resolve(),
    post: ({ headers, body }) =>
      new Promise((resolve) => {
        const task = scheduler.task();
        const startedAt = scheduler.now();
        const { begunAt } = (task.info ?? {}) as { begunAt?: number };
        const fails = (outages.endpoint && random.chance(0.8)) || (outages.faulty && random.chance(rate));
        const answered = fails ? random.pick([500, 503, 0, 0]) : 200;
        scheduler.after(
          random.between(1, 50),
          () => {
            const inMs = answered === 0 ? random.pick([20, 10_000]) : random.between(1, 100);
            // The endpoint has the event, also if the process dies or stands still before it has the answer.
            observe({
              at: Math.floor(scheduler.now() + inMs),
              ...callOf(headers, body),
              answered,
              askedAt: Math.floor(startedAt),
              process: task.process?.name,
              ...(begunAt !== undefined && { begunAt }),
            });
            scheduler.after(
              inMs,
              () => {
                const durationMs = Math.round(scheduler.now() - startedAt);
                if (answered === 0)
                  resolve({
                    kind: 'failed',
                    reason: 'timeout',
                    error: 'no answer within 10000 ms',
                    durationMs,
                  });
                else resolve({ kind: 'answered', status: answered, answerStart: '', durationMs });
              },
              task,
            );
          },
          { process: null },
        );
      }),
  };
}

function callOf(headers: Record<string, string>, text: string): Omit<WebhookCall, 'answered'> {
  const body = JSON.parse(text) as WebhookPayload;
  const { uuid, status, error } = body.delivery;
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-service-webhook-id');
  return {
    ...{
      kind: 'webhook',
      event: body.event,
      message: uuid,
      notification: body.request_id,
    },
    ...{ status, error: error?.code ?? null, webhookId: named?.[1] ?? '' },
    ...{ eventId: headers['webhook-id'], timestamp: Date.parse(body.timestamp) },
  };
}
