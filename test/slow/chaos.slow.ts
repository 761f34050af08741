import { setTimeout as sleep } from 'node:timers/promises';
import { newAddress, untilEnded } from '../support/journey';
import { type Stack, startStack } from '../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
});
afterAll(() => stack.stop());

test('300 notifications end as they should while worker and API are killed again and again', async () => {
  const calls = new Map<string, number>();
  // Three in ten attempts fail for now; one recipient in twenty does not exist.
  stack.smtp.answer = async (to) => {
    const call = (calls.get(to) ?? 0) + 1;
    calls.set(to, call);
    await sleep(50);
    if (unknown.has(to)) return { code: 550, text: '5.1.1 no such user' };
    return hash(`${to}${call}`) % 10 < 3 ? { code: 451, text: '4.3.0 try again later' } : null;
  };
  const addresses = Array.from({ length: 300 }, newAddress);
  const unknown = new Set(addresses.filter((_, index) => index % 20 === 0));
  const accepted = new Map<string, string>();

  let killing = true;
  const killer = (async () => {
    for (let round = 0; round < 4; round += 1) {
      await sleep(4000);
      await stack.worker?.kill();
      await stack.startWorker();
      await stack.api.kill();
      await stack.restartApi();
    }
    killing = false;
  })();
  for (const to of addresses) {
    // A request that died with the API was not answered: the caller repeats it, which may send twice.
    for (;;) {
      const id = await stack.production.send('welcome', { to }).catch(() => null);
      if (id) {
        accepted.set(to, id);
        break;
      }
      await sleep(250);
    }
    if (killing) await sleep(40);
  }
  await killer;

  for (const [to, id] of accepted) {
    const view = await untilEnded(stack.production, id, 180_000);
    if (unknown.has(to)) expect(view).toMatchObject({ status: 'failed', messages: [{ status: 'failed' }] });
    else expect(view).toMatchObject({ status: 'completed', messages: [{ status: 'sent', error: null }] });
  }
  const delivered = addresses.filter((to) => !unknown.has(to));
  for (const to of delivered) expect(stack.smtp.mailsTo(to).length).toBeGreaterThanOrEqual(1);
  for (const to of unknown) expect(stack.smtp.mailsTo(to)).toHaveLength(0);

  // Twice only where an outcome was unknown or a request had no answer.
  const twice = delivered.filter((to) => stack.smtp.mailsTo(to).length > 1);
  console.info(`${twice.length} of ${delivered.length} mails arrived more than once`);
  for (const to of twice) {
    const [contact] = await stack.store.contacts.findByKeys([
      `${stack.applicationId}:production:email:${to}`,
    ]);
    const ids = await stack.store.notifications.idsOf(contact?._id ?? '', 10);
    const found = await Promise.all(ids.map((id) => stack.store.notifications.get(id)));
    const unknowns = found
      .flatMap((one) => one?.messages[0]?.attempts ?? [])
      .filter((one) => one.outcome === 'unknown');
    expect(ids.length + unknowns.length).toBeGreaterThan(1);
  }
}, 600_000);

function hash(text: string): number {
  let value = 7;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return value;
}
