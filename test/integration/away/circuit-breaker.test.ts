import { Client, Connection } from '@temporalio/client';
import { freePort } from '../../../dev/servers/ports';
import { createCircuitBreaker } from '../../../temporal/circuit-breaker';
import { eventually } from '../../support/eventually';

const DEADLINES = { deadlineMs: 500, probeMs: 100 };
const late = () => new Promise<void>(() => undefined);

const clientOf = (address: string) =>
  new Client({
    connection: Connection.lazy({ address }),
    namespace: process.env.HELIOGRAPH_TEST_TEMPORAL_NAMESPACE,
  });

test('a call that is late does not make Temporal away while it answers others', async () => {
  const client = clientOf(process.env.HELIOGRAPH_TEST_TEMPORAL_ADDRESS ?? '');
  const changes: boolean[] = [];
  // Longer than a busy machine needs for an answer.
  const breaker = createCircuitBreaker(client, {
    deadlineMs: 5000,
    onChange: (isAway) => changes.push(isAway),
  });
  const calls = [breaker.attempt(late), breaker.attempt(late)];
  expect(await Promise.all(calls)).toEqual([false, false]);
  expect(breaker.isOpen()).toBe(true);
  expect(await breaker.attempt(async () => void (await client.workflowService.getSystemInfo({})))).toBe(true);
  expect(changes).toEqual([]);
  breaker.close();
  await client.connection.close();
}, 30_000);

test('without any answer calls do not wait, and what was away is noticed once', async () => {
  const client = clientOf(`127.0.0.1:${await freePort()}`);
  const changes: boolean[] = [];
  const breaker = createCircuitBreaker(client, { ...DEADLINES, onChange: (isAway) => changes.push(isAway) });
  expect(await Promise.all([breaker.attempt(late), breaker.attempt(late)])).toEqual([false, false]);
  await eventually('Temporal to be away', () => !breaker.isOpen());
  let asked = 0;
  const counted = async () => void (asked += 1);
  expect(await breaker.attempt(counted)).toBe(false);
  expect({ asked, changes }).toEqual({ asked: 0, changes: [true] });
  // The connection stays: the client may still repeat a call after its deadline, and throws where it is closed by then.
  breaker.close();
}, 30_000);
