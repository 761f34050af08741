import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { beginProgress, endProgress, hasProgressed } from '../../../../api/http/working-time';
import { PROGRESS_BYTES } from '../../../../net/listeners/limits';

const HOUR_MS = 3600 * 1000;
const MOST = 100 * PROGRESS_BYTES;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Begins a body of at most `MOST` bytes. `arrive` says whether it has more time after more bytes. */
function begin() {
  let read = 0;
  const socket = Object.defineProperty(new Socket(), 'bytesRead', { get: () => read });
  const request = new IncomingMessage(socket);
  beginProgress(request, MOST);
  const arrive = (bytes: number): boolean => {
    read += bytes;
    return hasProgressed(request);
  };
  return { request, arrive };
}

test('REQUEST-16: each megabyte gives a streamed body more time, for at most 23 hours', () => {
  const { arrive } = begin();
  expect(arrive(PROGRESS_BYTES - 1)).toBe(false);
  expect(arrive(1)).toBe(true);
  expect(arrive(0)).toBe(false);
  jest.advanceTimersByTime(23 * HOUR_MS - 1);
  expect(arrive(PROGRESS_BYTES)).toBe(true);
  jest.advanceTimersByTime(1);
  expect(arrive(PROGRESS_BYTES)).toBe(false);
});

test('REQUEST-16: a streamed body of twice its maximum, and one that nobody reads, have no more time', () => {
  const long = begin();
  expect(long.arrive(2 * MOST)).toBe(true);
  expect(long.arrive(PROGRESS_BYTES)).toBe(false);
  const ended = begin();
  endProgress(ended.request);
  expect(ended.arrive(PROGRESS_BYTES)).toBe(false);
});
