import { nextStepOf } from '../../../../api/admin/notifications/next-step';
import type { Application } from '../../../../store/accounts/applications';
import type { Notification } from '../../../../store/notifications/model';
import type { PendingActivity, Progress } from '../../../../temporal/progress';

const NOW = new Date('2026-03-01T09:00:00.000Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const iso = (seconds: number): string => at(seconds).toISOString();
const DETAILS = `sends send over email, retried until ${iso(3600)}`;
const FAILED = { timedOut: false, message: 'words for the Temporal UI' } as const;

const integration = (id: string, over: object = {}) => ({
  ...{ id, channel: 'email', provider: 'smtp', name: id, priority: 1, createdAt: NOW },
  ...over,
});
const resting = (over: object = {}) => ({
  ...{ failures: 7, rests: 2, why: 'UNAUTHORIZED', at: at(-5), restingSince: at(-60), restUntil: at(30) },
  ...over,
});
const queued = (attempts: object[] = [], over: object = {}) => ({
  ...{ step: 'send', channel: 'email', status: 'queued', address: 'ada@example.com' },
  retriedUntil: at(3600),
  attempts,
  ...over,
});
const timedOut = queued([{ at: at(-1), provider: 'smtp', providerId: 'relay', code: 'TIMEOUT' }]);
const activity = (over: Partial<PendingActivity> = {}): PendingActivity => ({
  ...{ name: 'deliver', state: 'queued', nextAt: null, startedAt: null, failure: null },
  ...over,
});

interface Case {
  notification?: object;
  application?: object | null;
  progress?: Partial<Progress> | null;
}
const next = ({ notification, application = {}, progress = {} }: Case) =>
  nextStepOf({
    now: NOW,
    notification: {
      ...{
        status: 'running',
        environment: 'production',
        delivery: 'at_least_once',
        to: {},
        retryForMs: 3_600_000,
      },
      messages: [progress?.pending?.failure ? timedOut : queued()],
      ...notification,
    } as unknown as Notification,
    application:
      application && ({ integrations: [integration('relay')], ...application } as unknown as Application),
    progress: progress && {
      ...{ details: DETAILS, taskFailing: null, isDescribed: true, pending: activity() },
      ...progress,
    },
  });

const retried = activity({ state: 'retried', nextAt: at(8), failure: FAILED });
const LAST = 'send over email TIMEOUT at smtp (relay)';
const paced = { integrations: [integration('relay', { perSecond: 0.5 })] };

test.each<[string, Case, object]>([
  [
    'is retried',
    { progress: { pending: retried } },
    {
      ...{ state: 'retrying', at: iso(8), provider: 'smtp (relay)', provider_id: 'relay' },
      ...{ last_failure: LAST, retried_until: iso(3600) },
      text: `The next attempt is at ${iso(8)} through smtp (relay). Last failure: ${LAST}.`,
    },
  ],
  [
    'is retried while no worker answers',
    { progress: { pending: retried, details: null } },
    { retried_until: iso(3600), text: expect.stringMatching(` Retried until ${iso(3600)}\\.$`) },
  ],
  [
    'is retried by an older version, which did not store the end of the retries',
    {
      notification: { messages: [{ ...timedOut, retriedUntil: undefined }] },
      progress: { pending: retried, details: null },
    },
    { retried_until: null, text: expect.stringMatching(` Last failure: ${LAST.replace(/[()]/g, '.')}\\.$`) },
  ],
  [
    'is retried after quiet hours, from whose end its retries count',
    {
      notification: {
        messages: [{ ...timedOut, retriedUntil: at(1000) }],
        notes: [{ code: 'QUIET_HOURS', step: 'send', detail: iso(-5) }],
      },
      progress: { pending: retried },
    },
    { retried_until: iso(3595) },
  ],
  [
    'lost its worker',
    { progress: { pending: activity({ state: 'retried', nextAt: at(8), failure: { timedOut: true } }) } },
    { last_failure: 'its worker did not answer in time' },
  ],
  [
    'is retried without an attempt',
    { notification: { messages: [queued()] }, progress: { pending: retried } },
    { last_failure: FAILED.message },
  ],
  [
    'is retried by the next provider',
    {
      notification: { messages: [queued([{ providerId: 'relay', movesOn: true }])] },
      application: { integrations: [integration('relay'), integration('other', { priority: 2 })] },
      progress: { pending: retried },
    },
    { state: 'retrying', provider: 'smtp (other)', provider_id: 'other' },
  ],
  [
    'is retried before the rest of its provider is over',
    { application: { health: { relay: resting() } }, progress: { pending: retried } },
    {
      ...{ state: 'resting', at: iso(30), provider: 'smtp (relay)', last_failure: LAST },
      text: `smtp (relay) has been cooling down since ${iso(-60)} until ${iso(30)}, after 7 failures in a row with UNAUTHORIZED. The next attempt is at ${iso(30)}.`,
    },
  ],
  [
    'is retried when the rest of its provider is over',
    { application: { health: { relay: resting({ restUntil: at(7) }) } }, progress: { pending: retried } },
    { state: 'resting', at: iso(8), text: expect.stringContaining(`until ${iso(7)}, after 7`) },
  ],
  [
    'is retried after the rest of its provider',
    { application: { health: { relay: resting({ restUntil: at(-1) }) } }, progress: { pending: retried } },
    { state: 'retrying', at: iso(8) },
  ],
  [
    'has one provider at rest, and another',
    {
      application: {
        integrations: [integration('relay'), integration('other', { priority: 2 })],
        health: { relay: resting() },
      },
    },
    { state: 'queued', provider: 'smtp (other)' },
  ],
  [
    'rests since an older version, and Temporal does not answer',
    {
      application: { health: { relay: resting({ restingSince: undefined }) } },
      progress: { details: null, isDescribed: false, pending: null },
    },
    { state: 'resting', text: expect.stringContaining(`has been cooling down since ${iso(-5)} until`) },
  ],
  [
    'waits in the queue of its integration, before its first attempt',
    { application: paced, notification: { messages: [], sendQueue: 'relay' } },
    {
      ...{
        state: 'queued',
        at: null,
        provider: 'smtp (relay)',
        last_failure: null,
        retried_until: null,
      },
      text: 'It waits for its turn in the queue of smtp (relay), which has a rate of 0.5 per second.',
    },
  ],
  [
    'waits in the queue of the provider that took over',
    { application: paced, notification: { messages: [timedOut] } },
    {
      state: 'queued',
      last_failure: LAST,
      text: expect.stringMatching(/^It waits for its turn.* per second\. Last failure: /),
    },
  ],
  [
    'waits for a worker',
    { application: { integrations: [] } },
    {
      ...{ state: 'queued', provider_id: 'service_smtp' },
      text: `It waits for a worker, which sends it through smtp (service_smtp).`,
    },
  ],
  [
    'is captured in sandbox',
    { notification: { environment: 'sandbox' } },
    { state: 'queued', provider: 'sandbox' },
  ],
  [
    'belongs to an application that is gone',
    { application: null, progress: { pending: retried } },
    { state: 'retrying', at: iso(8), provider: null },
  ],
  [
    'is being sent',
    { progress: { pending: activity({ state: 'running', startedAt: at(-1), failure: FAILED }) } },
    {
      state: 'sending',
      text: `An attempt is in progress since ${iso(-1)}. Last failure: ${LAST}.`,
    },
  ],
  [
    'is paused',
    { progress: { pending: activity({ state: 'paused' }) } },
    {
      state: 'paused',
      text: `Its activity deliver is paused in Temporal. Unpause it there.`,
    },
  ],
  [
    'cannot read its condition',
    {
      progress: {
        pending: activity({
          name: 'checkCondition',
          state: 'retried',
          nextAt: at(4),
          failure: { timedOut: false, message: 'no database' },
        }),
      },
    },
    {
      ...{ state: 'blocked', at: iso(4) },
      text: `The activity checkCondition fails. It is retried at ${iso(4)}. Last failure: no database.`,
    },
  ],
  [
    'waits for its send_at',
    { notification: { messages: [], sendAt: at(60) }, progress: { details: null, pending: null } },
    { state: 'waiting', at: iso(60), text: `It begins at its send_at, ${iso(60)}.` },
  ],
  [
    'waits in quiet hours',
    {
      notification: { notes: [{ code: 'QUIET_HOURS', step: 'send', detail: iso(90) }] },
      application: { health: { relay: resting() } },
      progress: { pending: null },
    },
    { state: 'waiting', at: iso(90), text: `Step send waits for the end of the quiet hours, ${iso(90)}.` },
  ],
  [
    'waits for a receipt',
    { notification: { messages: [], waitsFor: 'send-1' }, progress: { pending: null } },
    { state: 'waiting', at: null, text: 'It waits for a receipt of send-1.' },
  ],
])('an open notification that %s says so', (_what, of, expected) => {
  expect(next(of)).toMatchObject(expected);
});

test.each<[string, Case]>([
  [
    'the quiet hours are over',
    { notification: { notes: [{ code: 'QUIET_HOURS', step: 'send', detail: iso(-1) }] } },
  ],
  ['Temporal does not answer', { progress: null }],
  [
    'it waits for a time, though the provider of its next SEND rests',
    {
      notification: { messages: [], sendQueue: 'relay' },
      application: { health: { relay: resting() } },
      progress: { details: `waits until ${iso(86_400)} (WAIT pause)` },
    },
  ],
  ['it is over', { notification: { status: 'stopped' }, progress: { isDescribed: false } }],
  [
    'it gathers for a digest',
    { notification: { messages: [] }, progress: { details: 'gathers sends until then' } },
  ],
])('says nothing if %s and nothing else is known', (_what, { progress, ...of }) => {
  expect(next({ ...of, progress: progress === null ? null : { ...progress, pending: null } })).toBeNull();
});

test('an activity that sends nothing and does not fail is not worth a word', () => {
  expect(next({ progress: { pending: activity({ name: 'closeDigest', state: 'running' }) } })).toBeNull();
});
