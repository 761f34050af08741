import { storyOf, type StorySources } from '../../../../api/admin/notifications/story';
import type { Application } from '../../../../store/accounts/applications';
import type { Broadcast } from '../../../../store/broadcasts/broadcasts';
import type { Notification } from '../../../../store/notifications/model';
import type { WebhookDelivery } from '../../../../store/webhooks/deliveries';

const at = (seconds: number): Date => new Date(Date.parse('2026-03-01T09:00:00.000Z') + seconds * 1000);
const attempt = (over: object = {}) => ({
  ...{ at: at(2), provider: 'smtp', providerId: 'i-1', durationMs: 12, outcome: 'transient' },
  ...{ code: 'TIMEOUT', response: '421 later' },
  ...over,
});
const message = (over: object = {}) => ({
  ...{ step: 'send', channel: 'email', address: 'ada@example.com', createdAt: at(1), status: 'sent' },
  ...{ attempts: [], error: null },
  ...over,
});
const rest = { at: at(9), provider: 'smtp', providerId: 'i-1', code: 'UNAUTHORIZED', since: at(5) };
const expired = { status: 'failed', error: { code: 'EXPIRED', message: 'Not sent in time.' } };

/** Returns the entries as `CODE kind text`. */
const told = (
  over: object,
  {
    messages = [] as object[],
    deliveries = [] as object[],
    audience = null as StorySources['audience'],
  } = {},
): string[] =>
  storyOf({
    notification: {
      ...{
        _id: 'n-1',
        event: 'welcome',
        startedAt: at(0),
        completedAt: null,
        status: 'running',
        steps: [{}],
      },
      messages,
      ...over,
    } as unknown as Notification,
    deliveries: deliveries as WebhookDelivery[],
    application: { integrations: [{ id: 'i-1', name: 'relay' }] } as unknown as Application,
    broadcast: { name: 'March' } as Broadcast,
    progress: null,
    next: null,
    audience,
  }).map(({ code, kind, text, quote }) => `${code} ${kind} ${text}${quote === null ? '' : ` "${quote}"`}`);

const over = (status: string, more: object = {}) => ({ status, completedAt: at(99), ...more });

