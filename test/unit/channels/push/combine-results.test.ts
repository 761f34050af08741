import type { SendResult } from '../../../../channels/provider';
import { combineResults } from '../../../../channels/push/combine-results';

const sent: SendResult = { outcome: 'sent', providerMessageId: 'm1', response: 'accepted' };
const unknown: SendResult = { outcome: 'unknown', code: 'OUTCOME_UNKNOWN', response: 'died' };
const limited = (retryAfterMs?: number): SendResult => ({
  outcome: 'rate_limited',
  code: 'RATE_LIMITED',
  response: 'slow down',
  retryAfterMs,
});
const down: SendResult = { outcome: 'transient', code: 'PROVIDER_ERROR', response: 'down' };
const refused: SendResult = { outcome: 'transient', code: 'UNAUTHORIZED', response: 'bad key' };
const gone = (token: string): SendResult => ({
  outcome: 'permanent',
  code: 'INVALID_RECIPIENT',
  response: 'gone',
  gone: [{ token }],
});
const rejected: SendResult = { outcome: 'permanent', code: 'REJECTED', response: 'too large' };
const nobody: SendResult = { outcome: 'permanent', code: 'NO_PROVIDER', response: 'no integration for apns' };

const everyOrder = (results: SendResult[]): SendResult[][] =>
  results.length < 2
    ? [results]
    : results.flatMap((one, index) =>
        everyOrder(results.filter((_, other) => other !== index)).map((rest) => [one, ...rest]),
      );

describe('the answers of several devices are one answer, whatever their order', () => {
  test.each([
    [
      'one got it',
      [gone('a'), unknown, limited(5), down, sent],
      { outcome: 'sent', providerMessageId: 'm1' },
    ],
    // Were it tried again, an event with at_most_once could be shown twice on the device that nobody knows of.
    ['unknown and transient', [down, unknown], { outcome: 'unknown', code: 'OUTCOME_UNKNOWN' }],
    ['unknown and limited', [limited(5), unknown], { outcome: 'unknown' }],
    [
      'limited and gone',
      [limited(5000), gone('a')],
      { outcome: 'rate_limited', retryAfterMs: 5000, gone: [{ token: 'a' }] },
    ],
    ['limited and down', [down, limited(5000)], { outcome: 'rate_limited', retryAfterMs: 5000 }],
    ['limited twice', [limited(9000), limited(5000)], { outcome: 'rate_limited', retryAfterMs: 5000 }],
    [
      'limited, once without a time',
      [limited(9000), limited()],
      { outcome: 'rate_limited', retryAfterMs: undefined },
    ],
    [
      'down and gone',
      [down, gone('a')],
      { outcome: 'transient', code: 'PROVIDER_ERROR', gone: [{ token: 'a' }] },
    ],
    [
      'down and refused',
      [down, refused],
      { outcome: 'transient', code: 'UNAUTHORIZED', refusedAccount: true },
    ],
    ['refused and got', [refused, sent], { outcome: 'sent', refusedAccount: true }],
    [
      'gone and too large',
      [gone('a'), rejected],
      { outcome: 'permanent', code: 'REJECTED', gone: [{ token: 'a' }] },
    ],
    ['gone and without a provider', [gone('a'), nobody], { outcome: 'permanent', code: 'NO_PROVIDER' }],
  ] as [string, SendResult[], object][])('%s', (_name, results, expected) => {
    for (const ordered of everyOrder(results)) expect(combineResults(ordered)).toMatchObject(expected);
  });
});

test('when every device is gone the recipient is invalid, and all tokens come back', () => {
  const result = combineResults([gone('a'), gone('b')]);
  expect(result).toMatchObject({ outcome: 'permanent', code: 'INVALID_RECIPIENT' });
  expect(result.gone?.map(({ token }) => token).sort()).toEqual(['a', 'b']);
});

test('the words say how many got it and what went wrong, each once', () => {
  expect(combineResults([sent, gone('a'), gone('b'), down]).response).toBe(
    '1 of 4 devices: down; gone; accepted',
  );
  expect(combineResults([sent])).toEqual(sent);
});

test('no device at all is a recipient that cannot be reached', () => {
  expect(combineResults([])).toMatchObject({ outcome: 'permanent', code: 'INVALID_RECIPIENT' });
});
