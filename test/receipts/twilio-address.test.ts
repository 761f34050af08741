import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fc from 'fast-check';
import { receiptRequest } from '../../api/receipts/receipt-request';
import { twilio } from '../../channels/sms/twilio/provider';
import type { ReceiptRequest } from '../../channels/receipts/receipts';
import { because, callOf, OUR_IDS, OUR_QUERY, readAs, readerOf } from '../support/receipts/call';
import { NOW, stopClock } from '../support/receipts/clock';
import {
  account,
  call,
  FORM,
  ORIGIN,
  OUR_PATH,
  SID,
  signatureOf,
  status,
} from '../support/receipts/twilio-calls';
import { failed } from '../support/receipts/values';
import { rounds } from '../support/property-runs';

stopClock();
const read = readerOf(twilio)(account);
const NO_MATCH = /not Twilio's for this address: auth_token.*callback_url/;

describe('the address that Twilio signs', () => {
  it('is the one of callback_url where a proxy changes scheme, host and path', async () => {
    const query = `key=1&${OUR_QUERY}`;
    const address = `https://hooks.example.org:8443/from/twilio?${query}`;
    const request = call(status('sent').body, { path: `/receipts/twilio/1?${query}`, address });
    const behind = { ...request, origins: ['http://10.0.0.4:3000'] };
    const reader = readerOf(twilio)({
      ...account,
      callback_url: 'https://hooks.example.org:8443/from/twilio?key=1',
    });
    expect(await reader(behind)).toMatchObject({ kind: 'read', receipts: [{ ...OUR_IDS, kind: 'sent' }] });
    expect(await read(behind)).toEqual(because('refused', NO_MATCH));
    const bare = { path: '/receipts/twilio/1', address: 'https://hooks.example.org:8443/from/twilio' };
    expect(await reader(call(status('sent').body, bare))).toEqual(readAs());
  });

  it('holds for Twilio’s own example', async () => {
    const body =
      'Digits=1234&To=%2B18005551212&From=%2B14158675309&Caller=%2B14158675309&CallSid=CA1234567890ABCDE';
    const headers = { ...FORM, 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' };
    const example = {
      ...callOf(body, headers, '/myapp.php?foo=1&bar=2'),
      origins: ['https://mycompany.com'],
    };
    const reader = readerOf(twilio)({ ...account, auth_token: '12345' });
    expect(await reader(example)).toEqual(because('malformed', /no MessageStatus/));
  });

  it.each([
    ['directly', {}, (port: number) => `http://127.0.0.1:${port}`],
    [
      'through a proxy',
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'notify.example.com' },
      () => ORIGIN,
    ],
  ])('is the one that the API hands on when it is called %s', async (_way, forwarded, originOf) => {
    const app = express().use(express.raw({ type: () => true }), async (request, response) => {
      response.json(await read(receiptRequest(request, undefined)));
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const path = `${OUR_PATH}&odd=%20%27a%27`;
    const { body } = status('undelivered', { ErrorCode: '30005', Note: 'å + & %' });
    const signature = signatureOf(originOf(port) + path, new URLSearchParams(body));
    const headers = { ...FORM, ...forwarded, 'x-twilio-signature': signature };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ receipts: [{ ...OUR_IDS, kind: 'failed' }] });
    server.close();
  });
});

describe('a call of Twilio in JSON', () => {
  const hashOf = (body: string) => createHash('sha256').update(body).digest('hex');
  const inJson = (body: string): ReceiptRequest => {
    const path = `${OUR_PATH}&bodySHA256=${hashOf(body)}`;
    const signature = signatureOf(ORIGIN + path, new URLSearchParams());
    return callOf(body, { 'content-type': 'application/json', 'x-twilio-signature': signature }, path);
  };

  it('is signed by the hash in its address', async () => {
    const body = JSON.stringify({ MessageSid: SID, MessageStatus: 'failed', ErrorCode: 30003 });
    const detail = 'failed, code 30003';
    expect(await read(inJson(body))).toStrictEqual(
      readAs({ ...OUR_IDS, ...failed('INVALID_RECIPIENT'), detail, at: NOW, providerMessageId: SID }),
    );
  });

  it.each([
    ['[]', /not a JSON object/],
    ['{"MessageStatus":', /not a JSON object/],
    ['{}', /no MessageStatus/],
  ])('is malformed when it is %s', async (body, reason) => {
    expect(await read(inJson(body))).toEqual(because('malformed', reason));
  });

  it('is refused with another body or another hash, or as a form', async () => {
    const genuine = inJson('{"MessageStatus":"delivered"}');
    expect(await read(genuine)).toMatchObject({ kind: 'read' });
    const other = '{"MessageStatus":"failed"}';
    const body = Buffer.from(other);
    const path = genuine.path.replace(/bodySHA256=.*/, `bodySHA256=${hashOf(other)}`);
    const asForm = { headers: { ...genuine.headers, ...FORM }, body: Buffer.from(status('failed').body) };
    for (const change of [{ body }, { path, body }, asForm])
      expect(await read({ ...genuine, ...change })).toEqual(because('refused', NO_MATCH));
  });

  it('never fails, whatever it says', async () => {
    const said = fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (body) =>
      ['read', 'malformed'].includes((await read(inJson(body))).kind),
    );
    await fc.assert(said, rounds(1));
  });
});
