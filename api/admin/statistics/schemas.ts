import { z } from 'zod';
import { CHANNELS } from '../../../core/shared/channels';
import { WEBHOOK_OUTCOMES } from '../../../core/statistics/counter';
import { PERIODS } from '../../../core/statistics/period';
import { timestamp } from '../../http/formats';

const count = z.int().min(0);
const channel = z.enum(CHANNELS);

const messages = {
  sent: count.describe('Messages that a provider took.'),
  delivered: count.describe('Messages whose delivery a receipt confirmed.'),
  failed: count.describe('Messages that failed, also those that a receipt reports.'),
  bounced: count.describe('Messages that came back. They count as failed too.'),
  complained: count.describe('Messages that their recipient called spam.'),
};

const byChannel = z.object({ channel, ...messages }).meta({ id: 'ChannelNumbers' });

const percentile = z.int().nullable().describe('Milliseconds, within 9 %. Null: nothing was measured.');

const numbers = {
  accepted: count.describe('Notifications.'),
  ...messages,
  channels: z.array(byChannel),
  latency: z
    .object({
      count,
      p50_ms: percentile,
      p95_ms: percentile,
      p99_ms: percentile,
      within_10s: z
        .number()
        .min(0)
        .max(1)
        .nullable()
        .describe('Share that a provider took within ten seconds. Null: nothing was measured.'),
    })
    .describe(
      'Time from acceptance, or from `send_at`, until a provider took the message of a first step. Without those that waited for a digest, quiet hours or an operator.',
    ),
  webhook_attempts: z
    .object(
      Object.fromEntries(WEBHOOK_OUTCOMES.map((one) => [one, count])) as Record<
        (typeof WEBHOOK_OUTCOMES)[number],
        typeof count
      >,
    )
    .describe('Attempts at webhook events. After `retry` another one follows.'),
};

const numbersSchema = z.object(numbers).meta({ id: 'Numbers' });

const who = {
  channel,
  provider: z.string().nullable().describe('Null: none was called.'),
  provider_id: z.string().nullable().describe('Id of the integration, or the name of a provider of ours.'),
  integration: z.string().nullable().describe('Name of the integration, if there is one now.'),
};

export const statisticsSchema = z
  .object({
    by: z.enum(PERIODS),
    from: timestamp,
    to: timestamp,
    totals: numbersSchema,
    providers: z.array(
      z
        .object({
          ...who,
          ...messages,
          attempts: z.record(z.string(), count).describe('Attempts by their outcome.'),
        })
        .meta({ id: 'ProviderNumbers' }),
    ),
    events: z
      .array(
        z
          .object({
            event: z.string().describe('Empty: all others, if many events were used in an hour or day.'),
            accepted: count,
            ...{ sent: messages.sent, delivered: messages.delivered, failed: messages.failed },
          })
          .meta({ id: 'EventNumbers' }),
      )
      .describe('The busiest first. Earlier releases did not count by event.'),
    failures: z
      .array(z.object({ code: z.string(), ...who, count }).meta({ id: 'FailureNumber' }))
      .describe('The most frequent first.'),
    histogram: z
      .array(z.object({ up_to_ms: count, count }))
      .describe('Latencies. A bucket begins where one an eighth of a doubling below it ends.'),
    series: z.array(
      z.object({ at: timestamp.describe('Begin of the period.'), ...numbers }).meta({ id: 'PeriodNumbers' }),
    ),
    previous: z
      .object({ from: timestamp, to: timestamp, totals: numbersSchema })
      .optional()
      .describe('As many periods before `from`. Absent unless `compare=true`.'),
    backlog: z
      .object({
        not_begun: count.describe(
          'Accepted notifications of both environments whose first step has not begun.',
        ),
        limit: count.describe('With more, sends get 429.'),
      })
      .describe('Now.'),
  })
  .meta({ id: 'Statistics' });

export const usageSchema = z
  .object({
    month: z.string().meta({ examples: ['2026-11'] }),
    quotas: z
      .array(z.object({ per: z.enum(['month', 'day']), limit: count, used: count, ends_at: timestamp }))
      .describe('The quotas that count now, exactly.'),
    days: z.array(
      z.object({
        day: z.string().meta({ format: 'date' }),
        accepted: count.describe('Notifications.'),
        counted: count.describe('What they count toward the quotas: each copy of an e-mail counts too.'),
        channels: z.array(byChannel),
      }),
    ),
  })
  .meta({ id: 'Usage' });
