import {
  refusalOfCancel,
  refusalOfPause,
  refusalOfResume,
  refusalOfRetry,
} from '../../../../api/jobs/refusals';
import type { RetryFacts } from '../../../../api/jobs/retry-facts';
import type { EventDefinition } from '../../../../core/events/definition';
import type { PreferenceRow } from '../../../../core/preferences/preferences';
import type { JobTarget } from '../../../../store/notifications/job-targets';

const event = {
  ...{ name: 'ping', channels: ['email', 'sms'], stepTemplates: {} },
  templates: { email: { en: {} }, sms: { en: {} } },
} as unknown as EventDefinition;
const message = { step: 'send', channel: 'email', status: 'failed', attempts: [] };
const target = (over: object = {}): JobTarget =>
  ({
    ...{ _id: 'n', event: 'ping', status: 'failed', contactId: null, forcedChannel: null },
    ...{ to: { email: 'ada@example.org' }, messages: [{ ...message, error: { code: 'REJECTED' } }] },
    steps: [{ type: 'send', name: 'send' }],
    ...over,
  }) as unknown as JobTarget;
const facts = (over: Partial<RetryFacts> = {}): RetryFacts => ({
  ...{ retries: new Set(), contacts: new Map(), events: new Map([['ping', event]]) },
  isSuppressed: () => false,
  ...over,
});
const suppressed: Partial<RetryFacts> = { isSuppressed: (channel) => channel === 'email' };
/** A contact who left e-mail. */
const left = (by: PreferenceRow['by'], over: Partial<RetryFacts> = {}): RetryFacts => {
  const preferences = [{ category: null, channel: 'email', on: false, at: new Date(), by }];
  const contact = { emails: ['ada@example.org'], phones: [], pushTokens: [], meta: '{}', preferences };
  return facts({ contacts: new Map([['c', contact as never]]), ...over });
};
const sent = { ...message, status: 'sent', error: null };
const unknown = { ...message, error: { code: 'OUTCOME_UNKNOWN' } };

it.each<[string, string | null, JobTarget, RetryFacts?]>([
  ['a failed one', null, target()],
  ['an open one', 'STILL_OPEN', target({ status: 'waiting' })],
  ['a completed one', 'NOT_FAILED', target({ status: 'completed' })],
  ['one whose retry exists', 'RETRIED', target({ retriedAs: 'm' }), facts({ retries: new Set(['m']) })],
  ['one whose retry was begun and does not exist', null, target({ retriedAs: 'm' })],
  ['one of which a message was sent', 'ALREADY_SENT', target({ messages: [sent] })],
  ['one that may have been sent', 'OUTCOME_UNKNOWN', target({ messages: [unknown] })],
  ['one without its content', 'CONTENT_REMOVED', target({ contentRemoved: true })],
  ['one of an erased contact', 'CONTACT_NOT_FOUND', target({ contactId: 'c' })],
  ['one of a removed event', 'EVENT_NOT_FOUND', target(), facts({ events: new Map() })],
  [
    'one to a country that is not allowed',
    'COUNTRY_NOT_ALLOWED',
    target({ to: { sms: '+12025550123' } }),
    facts({ smsCountries: ['DE'] }),
  ],
  ['one at a suppressed address', 'SUPPRESSED', target(), facts(suppressed)],
  [
    'one that another channel reaches',
    null,
    target({ to: { email: 'ada@example.org', sms: '+12025550123' } }),
    facts(suppressed),
  ],
  [
    'one whose SEND has the suppressed channel',
    'SUPPRESSED',
    target({
      to: { email: 'ada@example.org', sms: '+12025550123' },
      steps: [{ type: 'condition', then: [{ type: 'send', name: 'send', channel: 'email' }], else: [] }],
    }),
    facts(suppressed),
  ],
  [
    'one that its contact has switched off',
    'PREFERENCE',
    target({ contactId: 'c' }),
    left('page', suppressed),
  ],
  [
    'one that an opt-out at the provider stops',
    'SUPPRESSED',
    target({ contactId: 'c' }),
    left('provider', suppressed),
  ],
  ['one whose opt-out was lifted', 'PREFERENCE', target({ contactId: 'c' }), left('provider')],
])('JOB-2: a retry of %s is %s', (_, code, of, met = facts()) => {
  expect(refusalOfRetry(of, {}, met)).toBe(code);
});

it('JOB-2: retries what may have been sent if the filters name that', () => {
  const of = target({ messages: [unknown] });
  expect(refusalOfRetry(of, { errorCode: 'OUTCOME_UNKNOWN' }, facts())).toBeNull();
});

it.each([
  ['running', null],
  ['waiting', null],
  ['completed', 'ENDED'],
] as const)('JOB-2: a cancel of a %s one is %s', (status, code) => {
  expect(refusalOfCancel({ status })).toBe(code);
});

const paused = { id: 'p', of: 'notification:n', since: new Date(0), by: 'ada', reason: null };
it.each([
  ['an open one', 'waiting', undefined, null, 'NOT_PAUSED'],
  ['a paused one', 'waiting', paused, 'ALREADY_PAUSED', null],
  ['one that was paused when it ended', 'stopped', paused, 'ENDED', 'ENDED'],
] as const)('JOB-2: a pause and a resume of %s', (_, status, pause, whenPaused, whenResumed) => {
  expect(refusalOfPause({ status, paused: pause })).toBe(whenPaused);
  expect(refusalOfResume({ status, paused: pause })).toBe(whenResumed);
});
