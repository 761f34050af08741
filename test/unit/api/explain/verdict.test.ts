import { overallOf, verdictOf } from '../../../../api/admin/explain/verdict/verdict';
import type { Facts } from '../../../../api/admin/explain/verdict/facts';
import type { Verdict } from '../../../../api/admin/explain/verdict/schema';
import { nextStepOf } from '../../../../api/admin/notifications/next-step';
import type { Application } from '../../../../store/accounts/applications';
import type { Notification } from '../../../../store/notifications/model';
import { NO_PROGRESS, type Progress } from '../../../../temporal/progress';

const NOW = new Date('2026-03-01T09:00:00.000Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const iso = (seconds: number): string => at(seconds).toISOString();

const relay = {
  id: 'i-1',
  channel: 'email',
  provider: 'postmark',
  name: 'Main',
  priority: 1,
  createdAt: NOW,
};
const attempt = (over: object = {}) => ({
  ...{ at: at(-50), provider: 'postmark', providerId: 'i-1', code: 'UNAUTHORIZED', outcome: 'transient' },
  ...over,
});
const message = (over: object = {}) => ({
  ...{ step: 'send', channel: 'email', status: 'queued', address: 'ada@example.com', createdAt: at(-60) },
  ...{ attempts: [], error: null, receipts: [], sentAt: null, deliveredAt: null, provider: 'postmark' },
  ...over,
});
const heldBy = (of: string) => {
  const pause = { id: 'p', of, since: at(-30), by: 'ops', reason: null };
  return message({ id: 'm-1', holds: [{ pauses: [pause], at: at(-20), from: at(-20) }] });
};
const resting = (over: object = {}) => ({
  ...{ failures: 7, rests: 2, why: 'UNAUTHORIZED', at: at(-5), restingSince: at(-40), restUntil: at(30) },
  ...over,
});
const failedWith = (code: string, over: object = {}) =>
  message({ status: 'failed', attempts: [attempt({ code })], error: { code, message: 'Words.' }, ...over });
const described = (over: Partial<Progress> = {}): Progress => ({
  ...NO_PROGRESS,
  isDescribed: true,
  ...over,
});
const pending = (over: object = {}): Progress =>
  described({
    pending: { name: 'deliver', state: 'queued', nextAt: null, startedAt: null, failure: null, ...over },
  });
const retried = pending({ state: 'retried', nextAt: at(8), failure: { timedOut: false, message: 'x' } });

interface Case {
  notification?: object;
  messages?: object[];
  application?: object;
  progress?: Progress | null;
  hasWorker?: boolean;
  waiting?: Facts['waiting'];
}

function judged({ messages = [message()], progress = pending(), ...of }: Case): Verdict {
  const notification = {
    ...{ _id: 'n-1', event: 'shipped', status: 'running', environment: 'production', to: {}, steps: [] },
    ...{ delivery: 'at_least_once', retryForMs: 3_600_000, startedAt: at(-60), completedAt: null },
    ...{ contactId: 'c-1', contact: { name: 'Ada', email: null }, messages },
    ...of.notification,
  } as unknown as Notification;
  const application = { name: 'shop', integrations: [relay], ...of.application } as unknown as Application;
  const next = nextStepOf({ notification, application, progress, now: NOW });
  const { hasWorker = null, waiting = null } = of;
  return verdictOf({ notification, application, broadcast: null, progress, next, hasWorker, waiting });
}

const ended = (status: string, over: object = {}) => ({ status, completedAt: at(-1), ...over });

/** What happened, then state, code, failure, remedy and what that is about. */
test.each<[string, Case, string]>([
  [
    'its provider rests, because it refuses the token',
    { application: { health: { 'i-1': resting() } }, progress: retried },
    'not_left PROVIDER_RESTING UNAUTHORIZED FIX_INTEGRATION Main',
  ],
  [
    'its provider rests, because it does not answer',
    { application: { health: { 'i-1': resting({ why: 'TIMEOUT' }) } }, progress: retried },
    'not_left PROVIDER_RESTING TIMEOUT WAIT Main',
  ],
  [
    'the SMTP server of the service refuses the password',
    {
      application: { integrations: [], health: { service_smtp: resting() } },
      progress: retried,
    },
    'not_left PROVIDER_RESTING UNAUTHORIZED CHECK_SMTP SMTP_URL',
  ],
  [
    'its last attempt failed',
    { messages: [message({ attempts: [attempt()] })], progress: retried },
    'not_left RETRYING UNAUTHORIZED FIX_INTEGRATION Main',
  ],
  [
    'its last attempt failed before a provider was called',
    {
      messages: [message({ attempts: [attempt({ provider: null, providerId: null, code: 'TIMEOUT' })] })],
      progress: retried,
    },
    'not_left RETRYING TIMEOUT WAIT -',
  ],
  [
    'its event is paused',
    {
      notification: { held: { messageId: 'm-1', by: ['event:a:production:shipped'] } },
      messages: [heldBy('event:a:production:shipped')],
    },
    'not_left PAUSED - RESUME shipped',
  ],
  [
    'its integration is paused',
    {
      notification: { held: { messageId: 'm-1', by: ['integration:i-1'] } },
      messages: [heldBy('integration:i-1')],
    },
    'not_left PAUSED - RESUME Main',
  ],
  [
    'it is paused itself',
    {
      notification: { held: { messageId: 'm-1', by: ['notification:n-1'] } },
      messages: [heldBy('notification:n-1')],
    },
    'not_left PAUSED - RESUME -',
  ],
  ['no worker runs', { hasWorker: false }, 'not_left NO_WORKER - START_WORKER -'],
  ['it waits for a worker', { hasWorker: true }, 'not_left QUEUED - WAIT Main'],
  [
    'it waits for the rate of its provider',
    { application: { integrations: [{ ...relay, perSecond: 1 }] } },
    'not_left PACED - WAIT Main',
  ],
  ['it is being sent', { progress: pending({ state: 'running' }) }, 'not_left SENDING - -'],
  [
    'its activity is paused',
    { progress: pending({ state: 'paused' }) },
    'not_left ACTIVITY_PAUSED - UNPAUSE -',
  ],
  [
    'a step that sends nothing fails',
    { progress: pending({ name: 'next-time', failure: { timedOut: false, message: 'x' } }) },
    'not_left BLOCKED - WAIT -',
  ],
  [
    'its workflow fails',
    { progress: described({ taskFailing: { since: at(-9), attempt: 3, error: 'boom' } }) },
    'not_left WORKFLOW_FAILING - FIX_CODE shipped',
  ],
  [
    'Temporal had no start of it',
    { notification: { startPending: at(-60) }, messages: [], progress: NO_PROGRESS },
    'not_left NOT_STARTED - CHECK_TEMPORAL -',
  ],
  [
    'its first attempt is in its workflow',
    { notification: { inFlight: {} }, progress: described() },
    'not_left SENDING - -',
  ],
  ['its workflow is about to send', { progress: described() }, 'not_left QUEUED - WAIT -'],
  ['Temporal does not answer', { progress: NO_PROGRESS }, 'not_left UNKNOWN - CHECK_TEMPORAL -'],
  [
    'it is due later',
    { notification: { sendAt: at(60) }, messages: [], progress: described() },
    'waiting SCHEDULED - -',
  ],
  [
    'it waits for a receipt',
    { notification: { waitsFor: 'send' }, messages: [message({ status: 'sent' })], progress: described() },
    'waiting RECEIPT - -',
  ],
  [
    'it waits for the end of quiet hours',
    {
      notification: { notes: [{ code: 'QUIET_HOURS', step: 'send', detail: iso(90), at: at(-1) }] },
      progress: described(),
    },
    'waiting QUIET_HOURS - -',
  ],
  [
    'it is in a wait',
    { messages: [message({ status: 'sent' })], progress: described({ details: 'waits a day' }) },
    'waiting NO_STEP_DUE - -',
  ],
  ['it was cancelled', { notification: ended('stopped'), messages: [] }, 'cancelled CANCELLED - -'],
  [
    'a digest has it',
    { notification: ended('completed', { digestedInto: 'n-2' }), messages: [] },
    'skipped DIGESTED - -',
  ],
  ['nothing was due', { notification: ended('completed'), messages: [] }, 'skipped NOTHING_DUE - -'],
  [
    'a condition was false',
    { notification: ended('completed', { notes: [{ code: 'CONDITION_FALSE' }] }), messages: [] },
    'skipped CONDITION_FALSE - -',
  ],
  [
    'it left',
    { notification: ended('completed'), messages: [message({ status: 'sent', sentAt: at(-2) })] },
    'left SENT - -',
  ],
  [
    'its fallback was delivered',
    {
      notification: ended('completed'),
      messages: [failedWith('HARD_BOUNCE'), message({ status: 'delivered', deliveredAt: at(-2) })],
    },
    'delivered DELIVERED - -',
  ],
  [
    'the address is suppressed',
    { notification: ended('failed'), messages: [failedWith('SUPPRESSED', { attempts: [] })] },
    'skipped SUPPRESSED SUPPRESSED LIFT_SUPPRESSION Ada',
  ],
  [
    'it bounced',
    { notification: ended('completed'), messages: [failedWith('HARD_BOUNCE', { sentAt: at(-2) })] },
    'failed HARD_BOUNCE HARD_BOUNCE FIX_CONTACT Ada',
  ],
  [
    'its channel has no provider',
    { notification: ended('failed'), messages: [failedWith('NO_PROVIDER', { attempts: [] })] },
    'failed NO_PROVIDER NO_PROVIDER ADD_PROVIDER email',
  ],
  [
    'its template is wrong',
    { notification: ended('failed'), messages: [failedWith('TEMPLATE_ERROR', { attempts: [] })] },
    'failed TEMPLATE_ERROR TEMPLATE_ERROR FIX_EVENT shipped',
  ],
  [
    'it expired at a provider that still refuses the token',
    {
      notification: ended('failed'),
      application: { health: { 'i-1': resting() } },
      messages: [failedWith('EXPIRED', { attempts: [attempt()] })],
    },
    'failed EXPIRED UNAUTHORIZED FIX_INTEGRATION Main',
  ],
  [
    'it expired at a provider that works again',
    { notification: ended('failed'), messages: [failedWith('EXPIRED', { attempts: [attempt()] })] },
    'failed EXPIRED UNAUTHORIZED RETRY -',
  ],
  [
    'its sequence failed',
    { notification: ended('failed', { failure: 'boom.' }), messages: [] },
    'failed FAILED - RETRY -',
  ],
])('EXPLAIN-1: the verdict if %s', (_name, of, expected) => {
  const { state, code, failure, remedy, text } = judged(of);
  const mends = remedy === null ? '-' : `${remedy.code} ${remedy.about.name ?? '-'}`;
  expect(`${state} ${code} ${failure ?? '-'} ${mends}`).toBe(expected);
  expect(text).toMatch(/^shipped .+\.$/);
});

test('EXPLAIN-1: a verdict says since when, when next, how many and through whom', () => {
  const application = { health: { 'i-1': resting() } };
  expect(judged({ application, progress: retried, waiting: { count: 63, more: false } })).toEqual({
    ...{ state: 'not_left', code: 'PROVIDER_RESTING', failure: 'UNAUTHORIZED', event: 'shipped' },
    ...{ notification_id: 'n-1', broadcast: null, channel: 'email', provider: 'postmark' },
    about: { kind: 'integration', id: 'i-1', name: 'Main' },
    ...{ since: iso(-40), next_at: iso(30), waiting: { count: 63, more: false } },
    remedy: {
      code: 'FIX_INTEGRATION',
      about: { kind: 'integration', id: 'i-1', name: 'Main' },
      text: 'Correct the integration Main: heliograph integrations set Main --app shop',
    },
    text: `shipped has not left: postmark (Main) fails with UNAUTHORIZED since ${iso(-40)}. 63 wait. The next attempt is at ${iso(30)}.`,
  });
});

test('EXPLAIN-1: the whole is answered by what has not left, else by what came last', () => {
  const stuck = judged({});
  const left = judged({ notification: ended('completed'), messages: [message({ status: 'sent' })] });
  const refused = { ...left, state: 'refused' as const, since: iso(10) };
  expect(overallOf([left, stuck], at(0), refused)).toBe(stuck);
  expect(overallOf([left], at(0), refused)).toBe(refused);
  expect(overallOf([left], at(20), refused)).toBe(left);
  expect(overallOf([], undefined, null)).toBeNull();
});
