import { randomUUID } from 'node:crypto';
import { newAddress } from '../support/journey';
import type { Stack } from '../support/stack';
import { startStack } from '../support/stack';
import { EVENT, takeoversOf } from '../support/takeovers';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true, events: { [EVENT.name]: EVENT.content } });
});
afterAll(() => stack.stop());

const { send, dieAt, takenOver, removeEvent, pushEvent, expectOneMailEach } = takeoversOf(() => stack);

describe('a request whose process died', () => {
  test('is answered with the notification that it made, also when its event is gone since', async () => {
    const [to, key] = [newAddress(), randomUUID()];
    await dieAt('after-insert', [to, key]);
    await removeEvent();
    const answer = await takenOver(to, key);
    const [contact] = await stack.store.contacts.findByKeys([
      `${stack.applicationId}:production:email:${to}`,
    ]);
    const ids = await stack.store.notifications.idsOf(contact?._id ?? '', 100);
    expect(answer).toMatchObject({ status: 200, body: { id: ids[0], event: 'ping', status: 'accepted' } });
    expect((await send(to, key)).body).toEqual(answer.body);
    await pushEvent();
    expect((await send(to, key)).body).toEqual(answer.body);
    await expectOneMailEach([to], ids);
  }, 90_000);
});
