import { cellOf, csvOf } from '../../../../api/admin/statistics/csv';

test.each([
  ['welcome', 'welcome'],
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `'\t=1`],
  ['a, b', '"a, b"'],
  ['a\nb', '"a\nb"'],
  [-3, '-3'],
  [null, ''],
])('%j is the cell %s', (value, cell) => expect(cellOf(value)).toBe(cell));

test('each row has the columns of the head', () => {
  const messages = { sent: 2, delivered: 1, failed: 1, bounced: 0, complained: 0 };
  const latency = { count: 1, p50_ms: 10, p95_ms: 20, p99_ms: 30, within_10s: 1 };
  const numbers = {
    ...{ accepted: 2, ...messages, latency, webhook_attempts: { delivered: 0, retry: 0, failed: 0 } },
    channels: [{ channel: 'email' as const, ...messages }],
  };
  const who = {
    channel: 'email' as const,
    provider: 'smtp',
    provider_id: 'a',
    integration: '=Main, account',
  };
  const at = '2026-03-01T00:00:00.000Z';
  const csv = csvOf({
    ...{ by: 'hour', from: at, to: at, totals: numbers, series: [{ at, ...numbers }], histogram: [] },
    providers: [{ ...who, ...messages, attempts: {} }],
    events: [{ event: 'welcome', accepted: 2, sent: 2, delivered: 1, failed: 1 }],
    failures: [{ ...who, code: 'REJECTED', count: 1 }],
    backlog: { not_begun: 0, limit: 1 },
  });
  expect(csv.split('\r\n')).toEqual([
    'kind,name,accepted,sent,delivered,failed,p50_ms,p95_ms,p99_ms',
    'total,,2,2,1,1,10,20,30',
    `hour,${at},2,2,1,1,10,20,30`,
    'channel,email,,2,1,1,,,',
    'provider,"email =Main, account",,2,1,1,,,',
    'event,welcome,2,2,1,1,,,',
    'failure,"email =Main, account REJECTED",,,,1,,,',
    '',
  ]);
});
