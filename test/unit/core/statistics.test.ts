import { type Counts, addCounts, counter } from '../../../core/statistics/counter';
import { bucketEnd, latencyBucket, percentile } from '../../../core/statistics/latency';
import { periodsBetween } from '../../../core/statistics/period';
import { readCounts } from '../../../core/statistics/read';

const SMTP = { channel: 'email', provider: 'smtp', providerId: 'service_smtp' } as const;
const NOBODY = { channel: 'sms', provider: null } as const;

function countsOf(...names: string[]): Counts {
  const counts: Counts = {};
  for (const name of names) addCounts(counts, { [name]: 1 });
  return counts;
}

describe('counts', () => {
  test('of messages are read by channel, provider and code', () => {
    const numbers = readCounts({
      ...countsOf(
        counter.accepted,
        counter.message('sent', SMTP),
        counter.message('sent', SMTP),
        counter.message('delivered', SMTP),
        counter.message('bounced', SMTP),
        counter.failed(SMTP, 'HARD_BOUNCE'),
        counter.failed(NOBODY, 'NO_PROVIDER'),
        counter.attempt(SMTP, 'transient'),
        counter.webhook('retry'),
        counter.event('accepted', 'order.shipped'),
        counter.event('sent', 'order.shipped'),
        counter.event('sent', 'welcome'),
      ),
      'of a later release|x': 3,
    });
    const smtp = { sent: 2, delivered: 1, failed: 1, bounced: 1, complained: 0 };
    expect(numbers).toMatchObject({
      accepted: 1,
      total: { ...smtp, failed: 2 },
      channels: [
        { channel: 'email', ...smtp },
        { channel: 'sms', sent: 0, failed: 1 },
      ],
      providers: [
        { ...SMTP, ...smtp, attempts: { transient: 1 } },
        { provider: null, providerId: null, failed: 1 },
      ],
      webhookAttempts: { delivered: 0, retry: 1, failed: 0 },
      events: [
        { event: 'order.shipped', accepted: 1, sent: 1, delivered: 0, failed: 0 },
        { event: 'welcome', accepted: 0, sent: 1, delivered: 0, failed: 0 },
      ],
    });
    expect(numbers.failures).toHaveLength(2);
    expect(numbers.failures).toContainEqual({ code: 'NO_PROVIDER', ...NOBODY, providerId: null, count: 1 });
  });

  test('are listed from the largest to the smallest', () => {
    const none = { sent: 0, delivered: 0, failed: 0, bounced: 0, complained: 0 };
    const sms = { ...none, sent: 2, failed: 1 };
    const email = { ...none, sent: 5, failed: 3 };
    const failure = { channel: 'sms', provider: 'twilio', providerId: null };
    expect(
      readCounts({
        accepted: 8,
        quota: 9,
        'sent|sms|twilio|': 2,
        'failed|sms|twilio||RATE_LIMITED': 1,
        'sent|email|smtp|service_smtp': 5,
        'failed|email|smtp|service_smtp|HARD_BOUNCE': 3,
        'webhook|delivered': 4,
      }),
    ).toEqual({
      accepted: 8,
      quota: 9,
      total: { ...none, sent: 7, failed: 4 },
      channels: [
        { channel: 'email', ...email },
        { channel: 'sms', ...sms },
      ],
      providers: [
        { ...SMTP, ...email, attempts: {} },
        { ...failure, ...sms, attempts: {} },
      ],
      failures: [
        { ...SMTP, code: 'HARD_BOUNCE', count: 3 },
        { ...failure, code: 'RATE_LIMITED', count: 1 },
      ],
      events: [],
      latency: { count: 0, p50: null, p95: null, p99: null, within10s: null, histogram: [] },
      webhookAttempts: { delivered: 4, retry: 0, failed: 0 },
    });
  });

  test('of latencies are read over all channels, from the shortest to the longest', () =>
    expect(readCounts({ 'latency|email|80': 1, 'latency|sms|80': 1, 'latency|email|8': 2 }).latency).toEqual({
      count: 4,
      p50: expect.closeTo(2),
      p95: expect.closeTo(1015.5, 2),
      p99: expect.closeTo(1022.3, 2),
      within10s: 1,
      histogram: [
        { upTo: 2, count: 2 },
        { upTo: 1024, count: 2 },
      ],
    }));
});

describe('a latency', () => {
  test.each([0, 1, 2, 3, 50, 1000, 59_999, 3_600_000])('of %d ms is within its bucket', (ms) => {
    const bucket = latencyBucket(ms);
    expect(ms).toBeLessThanOrEqual(bucketEnd(bucket) * 1.000001);
    if (bucket > 0) expect(ms).toBeGreaterThan(bucketEnd(bucket - 1) * 0.999999);
  });

  test.each([
    [-5, 0],
    [1, 0],
    [2, 8],
    [1000, 80],
    [1024, 80],
    [30 * 86_400_000, 234],
  ])('of %d ms is in bucket %d', (ms, bucket) => expect(latencyBucket(ms)).toBe(bucket));

  test.each<[string, [number, number][], number, number]>([
    ['is between the ends of its bucket, in proportion', [[8, 4]], 0.25, 1.8755],
    ['is between 0 and 1 ms in the first bucket', [[0, 2]], 0.5, 0.5],
    [
      'is the end of a bucket if all before it are the share',
      [
        [16, 2],
        [8, 2],
      ],
      0.5,
      2,
    ],
    [
      'is the end of the last bucket for all',
      [
        [16, 2],
        [8, 2],
      ],
      1,
      4,
    ],
  ])('percentile %s', (_, counts, share, ms) =>
    expect(percentile(new Map(counts), share)).toBeCloseTo(ms, 4),
  );

  test.each<[string, number[], number | null]>([
    ['of nothing is unknown', [], null],
    ['of what all took less is 1', [1, 500, 8000], 1],
    ['of what all took more is 0', [60_000], 0],
    ['is that of the shorter ones', [100, 100, 100, 60_000], 0.75],
  ])('the share within ten seconds %s', (_, times, share) => {
    const counts = countsOf(...times.map((ms) => counter.latency('email', ms)));
    expect(readCounts(counts).latency.within10s).toBe(share);
  });

  test('has percentiles within 9 % of the true ones', () => {
    const counts: Counts = {};
    for (let ms = 1; ms <= 10_000; ms += 1) addCounts(counts, { [counter.latency('email', ms)]: 1 });
    const { count, p50, p95, p99 } = readCounts(counts).latency;
    expect(count).toBe(10_000);
    for (const [read, is] of [
      [p50, 5000],
      [p95, 9500],
      [p99, 9900],
    ] as const)
      expect(Math.abs((read ?? 0) - is) / is).toBeLessThan(0.09);
  });

  test('that nobody measured has none', () => expect(percentile(new Map(), 0.5)).toBeNull());
});

test('periods begin in UTC, and the last one may be unfinished', () => {
  const [from, to] = [new Date('2026-03-01T10:30:00Z'), new Date('2026-03-01T12:00:01Z')];
  expect(periodsBetween('hour', from, to).map((at) => new Date(at).getUTCHours())).toEqual([10, 11, 12]);
  expect(periodsBetween('day', from, to)).toEqual([Date.UTC(2026, 2, 1)]);
});
