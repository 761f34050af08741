import type { Answer } from './http-api';

/** What no caller may read: names of what the service is made of, its files, its stack. */
const INTERNAL =
  /mongo|bson|zod|temporal|express|node_modules|body-parser|\.[jt]s\b|\n\s+at |undefined|invalid (?:input|string|option)|received|too (?:big|small)|unrecognized/i;

/** Asserts that an answer is an error in the one shape, and that nothing internal is in it. */
export function expectOneShape(answer: Answer): void {
  const { body, headers } = answer;
  expect(body).toEqual(
    expect.objectContaining({
      error: expect.stringMatching(/\S/),
      code: expect.stringMatching(/^[A-Z_]+$/),
    }),
  );
  const others = Object.keys(body).filter(
    (key) => !['error', 'code', 'field', 'channel', 'current', 'limit'].includes(key),
  );
  expect(others).toEqual([]);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(JSON.stringify(body)).not.toMatch(INTERNAL);
}
