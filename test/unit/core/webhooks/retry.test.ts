import fc from 'fast-check';
import {
  classifyWebhookAnswer,
  WEBHOOK_ATTEMPTS,
  webhookRetryDelayMs,
} from '../../../../core/webhooks/retry';

describe('what an attempt means', () => {
  it.each([
    [200, 'success'],
    [204, 'success'],
    [299, 'success'],
    [301, 'permanent'],
    [302, 'permanent'],
    [304, 'permanent'],
    [400, 'permanent'],
    [404, 'permanent'],
    [410, 'permanent'],
    [429, 'permanent'],
    [500, 'retry'],
    [503, 'retry'],
    [599, 'retry'],
    [600, 'permanent'],
  ])('WEBHOOK-23: by the status %i is %s', (status, meaning) => {
    expect(classifyWebhookAnswer({ kind: 'answered', status })).toBe(meaning);
  });

  it.each([
    ['timeout', 'retry'],
    ['connection', 'retry'],
    ['tls', 'retry'],
    ['dns', 'retry'],
    ['refused_address', 'permanent'],
  ] as const)('without an answer by the reason %s is %s', (reason, meaning) => {
    expect(classifyWebhookAnswer({ kind: 'failed', reason })).toBe(meaning);
  });
});

describe('the delay before a retry', () => {
  it('WEBHOOK-25: grows fourfold from 10 s, and none follows the fifth', () => {
    const delays = [1, 2, 3, 4, 5, 6].map((attemptsMade) => webhookRetryDelayMs(attemptsMade, 0.5));
    expect(delays).toEqual([10_000, 40_000, 160_000, 640_000, 2_560_000, null]);
    expect(WEBHOOK_ATTEMPTS).toBe(6);
  });

  it('WEBHOOK-25: stays within a tenth, and reaches both ends', () => {
    expect(webhookRetryDelayMs(1, 0)).toBe(9_000);
    expect(webhookRetryDelayMs(1, 0.999999)).toBe(11_000);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (n, random) => {
          const middle = 10_000 * 4 ** (n - 1);
          expect(Math.abs((webhookRetryDelayMs(n, random) ?? 0) - middle)).toBeLessThanOrEqual(middle / 10);
        },
      ),
    );
  });
});
