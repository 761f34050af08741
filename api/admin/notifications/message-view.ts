import { z } from 'zod';
import { lastFailureOf } from '../../../core/sending/failure-keys';
import type { Message } from '../../../store/notifications/model';
import { timestamp } from '../../http/formats';
import { messageSchema, messageView } from '../../notifications/view';
import { attemptOrigins, messageOrigins } from './origins';

/** A message as its provider gets it. */
export const renderedSchema = z
  .object({
    subject: z.string().nullish(),
    html: z.string().nullish(),
    text: z.string().nullish(),
    rich: z
      .string()
      .nullish()
      .describe('JSON of its other content, such as Slack blocks. Null or absent: there is none.'),
    from: z.string().nullish().describe('Sender address or number.'),
    language: z.string().describe('Of its template.'),
  })
  .meta({ id: 'RenderedMessage' });

/** A message that is rendered and not sent. */
export const previewSchema = renderedSchema
  .extend({
    origins: z
      .object(messageOrigins)
      .describe('Which value won for the sender and for each field of the brand.'),
  })
  .meta({ id: 'RenderedPreview' });

export const providerId = z
  .string()
  .nullable()
  .describe('The integration, or what stands for one: `service_smtp`, `push`, `sandbox`.');
export const integrationName = z
  .string()
  .nullable()
  .describe("The integration's name. Null if there is none, or it was removed.");

const attempt = z
  .object({
    id: z.string(),
    at: timestamp,
    provider: z.string().nullable(),
    provider_id: providerId,
    integration: integrationName,
    duration_ms: z.int().min(0),
    outcome: z.enum(['sent', 'permanent', 'transient', 'rate_limited', 'unknown']),
    code: z.string().nullable(),
    response: z.string().nullable().describe("The provider's words."),
    moves_on: z.boolean().describe('The next attempt goes to the next provider in order.'),
    origins: attemptOrigins.optional().describe('Absent if the notification has no tenant.'),
  })
  .meta({ id: 'Attempt' });

/** A message as operators see it. */
export const messageDetails = messageSchema
  .extend({
    step: z.string(),
    address: z.string().nullable(),
    provider: z.string().nullable(),
    provider_message_id: z.string().nullable(),
    rendered: renderedSchema
      .nullable()
      .describe('Null before the first attempt, and after its content was removed.'),
    attempts: z.array(attempt),
    rest: z
      .object({
        ...{ provider: z.string(), provider_id: z.string(), integration: integrationName },
        ...{ code: z.string(), since: timestamp },
      })
      .nullable()
      .describe('The cool-down of a provider that it waited for, with no attempt after it.'),
    receipts: z.array(z.object({ at: timestamp, kind: z.string(), detail: z.string().nullable() })),
    complained_at: timestamp.nullable(),
  })
  .meta({ id: 'MessageDetails' });

type Details = z.output<typeof messageDetails>;

/** `names` has the integrations that exist, by id. */
export const messageDetailsView = (message: Message, names: ReadonlyMap<string, string>): Details => ({
  ...messageView(message),
  step: message.step,
  address: message.address,
  provider: message.provider,
  provider_message_id: message.providerMessageId,
  rendered: message.rendered,
  attempts: message.attempts.map((attempt) => ({
    id: attempt.id,
    at: attempt.at.toISOString(),
    provider: attempt.provider,
    provider_id: attempt.providerId ?? null,
    integration: names.get(attempt.providerId ?? '') ?? null,
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    code: attempt.code,
    response: attempt.response,
    moves_on: attempt.movesOn ?? false,
    ...(attempt.origins && { origins: attempt.origins }),
  })),
  rest: restView(message, names),
  receipts: (message.receipts ?? []).map(({ at, kind, detail }) => ({ at: at.toISOString(), kind, detail })),
  complained_at: message.complainedAt?.toISOString() ?? null,
});

function restView(message: Message, names: ReadonlyMap<string, string>): Details['rest'] {
  const { rest } = message;
  if (!rest || lastFailureOf(message) !== rest) return null;
  const { provider, providerId, code, since } = rest;
  const integration = names.get(providerId) ?? null;
  return { provider, provider_id: providerId, integration, code, since: since.toISOString() };
}
