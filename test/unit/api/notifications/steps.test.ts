import { stepsView } from '../../../../api/admin/notifications/steps';
import type { Step } from '../../../../core/sequences/steps';
import { digestDetails, waitDetails, waitIn, whyOfWait } from '../../../../core/sequences/wait-details';
import type { Notification } from '../../../../store/notifications/model';
import type { PendingActivity, Progress } from '../../../../temporal/progress';

const HOUR = 3_600_000;
const at = (hours: number): Date => new Date(Date.parse('2026-03-01T09:00:00.000Z') + hours * HOUR);
const iso = (hours: number): string => at(hours).toISOString();

const send = (name: string, over: object = {}): Step => ({ type: 'send', name, ...over });
const wait = (name: string, hours = 2): Step => ({ type: 'wait', name, durationMs: hours * HOUR });
const when = (name: string, then: Step[], other: Step[] = [], over: object = {}): Step => ({
  ...{ type: 'condition', name, if: { value: 'payload.plan', is: 'pro' }, then, else: other },
  ...over,
});
const DELIVERED = { if: { delivered: 'hello', withinMs: HOUR } };
const message = (step: string, hours: number, over: object = {}) => ({
  ...{ id: `m-${step}`, step, status: 'sent', createdAt: at(hours), sentAt: at(hours), attempts: [] },
  ...{ error: null, ...over },
});
const failed = { status: 'failed', sentAt: null, error: { code: 'BOUNCED', message: '' } };
const waiting = (name: string, until: number): Partial<Progress> => ({
  details: waitDetails(at(until), whyOfWait(name)),
});
const decided = (step: string, holds: boolean, hours = 1) => ({ step, holds, at: at(hours) });

const view = (over: object, progress: Partial<Progress> | null = null, now = 1) =>
  stepsView({
    notification: {
      ...{ status: 'running', startedAt: at(0), messages: [], steps: [] },
      ...over,
    } as unknown as Notification,
    progress: progress && { details: null, taskFailing: null, isDescribed: true, pending: null, ...progress },
    event: null,
    now: at(now),
  });
/** Returns each step as `name state CODE`. */
const states = (...given: Parameters<typeof view>): string[] =>
  view(...given).map(({ name, state, code }) => `${name} ${state}${code === null ? '' : ` ${code}`}`);

const FLOW = [
  send('hello'),
  wait('wait-1'),
  when('if-1', [send('pro')], [wait('wait-2'), send('free')]),
  send('last'),
];
const over = (status: string, more: object = {}) => ({ status, completedAt: at(9), ...more });

