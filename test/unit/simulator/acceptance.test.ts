import { audit } from '../../simulator/audit';
import type { Observation } from '../../simulator/observation';
import {
  ADA,
  call,
  cancel,
  erase,
  message,
  notFound,
  outage,
  quota,
  read,
  send,
  sentAtRest,
  t,
  webhook,
} from './history';

const rules = (history: Observation[]): string[] => audit(history).map(({ rule }) => rule);
const failed = (error: string): Observation => read('failed', [message('failed', { error })]);
const queued = message('queued');

describe('OUTAGE-4: what got a 200 is not lost', () => {
  test('it ends with a message or its reason', () => {
    expect(audit([send(), call(), ...sentAtRest()])).toEqual([]);
    expect(audit([send(), call({ did: 'refused' }), webhook('failed'), failed('REJECTED: no')])).toEqual([]);
  });

  test('it is not running at rest, or stopped by nobody', () => {
    expect(rules([send(), read('running', [queued])])).toEqual(['OUTAGE-4']);
    expect(rules([send(), read('stopped', [queued])])).toEqual(['OUTAGE-4']);
    expect(audit([send(), read('stopped', [queued]), cancel()])).toEqual([]);
  });

  test('it is 404 only after an erasure', () => {
    expect(rules([send(), notFound()])).toEqual(['OUTAGE-4']);
    expect(audit([send(), erase(), notFound()])).toEqual([]);
    expect(audit([send(), erase({ status: 0 }), notFound()])).toEqual([]);
    expect(rules([send(), erase({ status: 404 }), notFound()])).toEqual(['OUTAGE-4', 'ERASURE-2']);
  });

  test('a response without an outcome promises nothing', () => {
    expect(audit([send({ status: 0, to: [{ address: ADA }] })])).toEqual([]);
  });
});

describe('STATUS-3: the status of a notification follows its messages', () => {
  test('a failed one has no accepted message', () => {
    expect(rules([send(), call(), webhook('sent'), read('failed', [message('sent')])])).toEqual(['STATUS-3']);
  });

  test('a completed one has an accepted message', () => {
    const refused = [send(), call({ did: 'refused' }), webhook('failed')];
    const completed = read('completed', [message('failed', { error: 'REJECTED' })]);
    expect(rules([...refused, completed])).toEqual(['STATUS-3']);
  });
});

describe('a failure has its reason', () => {
  const late = 7 * 3600;

  test('MESSAGE-3: EXPIRED needs the end of retry_for', () => {
    const away = call({ did: 'rate_limited' });
    const end = webhook('failed', { askedAt: t(late), error: 'EXPIRED' });
    expect(audit([send(), away, end, failed('EXPIRED: 429')])).toEqual([]);
    const early = read('failed', [message('failed', { error: 'EXPIRED' })], { askedAt: t(3600) });
    expect(rules([send(), away, end, early, failed('EXPIRED')])).toContain('MESSAGE-3');
  });

  test('MESSAGE-1: an accepted message does not fail by itself', () => {
    const end = webhook('failed', { error: 'EXPIRED' });
    expect(rules([send(), call(), end, failed('EXPIRED')])).toEqual(['MESSAGE-1', 'MESSAGE-1']);
  });

  test('OUTAGE-1: nor because the database is away when it is accepted', () => {
    const once = send({ guarantee: 'at_most_once' });
    const end = [webhook('failed', { error: 'OUTCOME_UNKNOWN' }), failed('OUTCOME_UNKNOWN')];
    expect(rules([once, call(), outage(t(1), t(50)), ...end])).toContain('OUTAGE-1');
  });

  test('MESSAGE-2: the code is one of the list', () => {
    const end = webhook('failed', { error: 'OOPS' });
    expect(rules([send(), call({ did: 'refused' }), end, failed('OOPS')])).toEqual(['MESSAGE-2']);
  });

  test('MESSAGE-5: REJECTED needs a refusal, and ends the attempts', () => {
    const refused = call({ did: 'refused' });
    expect(rules([send(), webhook('failed'), failed('REJECTED')])).toEqual(['MESSAGE-5']);
    expect(rules([send(), refused, call({ askedAt: t(60) }), ...sentAtRest()])).toEqual(['MESSAGE-5']);
  });

  test('MESSAGE-7: OUTCOME_UNKNOWN needs at_most_once and an unknown outcome', () => {
    const once = send({ guarantee: 'at_most_once' });
    const lost = call({ answered: 'lost' });
    const end = [webhook('failed', { error: 'OUTCOME_UNKNOWN' }), failed('OUTCOME_UNKNOWN')];
    expect(audit([once, lost, ...end])).toEqual([]);
    expect(rules([send(), lost, ...end])).toEqual(['MESSAGE-7']);
    const refused = call({ did: 'temporarily_refused' });
    expect(rules([once, refused, ...end])).toEqual(['MESSAGE-7']);
  });

  test('MESSAGE-1: a sent message was accepted', () => {
    expect(rules([send(), call({ did: 'rate_limited' }), ...sentAtRest()])).toEqual([
      'MESSAGE-1',
      'MESSAGE-1',
    ]);
  });
});

describe('recipients', () => {
  test('RECIPIENT-15: a message goes to its person', () => {
    expect(rules([send(), call({ address: 'eve@example.org' }), ...sentAtRest()])).toEqual(['RECIPIENT-15']);
  });

  test('SEND-5: a refused send notifies nobody', () => {
    const refused = send({
      status: 400,
      to: [{ address: ADA, refused: { status: 400, code: 'VALIDATION_ERROR' } }],
    });
    expect(rules([refused, call()])).toEqual(['SEND-5']);
    expect(audit([send({ status: 503, to: [{ address: ADA }] }), call()])).toEqual([]);
  });
});

describe('the quota at rest', () => {
  const lost = send({ request: 'r2', status: 0, to: [{ address: ADA }] });

  test('LIMIT-5: each accepted notification counts', () => {
    expect(audit([send(), call(), ...sentAtRest(), quota(1)])).toEqual([]);
    expect(rules([send(), call(), ...sentAtRest(), quota(0)])).toEqual(['LIMIT-5']);
  });

  test('LIMIT-6: nothing else does, though an unknown outcome may', () => {
    expect(rules([send(), call(), ...sentAtRest(), quota(2)])).toEqual(['LIMIT-6']);
    expect(audit([send(), lost, call(), ...sentAtRest(), quota(2)])).toEqual([]);
  });

  test('LIMIT-3: the limit refuses what is beyond it, and only that', () => {
    const refused = send({
      request: 'r2',
      askedAt: t(5),
      status: 402,
      to: [{ address: ADA, refused: { status: 402, code: 'QUOTA_EXCEEDED' } }],
    });
    expect(audit([send(), call(), refused, ...sentAtRest(), quota(1, { limit: 1 })])).toEqual([]);
    expect(rules([send(), call(), refused, ...sentAtRest(), quota(1, { limit: 2 })])).toEqual(['LIMIT-3']);
    expect(rules([send(), call(), ...sentAtRest(), quota(1, { limit: 0 })])).toEqual(['LIMIT-3']);
  });
});
