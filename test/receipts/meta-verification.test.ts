import { meta } from '../../channels/whatsapp/meta/provider';
import type { ReceiptRequest } from '../../channels/receipts/receipts';
import { because, callOf, queryOf, readAs, readerOf } from '../support/receipts/call';

const VERIFY_TOKEN = 'a-word-of-our-own';
const account = {
  access_token: 'EAAG-access-token-0123456789',
  phone_number_id: '106540352242922',
  app_secret: '0f'.repeat(16),
  verify_token: VERIFY_TOKEN,
};

describe('the verification of the webhook of Meta', () => {
  const question = {
    ...{ 'hub.mode': 'subscribe', 'hub.challenge': '1158201444' },
    'hub.verify_token': VERIFY_TOKEN as string | undefined,
  };
  const get = (query: Record<string, string | undefined>): ReceiptRequest => ({
    ...callOf('', {}, `/receipts/meta/1?${queryOf(query)}`),
    method: 'GET',
  });
  const ask = (changes: object, settings = {}) =>
    readerOf(meta)({ ...account, ...settings })(get({ ...question, ...changes }));
  const answered = { ...readAs(), answer: { contentType: 'text/plain', body: '1158201444' } };

  it('is answered with the challenge as plain text', async () => {
    expect(await ask({})).toStrictEqual(answered);
  });

  it('needs no app_secret', async () => {
    expect(await ask({}, { app_secret: undefined })).toStrictEqual(answered);
  });

  it.each([
    [{ 'hub.verify_token': 'another' }, /verify token/],
    [{ 'hub.verify_token': '' }, /verify token/],
    [{ 'hub.verify_token': `${VERIFY_TOKEN}x` }, /verify token/],
    [{ 'hub.verify_token': undefined }, /verify token/],
    [{ 'hub.mode': 'unsubscribe' }, /a GET that is not/],
    [{ 'hub.mode': '' }, /a GET that is not/],
  ])('with %j is refused', async (changes, reason) => {
    expect(await ask(changes)).toEqual(because('refused', reason));
  });

  it('waits for an operator where no token is set here', async () => {
    for (const token of [VERIFY_TOKEN, undefined])
      expect(await ask({ 'hub.verify_token': token }, { verify_token: undefined })).toEqual(
        because('later', /set verify_token/),
      );
  });

  it('without a challenge is malformed', async () => {
    expect(await ask({ 'hub.challenge': undefined })).toEqual(because('malformed', /without hub.challenge/));
  });

  it('proves nothing of a POST', async () => {
    const body = Buffer.from(JSON.stringify({ entry: [] }));
    const request = { ...get(question), method: 'POST' as const, body };
    expect(await readerOf(meta)(account)(request)).toEqual(because('refused', /no X-Hub/));
  });

  it('and receipts may be left alone', () => {
    const { access_token, phone_number_id } = account;
    expect(meta.settings.safeParse({ access_token, phone_number_id }).success).toBe(true);
  });
});
