import { z } from 'zod';
import { SENSITIVE } from '../../../core/sending/sensitive';
import { ENVIRONMENTS } from '../../../core/shared/channels';
import type { Vault } from '../../../core/shared/vault';
import { EVENT_STATUSES } from '../../../core/webhooks/event';
import type { EventDefinition } from '../../../core/events/definition';
import type { Batch } from '../../../store/notifications/batches';
import { contentOf } from '../../../store/notifications/content';
import type { Notification } from '../../../store/notifications/model';
import { timestamp, uuid } from '../../http/formats';
import { notificationSchema, notificationView } from '../../notifications/view';
import { pauseFacts, pauseField } from '../pauses/view';
import { storyEntry } from '../explain/entry';
import { type Verdict, verdictSchema } from '../explain/verdict/schema';
import { operatorAttempt, operatorAttemptView } from '../webhooks/view';
import { messageDetails, messageDetailsView } from './message-view';
import { nextStepSchema } from './next-step';
import { notificationStep, stepsView } from './steps';
import { storyOf, type StorySources } from './story';

/** A notification as operators see it: with its attempts, the providers' words, and what was rendered. */
export const notificationDetails = notificationSchema
  .extend({
    application: z.string().nullable().describe("Its application's name. Null: the application is gone."),
    application_id: uuid,
    environment: z.enum(ENVIRONMENTS),
    contact_id: uuid.nullable().describe('Null: it goes to a Slack channel.'),
    event_version: z
      .int()
      .nullable()
      .describe('Version of its event when it was accepted. Null: an older release accepted it.'),
    retry_of: uuid.nullable(),
    retried_as: uuid.nullable(),
    failure: z.string().nullable().describe('Why it failed, if no message says so.'),
    reopened_at: timestamp.nullable(),
    followed_at: timestamp
      .nullable()
      .describe('When its recipient used the code, as the caller says. Null: nobody said so.'),
    payload: z.unknown().describe('Null once its content was removed.'),
    details: z
      .string()
      .nullable()
      .describe('What its workflow says of itself while it is open. Null if that is unknown.'),
    next: nextStepSchema
      .nullable()
      .describe('What it does next while it is open. Null if it is over, or that is unknown.'),
    verdict: verdictSchema,
    sequence: z
      .string()
      .nullable()
      .describe('The sequence in code that it runs. Null: its event declares its steps.'),
    steps: z
      .array(notificationStep)
      .describe(
        'The steps that its event had when it was accepted, in the order of its file, those of a branch after their condition. Of a sequence in code, the steps that ran.',
      ),
    story: z
      .array(storyEntry)
      .describe(
        'Everything that happened, oldest first, as `explain` tells it. While it is open, the last entry says what it does now.',
      ),
    task_failing: z
      .object({ since: timestamp.nullable(), attempt: z.int(), error: z.string().nullable() })
      .nullable()
      .describe("Set while its workflow's code cannot continue."),
    pause: pauseField,
    held_since: timestamp
      .nullable()
      .describe(
        'Since when its message is held by a pause of the notification, of its event or of its integration. `next` says by which.',
      ),
    in_flight_since: timestamp.nullable().describe('When the current attempt began.'),
    messages: z.array(messageDetails),
    webhooks: z.array(
      z.object({
        id: uuid,
        type: z.string(),
        status: z.enum(EVENT_STATUSES),
        attempts: z.array(operatorAttempt),
      }),
    ),
  })
  .meta({ id: 'NotificationDetails' });

/** A notification after a change. */
export const stateSchema = notificationSchema.pick({ id: true, status: true });

/** Returns a notification with its story. */
export function detailsView(
  sources: StorySources,
  verdict: Verdict,
  { batch, event, vault }: { batch: Batch | null; event: EventDefinition | null; vault: Vault },
): z.output<typeof notificationDetails> {
  const { notification: found, deliveries, application, progress, next } = sources;
  const { paused, held } = found;
  const names = new Map(application?.integrations?.map(({ id, name }) => [id, name]));
  const failing = progress?.taskFailing;
  return {
    ...notificationView(found),
    application: application?.name ?? null,
    application_id: found.applicationId,
    environment: found.environment,
    contact_id: found.contactId,
    event_version: found.eventVersion ?? null,
    retry_of: found.retryOf ?? null,
    retried_as: found.retriedAs ?? null,
    failure: found.failure ?? null,
    reopened_at: found.reopenedAt?.toISOString() ?? null,
    followed_at: found.followedAt?.toISOString() ?? null,
    payload: payloadOf(found, batch, vault),
    details: progress?.details ?? null,
    next,
    verdict,
    sequence: found.code ?? null,
    steps: stepsView({ notification: found, progress, event, now: new Date() }),
    story: storyOf(sources),
    task_failing: failing ? { ...failing, since: failing.since?.toISOString() ?? null } : null,
    pause: paused ? { ...pauseFacts(paused), held: held?.by.includes(paused.of) ? 1 : 0 } : null,
    held_since: held?.at.toISOString() ?? null,
    in_flight_since: found.inFlight?.at.toISOString() ?? null,
    messages: found.messages.map((message) => messageDetailsView(message, names)),
    webhooks: deliveries.map(({ _id, type, status, attempts }) => ({
      ...{ id: _id, type, status },
      attempts: attempts.map(operatorAttemptView),
    })),
  };
}

function payloadOf(found: Notification, batch: Batch | null, vault: Vault): unknown {
  if (found.contentRemoved) return null;
  return found.sensitive ? SENSITIVE : JSON.parse(contentOf(vault, found, batch).payload ?? '{}');
}
