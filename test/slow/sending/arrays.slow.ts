import { eventually } from '../../support/eventually';
import { newAddress } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
});
afterAll(() => stack.stop());

const send = (to: string[]) =>
  stack.production.post<{ notifications: unknown[] }>('/v1/send/welcome', { to });

test('1,000 recipients are accepted within 5 s, and all their mails arrive', async () => {
  const to = Array.from({ length: 1000 }, newAddress);
  const begun = Date.now();
  const answer = await send(to);
  const took = Date.now() - begun;
  expect(answer.status).toBe(200);
  console.info(`1,000 recipients were accepted in ${took} ms`);
  expect(took).toBeLessThan(5000);
  expect(answer.body.notifications).toHaveLength(1000);
  const arrived = (): Map<string, number> =>
    stack.smtp.mails.reduce(
      (seen, { to: [one = ''] }) => seen.set(one, (seen.get(one) ?? 0) + 1),
      new Map<string, number>(),
    );
  await eventually(
    '1,000 mails',
    () => {
      const seen = arrived();
      return to.every((one) => seen.has(one));
    },
    120_000,
  );
  const counts = arrived();
  expect(to.filter((one) => counts.get(one) !== 1)).toEqual([]);
}, 150_000);
