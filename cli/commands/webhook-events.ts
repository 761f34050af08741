import { Option, type Command } from 'commander';
import { EVENT_STATUSES, WEBHOOK_EVENT_TYPES } from '../../core/webhooks/event';
import type { WebhookAttemptDetails, WebhookEventDetails, WebhookEventLine } from '../answers';
import { afterOption, fields, pageText } from '../output';
import { addAfter, addLimit } from './options';
import { addEndpoint, endpointContextOf } from './webhook-endpoint';

interface ListOptions {
  status?: WebhookEventLine['status'];
  limit?: number;
  after?: string;
}

export function addWebhookEvents(webhooks: Command): void {
  const list = webhooks.command('events').description('List the events of the endpoint, newest first.');
  addLimit(addAfter(addEndpoint(list)))
    .addOption(new Option('--status <status>', 'Status of the events.').choices(EVENT_STATUSES))
    .action(async ({ status, limit, after }: ListOptions, command: Command) => {
      const { admin, output, path, named } = await endpointContextOf(command);
      const answer = await admin.get(
        `list the webhook events of ${named}`,
        '/admin/v1/applications/{app}/webhooks/{environment}/events',
        { ...path, status, limit, after },
      );
      const { events, next } = answer;
      output.result({ events, next }, () =>
        pageText(events.map(row), 'There are no events.', afterOption(next)),
      );
    });

  const show = webhooks
    .command('event <id>')
    .description('Show an event with its attempts and the responses.');
  addEndpoint(show).action(async (id: string, _options: unknown, command: Command) => {
    const { admin, output, path, named } = await endpointContextOf(command);
    const { event } = await admin.get(
      `show the webhook event ${id} of ${named}`,
      '/admin/v1/applications/{app}/webhooks/{environment}/events/{id}',
      { ...path, id },
    );
    output.result(event, () => describeEvent(event));
  });

  const test = webhooks
    .command('test')
    .description('Send a test event and show the response of the endpoint.');
  addEndpoint(test)
    .addOption(
      new Option('--type <type>', 'Type of the event (default: delivery.sent).').choices(WEBHOOK_EVENT_TYPES),
    )
    .action(async ({ type }: { type?: WebhookEventLine['type'] }, command: Command) => {
      const { admin, output, path, named } = await endpointContextOf(command);
      const { event } = await admin.post(
        `send a test event to the endpoint of ${named}`,
        '/admin/v1/applications/{app}/webhooks/{environment}/test',
        { ...path, body: { type } },
      );
      output.result(event, () => describeEvent(event));
    });
}

const typeOf = ({ type, test }: WebhookEventLine): string => (test ? `${type} (test)` : type);

const row = (event: WebhookEventLine) => ({
  happened: event.created_at,
  type: typeOf(event),
  status: event.status,
  attempts: event.attempt_count,
  last: event.last_attempt?.at,
  error: event.last_attempt?.error,
  id: event.id,
});

function describeEvent(event: WebhookEventDetails): string {
  const head = fields({
    event: event.id,
    type: typeOf(event),
    status: event.status,
    notification: event.notification_id ?? undefined,
    happened: event.created_at,
    redelivered: event.redelivered_at
      ? `${event.redelivered_at}, requested by the ${event.redelivered_by}`
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

/** Characters of an answer that are shown. `--json` prints the rest. */
const SHOWN = 500;
