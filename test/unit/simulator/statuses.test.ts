import { audit } from '../../simulator/audit';
import type { Observation } from '../../simulator/observation';
import { call, erase, message, notFound, read, receipt, send, sentAtRest, t, webhook } from './history';

const rules = (history: Observation[]): string[] => audit(history).map(({ rule }) => rule);
const sent = message('sent');
const failed = (error: string) => message('failed', { error, sentAt: t(1) });

describe('a status does not move back', () => {
  const early = read('running', [sent], { askedAt: t(5) });

  test('STATUS-6: a final status stays', () => {
    const completed = read('completed', [sent], { askedAt: t(6) });
    expect(audit([send(), call(), early, completed, ...sentAtRest()])).toEqual([]);
    const running = read('running', [sent], { askedAt: t(7) });
    expect(rules([send(), call(), completed, running, ...sentAtRest()])).toEqual(['STATUS-6']);
  });

  test('RECEIPT-1: a message stays sent', () => {
    const queued = read('running', [message('queued')], { askedAt: t(7) });
    expect(rules([send(), call(), early, queued, ...sentAtRest()])).toEqual(['RECEIPT-1']);
  });

  test('RECEIPT-1: reads at the same time have no order', () => {
    const queued = read('running', [message('queued')], { askedAt: t(5.05), at: t(8) });
    expect(audit([send(), call(), early, queued, ...sentAtRest()])).toEqual([]);
  });

  test('NOTIFICATION-5: a message does not disappear', () => {
    const none = read('running', [], { askedAt: t(7) });
    expect(rules([send(), call(), early, none, ...sentAtRest()])).toEqual(['NOTIFICATION-5']);
  });

  test('NOTIFICATION-6: what is removed stays removed', () => {
    const gone = notFound({ askedAt: t(20), atRest: false });
    expect(rules([send(), call(), erase({ status: 0 }), gone, ...sentAtRest()])).toEqual(['NOTIFICATION-6']);
  });

  test('MESSAGE-7, STATUS-5: nothing follows the end', () => {
    const ended = read('completed', [sent], { askedAt: t(5) });
    const again = [call({ askedAt: t(60) }), ...sentAtRest()];
    expect(rules([send(), call({ answered: 'lost' }), ended, ...again])).toEqual(['MESSAGE-7']);
    const failed = read('failed', [], { askedAt: t(5) });
    expect(rules([send(), call({ answered: 'lost' }), failed, ...again])).toContain('STATUS-5');
  });

  test('STATUS-6: an operator may reopen', () => {
    const ended = read('failed', [message('failed', { error: 'REJECTED' })], { askedAt: t(5) });
    const reopen: Observation = {
      kind: 'operator',
      action: 'reopen',
      notification: 'n1',
      status: 200,
      askedAt: t(6),
      at: t(6.1),
    };
    const refused = [webhook('failed', { askedAt: t(4) }), call({ did: 'refused' })];
    expect(audit([send(), ...refused, ended, reopen, call({ askedAt: t(10) }), ...sentAtRest()])).toEqual([]);
  });
});

describe('fields agree with the status', () => {
  test('MESSAGE-1: a sent message has its time', () => {
    const wrong = read('completed', [message('sent', { sentAt: null })]);
    expect(rules([send(), call(), webhook('sent'), wrong])).toEqual(['MESSAGE-1']);
  });

  test('STATUS-5: a final status has its time', () => {
    const wrong = {
      ...read('completed', [sent]),
      body: { status: 'completed', messages: [sent], completedAt: null },
    };
    expect(rules([send(), call(), webhook('sent'), wrong as Observation])).toEqual(['STATUS-5']);
  });
});

