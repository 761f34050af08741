import {
  ACCOUNT,
  BARE_ANSWERS,
  DOWN,
  INVALID,
  limited,
  REJECTED,
  sent,
  testProvider,
  toPhone,
  UNAUTHORIZED,
  UNKNOWN,
} from 'heliograph/testing/providers';
import acme from '../providers/acme/provider';
import { ACME_KEY, acmeError, startAcmeServer } from './acme-server';

const account = testProvider(acme, {
  start: startAcmeServer,
  settings: ({ url }) => ({ api_key: ACME_KEY, base_url: url }),
  message: () => toPhone(),
  says: (words) => acmeError(400, 'text_refused', words),
  accepted: {
    reply: { status: 201, body: { id: 'msg_2' } },
    id: 'msg_2',
    nameless: { status: 201, body: {} },
  },
  answers: [
    ['invalid_number', acmeError(400, 'invalid_number'), INVALID],
    ['landline', acmeError(400, 'landline'), INVALID],
    ['text_too_long', acmeError(400, 'text_too_long'), REJECTED],
    ['invalid_key', acmeError(401, 'invalid_key'), UNAUTHORIZED],
    ['unknown_sender', acmeError(400, 'unknown_sender'), ACCOUNT],
    ['no_credit', acmeError(402, 'no_credit'), ACCOUNT],
    ['too_many', { ...acmeError(429, 'too_many'), headers: { 'Retry-After': '5' } }, limited(5000)],
    ['maintenance', acmeError(503, 'maintenance'), DOWN],
    ['a code that is not in its table', acmeError(500, 'new_code'), UNKNOWN],
    ...BARE_ANSWERS,
  ],
  impossible: [['no sender', toPhone({ from: undefined }), ACCOUNT]],
  checks: [
    ['the account', {}, { ok: true, detail: 'account Demo' }],
    [
      'a wrong key',
      { settings: { api_key: 'wrong' } },
      { ok: false, reason: 'HTTP 401 invalid_key: unknown key' },
    ],
  ],
  wrongSettings: [[{ api_key: 'two words' }, 'api_key']],
});

it('a message to Acme has its text, its sender and our id', async () => {
  expect(await account.send()).toMatchObject(sent('msg_1'));
  const { id, from, to, content } = toPhone();
  expect(account.server.requests[0]?.json).toEqual({ from, to, text: content.text, reference: id });
});
