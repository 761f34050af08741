import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { freePort } from '../../../tools/dev/servers/ports';
import { createCircuitBreaker } from '../../../temporal/circuit-breaker';
import { eventually } from '../../support/eventually';

const DEADLINES = { deadlineMs: 500, probeMs: 100 };
const late = () => new Promise<void>(() => undefined);

const clientOf = (address: string) =>
  new Client({
    connection: Connection.lazy({ address }),
    namespace: process.env.HELIOGRAPH_TEST_TEMPORAL_NAMESPACE,
  });

test('a late call does not count as unreachable while Temporal answers others', async () => {
  const client = clientOf(process.env.HELIOGRAPH_TEST_TEMPORAL_ADDRESS ?? '');
  // A busy machine may need longer than the deadline for an answer.
  await eventually('an answer beside late calls', async () => {
    const changes: boolean[] = [];
    const breaker = createCircuitBreaker(client, { onChange: (isReachable) => changes.push(isReachable) });
    const calls = [breaker.attempt(late), breaker.attempt(late)];
    expect(await Promise.all(calls)).toEqual([false, false]);
    const wasReachable = breaker.isReachable();
    const answered = await breaker.attempt(async () => void (await client.workflowService.getSystemInfo({})));
    breaker.close();
    return wasReachable && answered && changes.length === 0;
  });
  await client.connection.close();
});

test('a call that may last longer goes on after its caller was answered', async () => {
  const client = clientOf(process.env.HELIOGRAPH_TEST_TEMPORAL_ADDRESS ?? '');
  const breaker = createCircuitBreaker(client, { deadlineMs: 200 });
  let isMade = false;
  const slow = async () => {
    await sleep(600);
    await client.workflowService.getSystemInfo({});
    isMade = true;
  };
  expect(await breaker.attempt(slow, { lastsMs: 5000 })).toBe(false);
  expect(isMade).toBe(false);
  await eventually('the call to be made', () => isMade);
  breaker.close();
  await client.connection.close();
});

test('without any answer calls do not wait, and the change is reported once', async () => {
  const client = clientOf(`127.0.0.1:${await freePort()}`);
  const changes: boolean[] = [];
  const breaker = createCircuitBreaker(client, {
    ...DEADLINES,
    onChange: (isReachable) => changes.push(isReachable),
  });
  expect(await Promise.all([breaker.attempt(late), breaker.attempt(late)])).toEqual([false, false]);
  await eventually('Temporal to be away', () => !breaker.isReachable());
  let asked = 0;
  const counted = async () => void (asked += 1);
  expect(await breaker.attempt(counted)).toBe(false);
  expect({ asked, changes }).toEqual({ asked: 0, changes: [false] });
  // The connection stays: the client may still repeat a call after its deadline, and throws where it is closed by then.
  breaker.close();
});
