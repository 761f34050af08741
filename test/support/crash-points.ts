import { randomUUID } from 'node:crypto';
import type { FaultPoint } from '../../core/shared/fault-points';
import { dieInRequest } from './dying-processes';
import { eventually } from './eventually';
import { newAddress, untilEnded } from './journey';
import type { Stack } from './stack';

/**
 * Lets an API die at each of these points of a request with an idempotency key, and repeats the request of another: one
 * notification, one mail, one unit of quota.
 */
export function testCrashPoints(stackOf: () => Stack, points: FaultPoint[]): void {
  describe('a process that is killed between reserve and answer', () => {
    test.each(points)(
      'IDEMPOTENCY-9: %s: the repeat makes one notification and one mail, and is counted once',
      async (point) => {
        const stack = stackOf();
        const [to, key] = [newAddress(), randomUUID()];
        const send = (api = stack.production) =>
          api.post('/v1/send/welcome', { to }, { 'idempotency-key': key });
        const used = await quotaUsed(stack);
        await dieInRequest(stack, point, (baseUrl) => send(stack.production.at(baseUrl)));
        const answer = await eventually('the takeover', async () => {
          const again = await send();
          if (again.status !== 200) expect(again.body).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
          return again.status === 200 && again;
        });
        await untilEnded(stack.production, String(answer.body.id), 60_000);
        const [contact] = await stack.store.contacts.findByKeys([
          `${stack.applicationId}:production:email:${to}`,
        ]);
        expect(await stack.store.notifications.idsOf(contact?._id ?? '', 100)).toEqual([answer.body.id]);
        expect(stack.smtp.mailsTo(to)).toHaveLength(1);
        expect(await quotaUsed(stack)).toBe(used + 1);
      },
      120_000,
    );
  });
}

const quotaUsed = (stack: Stack): Promise<number> =>
  stack.store.quotas.used(`${stack.applicationId}:production:month:${new Date().toISOString().slice(0, 7)}`);
