import { sendAtOf } from '../../../../api/sending/send-at';

const BEGAN = new Date('2026-05-01T12:00:00Z');
const DAY = 86_400_000;
const at = (ms: number): string => new Date(BEGAN.getTime() + ms).toISOString();

describe('send_at', () => {
  // What is just over by the clock of the API may be to come by Temporal's.
  it.each([-5999, 0, 1, 1000, 30 * DAY])('%i ms after the request began is a time', (ms) =>
    expect(sendAtOf(at(ms), BEGAN)).toEqual(new Date(at(ms))),
  );

  it.each([-6000, -60_000])('%i ms after the request began is now', (ms) =>
    expect(sendAtOf(at(ms), BEGAN)).toBeNull(),
  );

  it('absent is now', () => expect(sendAtOf(undefined, BEGAN)).toBeNull());

  it.each([
    [-60_001, 'send_at must be in the future.'],
    [30 * DAY + 1, 'send_at must be at most 30 days ahead.'],
  ])('%i ms after the request began is refused', (ms, message) => {
    const refused = expect.objectContaining({ message, details: { field: 'send_at' } }) as Error;
    expect(() => sendAtOf(at(ms), BEGAN)).toThrow(refused);
  });

  // A repeat that takes a dead request over comes later; what that one accepted must not be refused then.
  it('is judged by when the request began, not by the time now', () => {
    const long = new Date(Date.now() - 365 * DAY);
    const then = new Date(long.getTime() + DAY);
    expect(sendAtOf(then.toISOString(), long)).toEqual(then);
  });
});