test.each<[string, string[], string]>([
  [
    'a retry',
    told({ retryOf: 'n-0' }),
    'ACCEPTED done The service accepted the send, as a retry of n-0 (1 step).',
  ],
  [
    'a recipient of a broadcast',
    told({ ofBroadcast: true, batchId: 'b-1' }),
    'ACCEPTED done The service accepted the send, of the broadcast b-1 "March" (1 step).',
  ],
  [
    'a sequence in code',
    told({ code: 'trial', priority: 'high' }),
    'ACCEPTED done The service accepted the send (sequence trial, priority high).',
  ],
  [
    'a broadcast to a topic',
    told(
      { ofBroadcast: true, batchId: 'b-1' },
      { audience: { name: 'the topic news', subscription: { at: at(-60), importId: 'i-1' } } },
    ),
    'SUBSCRIBED done The contact joined the topic news, by the import i-1.',
  ],
  [
    'a later time',
    told({ sendAt: at(60) }),
    'SCHEDULED waiting The send asked to begin at 2026-03-01T09:01:00.000Z.',
  ],
  ['a reopening', told({ reopenedAt: at(5) }), 'REOPENED done An operator reopened the notification.'],
  [
    'a success',
    told(
      {},
      { messages: [message({ attempts: [attempt({ outcome: 'sent', response: '250 OK.\r\nQueued' })] })] },
    ),
    'SENT done Attempt 1: smtp (relay) accepted the message in 12 ms. "250 OK.\r\nQueued"',
  ],
  [
    'copies that were left out',
    told(
      {},
      { messages: [message({ attempts: [attempt({ outcome: 'sent', response: null, leftOut: [{}] })] })] },
    ),
    'SENT done Attempt 1: smtp (relay) accepted the message in 12 ms. Copies that were not sent: 1.',
  ],
  [
    'a failure that is retried',
    told({}, { messages: [message({ status: 'queued', attempts: [attempt()] })] }),
    'TIMEOUT waiting Attempt 1 at smtp (relay) failed with TIMEOUT after 12 ms. "421 later"',
  ],
  [
    'a failure before a provider was called',
    told(
      {},
      {
        messages: [
          message({ attempts: [attempt({ outcome: 'permanent', provider: null, code: 'TEMPLATE_ERROR' })] }),
        ],
      },
    ),
    'TEMPLATE_ERROR failed Attempt 1 failed with TEMPLATE_ERROR before a provider was called. "421 later"',
  ],
  [
    'a failure for good at an integration that is gone',
    told(
      {},
      {
        messages: [
          message({ attempts: [attempt({ outcome: 'permanent', providerId: 'i-2', code: 'REJECTED' })] }),
        ],
      },
    ),
    'REJECTED failed Attempt 1 at smtp (i-2) failed with REJECTED after 12 ms. "421 later"',
  ],
  [
    'what expired after attempts',
    told({}, { messages: [message({ ...expired, attempts: [attempt()] })] }),
    'EXPIRED failed Step send expired after 1 attempt. The last attempt failed with TIMEOUT at smtp (relay). Not sent in time.',
  ],
  [
    'what expired while its provider rested',
    told({}, { messages: [message({ ...expired, attempts: [attempt()], rest })] }),
    'EXPIRED failed Step send expired after 1 attempt. smtp (relay) had been cooling down since 2026-03-01T09:00:05.000Z, after it failed with UNAUTHORIZED.',
  ],
  [
    'what expired after an attempt after the rest',
    told({}, { messages: [message({ ...expired, attempts: [attempt({ at: at(10) })], rest })] }),
    'EXPIRED failed Step send expired after 1 attempt. The last attempt failed with TIMEOUT at smtp (relay). Not sent in time.',
  ],
  [
    'a rest of its provider that is over',
    told(
      {},
      {
        messages: [message({ rest, attempts: [attempt({ at: at(190), outcome: 'sent', response: null })] })],
      },
    ),
    'PROVIDER_RESTING waiting It waited 3 min 5 s for smtp (relay), which had been cooling down since 2026-03-01T09:00:05.000Z, after it failed with UNAUTHORIZED.',
  ],
  [
    'a first step that waited',
    told({ steps: [{ type: 'send', name: 'send' }] }, { messages: [message({ createdAt: at(3661) })] }),
    'DELAYED waiting It waited 1 h 1 min for its turn: for a worker, for Temporal, or for the rate of its provider.',
  ],
  [
    'a first attempt that waited',
    told({}, { messages: [message({ attempts: [attempt({ at: at(32) })] })] }),
    'DELAYED waiting It waited 31 s for its turn: for a worker, for Temporal, or for the rate of its provider.',
  ],
  [
    'what an address gets no more',
    told(
      {},
      { messages: [message({ status: 'failed', error: { code: 'SUPPRESSED', message: 'Suppressed.' } })] },
    ),
    'SUPPRESSED skipped Step send sent nothing. Suppressed.',
  ],
  [
    'the end of it',
    told(over('failed'), {
      messages: [message({ status: 'failed', error: { code: 'SUPPRESSED', message: 'Suppressed.' } })],
    }),
    'FAILED skipped The notification failed. No message was due.',
  ],
  [
    'what a provider suppresses',
    told(
      {},
      {
        messages: [
          message({ ...expired, error: { code: 'SUPPRESSED', message: '5' }, attempts: [attempt()] }),
        ],
      },
    ),
    'SUPPRESSED failed Step send failed. 5',
  ],
  [
    'a receipt',
    told({}, { messages: [message({ receipts: [{ at: at(9), kind: 'delivered', detail: null }] })] }),
    'RECEIPT_DELIVERED done The provider reported delivered.',
  ],
  [
    'a bounce',
    told({}, { messages: [message({ receipts: [{ at: at(9), kind: 'hard_bounce', detail: '550 gone' }] })] }),
    'RECEIPT_HARD_BOUNCE failed The provider reported hard bounce. "550 gone"',
  ],
  [
    'a complaint',
    told({}, { messages: [message({ complainedAt: at(9) })] }),
    'COMPLAINED failed The recipient reported the message as spam.',
  ],
  [
    'a webhook that waits',
    told({}, { deliveries: [{ type: 'delivery.sent', attempts: [], createdAt: at(3), status: 'pending' }] }),
    'WEBHOOK waiting Webhook delivery.sent is pending.',
  ],
  [
    'a webhook that was refused for the last time',
    told(
      {},
      {
        deliveries: [
          {
            ...{ type: 'delivery.sent', status: 'failed', createdAt: at(3) },
            attempts: [{ at: at(4), status: 500, error: null, answer: 'x'.repeat(1000) }],
          },
        ],
      },
    ),
    `WEBHOOK_FAILED failed Webhook delivery.sent failed. The endpoint answered 500. It was the last attempt. "${'x'.repeat(500)}"`,
  ],
  [
    'a condition',
    told({ notes: [{ at: at(3), code: 'CONDITION_FALSE', step: null, detail: 'payload.plan' }] }),
    'CONDITION_FALSE skipped A condition of the sequence was false: payload.plan. Its steps were skipped.',
  ],
  [
    'quiet hours',
    told({ notes: [{ at: at(3), code: 'QUIET_HOURS', step: 'send', detail: 'noon' }] }),
    "QUIET_HOURS waiting Step send waits for the end of the event's quiet hours, noon.",
  ],
  [
    'a cancel',
    told(over('stopped', { cancelledBy: 'API key shop' })),
    'CANCELLED skipped The notification was cancelled by API key shop.',
  ],
  [
    'a cancel of an older version',
    told(over('stopped')),
    'CANCELLED skipped The notification was cancelled.',
  ],
  [
    'a digest',
    told(over('completed', { digestedInto: 'n-2' })),
    'DIGESTED skipped Its content is in the digest of the notification n-2.',
  ],
  [
    'a failure',
    told(over('failed', { failure: 'It broke.' })),
    'FAILED failed The notification failed. "It broke."',
  ],
  [
    'an end',
    told(over('completed'), { messages: [message()] }),
    'COMPLETED done The notification is complete.',
  ],
  [
    'an end without a message',
    told(over('completed')),
    'COMPLETED skipped The notification is complete. No message was due.',
  ],
])('the story tells of %s', (_what, story, words) => {
  expect(story).toContain(words);
});

test('a bounce that a provider reported later stands before the failure that it caused', () => {
  const bounced = message({
    ...{ status: 'failed', error: { code: 'HARD_BOUNCE', message: '550 gone' } },
    attempts: [attempt({ outcome: 'sent', response: null })],
    receipts: [{ at: at(200), kind: 'hard_bounce', detail: null }],
  });
  const codes = told(over('completed'), { messages: [bounced] }).map((entry) => entry.split(' ')[0]);
  expect(codes).toEqual(['ACCEPTED', 'STEP', 'SENT', 'COMPLETED', 'RECEIPT_HARD_BOUNCE', 'HARD_BOUNCE']);
});
