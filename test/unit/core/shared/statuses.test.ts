import { finalStatus, isOpen, OPEN_STATUSES } from '../../../../core/shared/statuses';

test('STATUS-6: running and waiting are open, no other status is', () => {
  const all = ['running', 'waiting', 'completed', 'failed', 'stopped'] as const;
  expect(all.filter(isOpen)).toEqual(['running', 'waiting']);
  expect(OPEN_STATUSES).toEqual(['running', 'waiting']);
});

describe('a notification whose steps are over', () => {
  const sent = { sentAt: new Date(), status: 'sent' } as const;
  const failed = { sentAt: null, status: 'failed' } as const;
  const bounced = { sentAt: new Date(), status: 'failed' } as const;
  const queued = { sentAt: null, status: 'queued' } as const;

  it.each([
    ['completed', 'all were handed over', [sent, sent]],
    ['completed', 'at least one was handed over', [failed, sent]],
    ['completed', 'one was handed over and failed later', [bounced]],
    ['completed', 'nothing had to be sent', []],
    ['failed', 'every message failed', [failed, failed]],
    ['failed', 'none was handed over', [queued]],
  ] as const)('is %s where %s', (status, _why, messages) => {
    expect(finalStatus([...messages])).toBe(status);
  });
});
