import { type Stack, startStack } from '../../support/stack';
import { ALL, NONE, readers } from '../../support/webhook-readers';
import type { ReceivedWebhook } from '../../support/webhook-receiver';
import { expectRefusal } from '../../support/application';
import { type TestEndpoint, openEndpoint } from '../../support/webhook-endpoint';

let stack: Stack;
let endpoint: TestEndpoint;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());
beforeEach(async () => {
  endpoint = await openEndpoint(stack);
});
afterEach(() => endpoint.receiver.stop());

test('a webhook is verified by the libraries of Standard Webhooks and Svix as they are, and by our client', async () => {
  const { receiver, secret, tell } = endpoint;
  await tell();
  const [webhook] = receiver.received;
  expect(readers(webhook!, secret)).toEqual(ALL);
  expect(readers(webhook!, `whsec_${Buffer.alloc(32, 1).toString('base64')}`)).toEqual(NONE);
  expect(
    readers({ ...webhook!, raw: webhook!.raw.replace('delivery.sent', 'delivery.cent') }, secret),
  ).toEqual(NONE);
});

describe('a secret that is rotated', () => {
  const rotate = async () =>
    (
      await stack.admin.post<{
        signing_secret: string;
        previous_secret_until: string;
        earlier_rotation_cut_short: boolean;
      }>(`${endpoint.adminPath}/rotate-secret`, {})
    ).body;
  const next = async (): Promise<ReceivedWebhook> => {
    await endpoint.owner.sendTest();
    return endpoint.receiver.received.at(-1)!;
  };

  test('WEBHOOK-37: signs beside the new one for 24 hours, and then no more', async () => {
    const { app, uuid, adminPath, secret } = endpoint;
    expect(String((await next()).headers['x-service-signature'])).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    const rotated = await rotate();
    expect(rotated).toEqual({
      success: true,
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previous_secret_until: expect.stringMatching(/Z$/),
      earlier_rotation_cut_short: false,
    });
    const left = new Date(rotated.previous_secret_until).getTime() - Date.now();
    expect(left).toBeGreaterThan(86_340_000);
    expect(left).toBeLessThan(86_400_000 + 1_000);
    const during = await next();
    expect(readers(during, secret)).toEqual(ALL);
    expect(readers(during, rotated.signing_secret)).toEqual(ALL);
    expect(String(during.headers['x-service-signature'])).toMatch(/^t=\d+(,v1=[0-9a-f]{64}){2}$/);
    expect(String(during.headers['webhook-signature'])).toMatch(/^v1,\S+ v1,\S+$/);
    // It is shown once.
    for (const answer of [await app.production.get('/v1/webhooks'), await stack.admin.get(adminPath)])
      expect(JSON.stringify(answer.body)).not.toMatch(/whsec_/);
    expect((await stack.admin.get(adminPath)).body).toMatchObject({
      webhook: { previous_secret_until: rotated.previous_secret_until },
    });
    await stack.connection.mongoose
      .collection<{ _id: string }>('webhooks')
      .updateOne({ _id: uuid }, { $set: { 'previousSecret.until': new Date(Date.now() - 60_000) } });
    const after = await next();
    expect(readers(after, secret)).toEqual(NONE);
    expect(readers(after, rotated.signing_secret)).toEqual(ALL);
    expect(String(after.headers['webhook-signature'])).toMatch(/^v1,\S+$/);
    expect((await stack.admin.get(adminPath)).body).toMatchObject({
      webhook: { previous_secret_until: null },
    });
  });

  test('again, because the answer was lost, leaves the one that is in use valid', async () => {
    const { secret } = endpoint;
    const [lost, second] = [await rotate(), await rotate()];
    expect([lost, second].map((one) => one.earlier_rotation_cut_short)).toEqual([false, false]);
    const webhook = await next();
    expect(readers(webhook, secret)).toEqual(ALL);
    expect(readers(webhook, second.signing_secret)).toEqual(ALL);
  });

  test('WEBHOOK-37: ten times within 24 hours leaves ten: the oldest falls out, and the answer says so', async () => {
    const { secret } = endpoint;
    const rotated = [];
    for (let at = 0; at < 10; at += 1) rotated.push(await rotate());
    expect(rotated.filter((one) => one.earlier_rotation_cut_short)).toEqual(rotated.slice(-1));
    const webhook = await next();
    expect(readers(webhook, secret)).toEqual(NONE);
    for (const { signing_secret } of rotated) expect(readers(webhook, signing_secret)).toEqual(ALL);
  });

  test('by ten at once is a chain in which no secret is lost', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, rotate));
    const webhook = await next();
    const valid = all.filter(({ signing_secret }) => readers(webhook, signing_secret)[0]);
    expect(valid).toHaveLength(10);
  });

  test('is 404 where there is no endpoint', async () => {
    const { app } = endpoint;
    expectRefusal(
      await stack.admin.post(`${app.path}/webhooks/sandbox/rotate-secret`, {}),
      404,
      'WEBHOOK_NOT_FOUND',
    );
    expectRefusal(await stack.admin.get(`${app.path}/webhooks/nowhere`), 400, 'VALIDATION_ERROR', {
      field: 'environment',
    });
  });
});
