import type { ApiReply } from './api-server';
import { ACCOUNT, DOWN, type Expected, limited, LIMITED, UNAUTHORIZED, UNKNOWN } from './outcomes';

const BARE: [status: number, result: Expected][] = [
  [302, ACCOUNT],
  [400, ACCOUNT],
  [401, UNAUTHORIZED],
  [403, UNAUTHORIZED],
  [404, ACCOUNT],
  [407, UNAUTHORIZED],
  [429, LIMITED],
  [500, UNKNOWN],
  [502, UNKNOWN],
  [503, DOWN],
  [504, UNKNOWN],
];

/** Answers without the vendor's own code, of which the status alone speaks (RFC 9110 section 15). */
export const BARE_ANSWERS: [what: string, reply: ApiReply, result: Expected][] = [
  ...BARE.map(([status, result]): [string, ApiReply, Expected] => [
    `a bare ${status}`,
    { status, body: 'no JSON here' },
    { ...result, response: expect.stringMatching(new RegExp(`^${status} .*: no JSON here$`)) as unknown },
  ]),
  ['Retry-After', { status: 429, body: '', headers: { 'Retry-After': '17' } }, limited(17_000)],
];
