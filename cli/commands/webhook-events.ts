import { Option, type Command } from 'commander';
import { EVENT_STATUSES } from '../../core/webhooks/event';
import type { WebhookAttemptDetails, WebhookEventDetails, WebhookEventLine } from '../../api/admin/answers';
import { contextOf } from '../context';
import { afterOption, fields, pageText } from '../output';
import { addAfter, addLimit } from './options';
import { addEndpoint, endpointOf, type EndpointOptions } from './webhook-endpoint';

interface ListOptions extends EndpointOptions {
  status?: string;
  limit?: number;
  after?: string;
}

export function addWebhookEvents(webhooks: Command): void {
  const list = webhooks.command('events').description('list the events of the endpoint, the newest first');
  addLimit(addAfter(addEndpoint(list)))
    .addOption(new Option('--status <status>', 'in this status').choices(EVENT_STATUSES))
    .action(async (options: ListOptions, command: Command) => {
      const context = contextOf(command);
      const { path, named } = await endpointOf(context, options);
      const { status, limit, after } = options;
      const { events, next } = await context.admin.request<{
        events: WebhookEventLine[];
        next: string | null;
      }>({
        doing: `list the webhook events of ${named}`,
        path: [...path, 'events'],
        query: { status, limit, after },
      });
      context.output.result({ events, next }, () =>
        pageText(events.map(row), 'There are none.', afterOption(next)),
      );
    });

  addEndpoint(
    webhooks.command('event <id>').description('show an event: its request, its attempts, what was answered'),
  ).action(async (id: string, options: EndpointOptions, command: Command) => {
    const context = contextOf(command);
    const { path, named } = await endpointOf(context, options);
    const { event } = await context.admin.request<{ event: WebhookEventDetails }>({
      doing: `show the webhook event ${id} of ${named}`,
      path: [...path, 'events', id],
    });
    context.output.result(event, () => describeEvent(event));
  });
}

const row = (event: WebhookEventLine) => ({
  happened: event.created_at,
  type: event.test ? `${event.type} (test)` : event.type,
  status: event.status,
  attempts: event.attempt_count,
  last: event.last_attempt?.at,
  error: event.last_attempt?.error,
  id: event.id,
});

/** An event in full. */
export function describeEvent(event: WebhookEventDetails): string {
  const head = fields({
    event: event.id,
    type: event.test ? `${event.type} (test)` : event.type,
    status: event.status,
    notification: event.notification_id ?? undefined,
    happened: event.created_at,
    redelivered: event.redelivered_at
      ? `${event.redelivered_at}, asked for by the ${event.redelivered_by}`
      : undefined,
  });
  const attempts = event.attempts.map(describeAttempt);
  const made = attempts.length > 0 ? attempts : ['No attempt yet.'];
  return [head, ...made, `Body, the same in every attempt:\n  ${event.body}`].join('\n\n');
}

function describeAttempt(attempt: WebhookAttemptDetails): string {
  const { at, status, duration_ms, url, headers, error, error_detail, answer } = attempt;
  const after = duration_ms === null ? '' : ` after ${duration_ms} ms`;
  const lines = [`Attempt of ${at}: ${status ?? 'no answer'}${after}`];
  if (error !== null) lines.push(`  ${error}${error_detail ? ` ${error_detail}` : ''}`);
  if (url !== null) lines.push(`  POST ${url}`);
  for (const [name, value] of Object.entries(headers ?? {})) lines.push(`    ${name}: ${value}`);
  if (answer) lines.push(`  Answer: ${answer.trim().replace(/\s+/g, ' ').slice(0, SHOWN)}`);
  return lines.join('\n');
}

/** Of an answer; the rest is there with --json. */
const SHOWN = 500;