test.each<[string, string[], string[]]>([
  [
    'is at its first SEND',
    states({ steps: FLOW }),
    [
      ...['hello current', 'wait-1 future', 'if-1 future', 'pro future', 'wait-2 future'],
      ...['free future', 'last future'],
    ],
  ],
  ['waits for its send_at', states({ steps: [send('hello')], sendAt: at(2) }), ['hello future']],
  [
    'is in a WAIT, as its document says',
    states({ steps: FLOW.slice(0, 2), status: 'waiting', messages: [message('hello', 0)] }),
    ['hello done', 'wait-1 current'],
  ],
  [
    'is in the second of two WAITs, as its run says',
    states({ steps: [wait('wait-1'), wait('wait-2')], status: 'waiting' }, waiting('wait-2', 4)),
    ['wait-1 done', 'wait-2 current'],
  ],
  [
    'sends after its WAITs, and no attempt was made',
    states(
      { steps: [wait('wait-1'), wait('wait-2'), send('hello')] },
      { pending: { name: 'deliver', state: 'queued' } as PendingActivity },
    ),
    ['wait-1 done', 'wait-2 done', 'hello current'],
  ],
  [
    'has come to the other branch of a condition, and waits there',
    states(
      { steps: FLOW, status: 'waiting', messages: [message('hello', 0)], decided: [decided('if-1', false)] },
      waiting('wait-2', 4),
    ),
    [
      ...['hello done', 'wait-1 done', 'if-1 done', 'pro skipped CONDITION_FALSE', 'wait-2 current'],
      ...['free future', 'last future'],
    ],
  ],
  [
    'has sent in a branch, by an older release',
    states({
      ...over('completed'),
      steps: FLOW,
      messages: [message('hello', 0), message('pro', 2), message('last', 2)],
    }),
    [
      ...['hello done', 'wait-1 done', 'if-1 done', 'pro done', 'wait-2 skipped CONDITION_TRUE'],
      ...['free skipped CONDITION_TRUE', 'last done'],
    ],
  ],
  [
    'has decided something that an older release did not record',
    states({ ...over('completed'), steps: [when('if-1', [wait('wait-1')]), send('last')] }),
    ['if-1 done', 'wait-1 skipped NOT_RECORDED', 'last skipped NOT_RECORDED'],
  ],
  [
    'waits for a receipt',
    states({
      ...{ status: 'waiting', waitsFor: 'hello', messages: [message('hello', 0)] },
      steps: [send('hello'), when('if-1', [send('thanks')], [], DELIVERED)],
    }),
    ['hello done', 'if-1 current', 'thanks future'],
  ],
  [
    'failed at a SEND and went on',
    states({
      ...over('completed', { messages: [message('hello', 0, failed), message('last', 1)] }),
      steps: [send('hello'), send('last')],
    }),
    ['hello failed BOUNCED', 'last done'],
  ],
  [
    'sent nothing to a suppressed address',
    states({
      ...over('failed', { messages: [message('hello', 0, { ...failed, error: { code: 'SUPPRESSED' } })] }),
      steps: [send('hello')],
    }),
    ['hello skipped SUPPRESSED'],
  ],
  [
    'fell back',
    states({
      ...over('completed'),
      steps: [send('hello', { fallback: { channels: ['sms'] } })],
      messages: [message('hello', 0, failed), message('hello>sms', 1)],
    }),
    ['hello done'],
  ],
  [
    'waits whether it has to fall back',
    states({
      ...{ status: 'waiting', waitsFor: 'hello', messages: [message('hello', 0)] },
      steps: [send('hello', { fallback: { channels: ['sms'], withinMs: HOUR } }), send('last')],
    }),
    ['hello current', 'last future'],
  ],
  [
    'was cancelled in a WAIT',
    states({ ...over('stopped'), steps: FLOW.slice(0, 2), messages: [message('hello', 0)] }),
    ['hello done', 'wait-1 skipped CANCELLED'],
  ],
  [
    'came to an END in a branch',
    states({
      ...over('completed', { decided: [decided('if-1', true)] }),
      steps: [when('if-1', [{ type: 'end', name: 'end-1' }], [send('hello')]), send('last')],
    }),
    ['if-1 done', 'end-1 done', 'hello skipped CONDITION_TRUE', 'last skipped END_REACHED'],
  ],
  [
    'is part of the digest of another one',
    states({
      ...over('completed', { digestedInto: 'other' }),
      steps: [{ type: 'digest', name: 'digest-1', window: { durationMs: HOUR } }, send('hello')],
    }),
    ['digest-1 done', 'hello skipped DIGESTED'],
  ],
  [
    'was terminated in a WAIT',
    states({ ...over('failed', { failure: 'terminated' }), steps: [wait('wait-1', 9), send('hello')] }),
    ['wait-1 failed SEQUENCE_FAILED', 'hello skipped FAILED'],
  ],
  [
    'skips waits in the sandbox',
    states({ steps: [wait('wait-1', 9), send('hello')], skipWaits: true }),
    ['wait-1 done', 'hello current'],
  ],
  [
    'is a sequence in code',
    states(
      {
        ...{ code: 'trial', status: 'waiting', decided: [decided('is-pro', true, 2)] },
        messages: [message('hello', 0), message('tips', 3)],
      },
      waiting('pause', 8),
    ),
    ['hello done', 'is-pro done', 'tips done', 'pause current'],
  ],
])('a notification that %s', (_name, shown, expected) => {
  expect(shown).toEqual(expected);
});

test('a step has its times, its definition as in a file, its place and what it reads', () => {
  const [, waited, asked, inner] = view(
    { steps: FLOW, messages: [message('hello', 0)], decided: [decided('if-1', true, 2)] },
    null,
    3,
  );
  expect(waited).toMatchObject({ kind: 'wait', definition: '2h', at: iso(0), ended_at: iso(2) });
  expect(asked).toMatchObject({
    ...{ kind: 'if', definition: { value: 'payload.plan', is: 'pro' }, reads: ['payload.plan'] },
    ...{ holds: true, at: iso(2) },
  });
  expect(inner).toMatchObject({ parent: { step: 'if-1', branch: 'then' }, message_ids: [] });
});

test.each<[Step, unknown]>([
  [send('a', { channel: 'sms' }), { name: 'a', channel: 'sms' }],
  [
    send('a', { fallback: { channels: ['sms'], withinMs: HOUR } }),
    { name: 'a', fallback: { to: ['sms'], unless_delivered_within: '1h' } },
  ],
  [
    { type: 'wait_until', name: 'a', hour: 9, minute: 5, days: [1], timezone: 'UTC' },
    { until: '09:05', on: ['mon'], timezone: 'UTC' },
  ],
  [
    { type: 'digest', name: 'a', window: { durationMs: HOUR, key: 'payload.team' } },
    { for: '1h', key: 'payload.team' },
  ],
  [when('a', [], [], DELIVERED), { delivered: 'hello', within: '1h' }],
  [{ type: 'end', name: 'a' }, true],
])('%j is written as in a file', (step, definition) => {
  expect(view({ steps: [step] })[0]).toMatchObject({ definition });
});

test('a step of a newer release has no definition', () => {
  const step = { type: 'poll', name: 'poll-1' } as unknown as Step;
  expect(view({ steps: [step] })).toMatchObject([{ kind: 'unknown', definition: null, state: 'current' }]);
});

test('what a run says of its wait is read back', () => {
  expect(waitIn(waitDetails(at(1), whyOfWait('wait (1)')))).toEqual({ name: 'wait (1)', until: at(1) });
  expect(waitIn(digestDetails(at(1), 'digest-1'))).toEqual({ name: 'digest-1', until: at(1) });
  expect(waitIn(waitDetails(at(1), 'quiet hours'))).toBeNull();
});
