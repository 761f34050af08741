import { randomUUID } from 'node:crypto';
import type { WebhookEndpoint } from '../../../store/webhooks/endpoints';
import { ownDatabase } from '../database';
import { noon } from '../documents';

const endpointOf = (over: Partial<WebhookEndpoint> = {}): WebhookEndpoint => {
  const _id = randomUUID();
  return {
    ...{ _id, scope: `${_id}:production`, url: 'https://example.org/', enabledEvents: ['delivery.sent'] },
    ...{ isActive: true, description: '', signingSecret: 's', createdAt: noon(), updatedAt: noon() },
    ...over,
  };
};
const db = ownDatabase({ bystanders: { WebhookEndpoint: endpointOf() } });
const put = async (over: Partial<WebhookEndpoint> = {}): Promise<WebhookEndpoint> => {
  const endpoint = endpointOf(over);
  await db.store.webhooks.insert(endpoint);
  return endpoint;
};
const stored = (id: string) => db.store.webhooks.get(id);
const off = { at: noon(9), failingSince: noon(1), notice: 'pending' } as const;

test('the first failure since a success is noted, a later one changes nothing', async () => {
  const [endpoint, other] = [await put(), await put()];
  await db.store.webhookHealth.failed(endpoint._id, noon(1));
  await db.store.webhookHealth.failed(endpoint._id, noon(2));
  expect(await stored(endpoint._id)).toEqual({ ...endpoint, failingSince: noon(1) });
  expect(await stored(other._id)).toEqual(other);
});

test('a success forgets what failed before', async () => {
  const [{ failingSince: _since, ...endpoint }, other] = [
    await put({ failingSince: noon(1) }),
    await put({ failingSince: noon(1) }),
  ];
  await db.store.webhookHealth.recovered(endpoint._id);
  expect(await stored(endpoint._id)).toEqual(endpoint);
  expect(await stored(other._id)).toEqual(other);
});

describe('switching an endpoint off', () => {
  test('one does it, and its owner is to be told from then on', async () => {
    const [endpoint, other] = [await put({ failingSince: noon(1) }), await put({ failingSince: noon(1) })];
    const answers = [
      await db.store.webhookHealth.switchOff(endpoint._id, noon(1), noon(9)),
      await db.store.webhookHealth.switchOff(endpoint._id, noon(1), noon(10)),
    ];
    expect(answers).toEqual([true, false]);
    expect(await stored(endpoint._id)).toEqual({
      ...endpoint,
      ...{ isActive: false, switchedOff: off, untoldSince: noon(9), updatedAt: noon(9) },
    });
    expect(await stored(other._id)).toEqual(other);
  });

  test.each<[string, Partial<WebhookEndpoint>]>([
    ['has had a success', {}],
    ['has failed anew since', { failingSince: noon(5) }],
    ['was switched off by somebody', { failingSince: noon(1), isActive: false }],
  ])('one that %s stays as it is', async (_, over) => {
    const endpoint = await put(over);
    expect(await db.store.webhookHealth.switchOff(endpoint._id, noon(1), noon(9))).toBe(false);
    expect(await stored(endpoint._id)).toEqual(endpoint);
  });
});

describe('WEBHOOK-40: an endpoint that answered 410', () => {
  test.each<[string, Partial<WebhookEndpoint>, Date]>([
    ['after a success', {}, noon(9)],
    ['after failures', { failingSince: noon(1) }, noon(1)],
  ])('%s is switched off by one', async (_, over, failingSince) => {
    const [endpoint, other] = [await put(over), await put(over)];
    const answers = [
      await db.store.webhookHealth.switchOffGone(endpoint, noon(9)),
      await db.store.webhookHealth.switchOffGone(endpoint, noon(10)),
    ];
    expect(answers).toEqual([true, false]);
    const switchedOff = { ...off, failingSince, reason: 'gone' };
    expect(await stored(endpoint._id)).toEqual({
      ...endpoint,
      ...{ isActive: false, failingSince, switchedOff, untoldSince: noon(9), updatedAt: noon(9) },
    });
    expect(await stored(other._id)).toEqual(other);
  });

  test('stays on if it has another URL now', async () => {
    const endpoint = await put();
    const answered = { ...endpoint, url: `${endpoint.url}/old` };
    expect(await db.store.webhookHealth.switchOffGone(answered, noon(9))).toBe(false);
    expect(await stored(endpoint._id)).toEqual(endpoint);
  });
});

describe('telling the owner', () => {
  const switchedOff = (over: Partial<WebhookEndpoint> = {}) =>
    put({ isActive: false, switchedOff: off, untoldSince: noon(9), ...over });

  test('what became of it is noted, and nothing more is to be told', async () => {
    const [{ untoldSince: _since, ...endpoint }, other] = [await switchedOff(), await switchedOff()];
    await db.store.webhookHealth.noteOwner(endpoint._id, { at: noon(9) }, 'sent');
    expect(await stored(endpoint._id)).toEqual({ ...endpoint, switchedOff: { ...off, notice: 'sent' } });
    expect(await stored(other._id)).toEqual(other);
  });

  test('of a switch-off that is not the present one nothing is noted', async () => {
    const endpoint = await switchedOff();
    await db.store.webhookHealth.noteOwner(endpoint._id, { at: noon(8) }, 'sent');
    expect(await stored(endpoint._id)).toEqual(endpoint);
  });

  test('those still to be told come oldest first', async () => {
    const times: [string, number][] = [
      ['a', -5],
      ['b', -9],
      ['c', -7],
      ['d', -4],
    ];
    for (const [_id, ms] of times) await switchedOff({ _id, scope: _id, untoldSince: noon(ms) });
    const untold = async (limit: number) =>
      (await db.store.webhookHealth.pendingNotices(noon(-4), limit)).map(({ _id }) => _id);
    expect(await untold(10)).toEqual(['b', 'c', 'a']);
    expect(await untold(1)).toEqual(['b']);
  });

  test('one that is put off comes later, unless it was switched off anew since it was read', async () => {
    const { _id } = await switchedOff({ untoldSince: noon(-9) });
    const read = { _id, switchedOff: { at: noon() } };
    await db.store.webhookHealth.postpone({ ...read, untoldSince: noon(-8) }, noon(9));
    expect((await stored(_id))?.untoldSince).toEqual(noon(-9));
    await db.store.webhookHealth.postpone({ ...read, untoldSince: noon(-9) }, noon(9));
    expect((await stored(_id))?.untoldSince).toEqual(noon(9));
  });
});