describe('reports count', () => {
  const start = [send(), call(), webhook('sent')];

  test('RECEIPT-1: a delivery is shown', () => {
    const end = [webhook('delivered'), read('completed', [message('delivered')])];
    expect(audit([...start, receipt('delivered'), ...end])).toEqual([]);
    expect(rules([...start, receipt('delivered'), read('completed', [sent])])).toEqual(['RECEIPT-1']);
    expect(rules([...start, ...end])).toEqual(['RECEIPT-1', 'RECEIPT-1']);
  });

  test('RECEIPT-1: a refused report changes nothing', () => {
    expect(audit([...start, receipt('delivered', { status: 401 }), read('completed', [sent])])).toEqual([]);
  });

  test('RECEIPT-1: a bounce fails the message', () => {
    const end = [webhook('bounced'), read('completed', [failed('HARD_BOUNCE: 550')])];
    expect(audit([...start, receipt('bounced'), ...end])).toEqual([]);
    expect(rules([...start, receipt('bounced'), read('completed', [sent])])).toEqual(['RECEIPT-1']);
  });

  test('RECEIPT-2: a report ends an unknown outcome', () => {
    const open = read('running', [message('queued')], { askedAt: t(5) });
    const lost = [
      send({ guarantee: 'at_most_once' }),
      call({ answered: 'lost' }),
      receipt('delivered'),
      open,
    ];
    const end = [webhook('failed', { error: 'OUTCOME_UNKNOWN' })];
    expect(
      rules([...lost, ...end, read('failed', [message('failed', { error: 'OUTCOME_UNKNOWN' })])]),
    ).toEqual(['RECEIPT-2']);
  });

  test('RECEIPT-5: a superseded attempt fails nothing', () => {
    const twice = [send(), call({ answered: 'lost' }), call({ askedAt: t(60) }), webhook('sent')];
    const late = receipt('failed', { askedAt: t(100) });
    expect(audit([...twice, late, read('completed', [sent])])).toEqual([]);
    const end = [webhook('failed', { askedAt: t(101) }), read('completed', [failed('REJECTED')])];
    expect(rules([...twice, late, ...end])).toEqual(['RECEIPT-5']);
    const early = receipt('failed', { askedAt: t(30) });
    expect(audit([...twice, early, ...end])).toEqual([]);
    const delivered = [receipt('delivered', { askedAt: t(99) }), webhook('delivered', { askedAt: t(99.5) })];
    expect(audit([...twice, ...delivered, late, ...end])).toEqual([]);
  });
});

describe('times', () => {
  test('SCHEDULE-7: nothing is sent before send_at', () => {
    const scheduled = send({ sendAt: t(600) });
    expect(
      audit([
        scheduled,
        call({ askedAt: t(600) }),
        webhook('sent', { askedAt: t(601) }),
        read('completed', [sent]),
      ]),
    ).toEqual([]);
    expect(
      rules([
        scheduled,
        call({ askedAt: t(500) }),
        webhook('sent', { askedAt: t(601) }),
        read('completed', [sent]),
      ]),
    ).toEqual(['SCHEDULE-7']);
  });

  test('SCHEDULE-3: until then a notification waits and has no message', () => {
    const early = read('running', [message('queued')], { askedAt: t(10) });
    const end = [call({ askedAt: t(600) }), webhook('sent', { askedAt: t(601) }), read('completed', [sent])];
    expect(rules([send({ sendAt: t(600) }), early, ...end])).toEqual(['SCHEDULE-3']);
    expect(audit([send({ sendAt: t(600) }), read('waiting', [], { askedAt: t(10) }), ...end])).toEqual([]);
  });

  test('MESSAGE-4: nothing is sent after retry_for', () => {
    const late = 6 * 3600 + 30;
    const end = [webhook('sent', { askedAt: t(late + 1) }), read('completed', [sent])];
    expect(rules([send(), call({ askedAt: t(late) }), ...end])).toEqual(['MESSAGE-4']);
    expect(audit([send(), call({ askedAt: t(late), begunAt: t(late - 60) }), ...end])).toEqual([]);
    expect(audit([send({ sendAt: t(3600) }), call({ askedAt: t(late) }), ...end])).toEqual([]);
  });
});
