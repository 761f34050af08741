import { join } from 'node:path';
import {
  type SequenceRun,
  type SequenceTester,
  createSequenceTester,
} from '../../../workflows/testing/sequence';

let sequences: SequenceTester;
beforeAll(async () => {
  sequences = await createSequenceTester({
    workflowsPath: join(__dirname, '../../support/workflows/asking.ts'),
  });
}, 300_000);
afterAll(() => sequences.stop());

const HOUR = 3_600_000;
const weekdayAndTime = (at: Date, timeZone: string): string =>
  at.toLocaleString('en', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
/** A receipt comes for what was sent. */
const soon = (run: SequenceRun): Promise<void> => run.sleep('10 minutes');

test('a receipt ends the wait for it, and a condition is answered from the payload of the run', async () => {
  const run = await sequences.start('trial-ending', { payload: { plan: 'pro' } });
  await soon(run);
  await run.receipt('reminder-1', 'delivered');
  expect(await run.ended()).toBe('completed');
  expect(run.sends.map(({ name }) => name)).toEqual(['reminder-1', 'thanks']);
  expect(run.sends[1]?.afterMs).toBeLessThan(HOUR);
});

test.each([
  ['a receipt that refuses', 'failed', undefined],
  ['a receipt where the condition does not hold', 'delivered', undefined],
  ['no receipt', null, undefined],
  ['no receipt, for a contact with clocks of its own', null, 'America/New_York'],
] as const)('with %s it goes on at the time of day', async (_what, receipt, timezone) => {
  const run = await sequences.start('trial-ending', { contact: { timezone } });
  await soon(run);
  if (receipt) await run.receipt('reminder-1', receipt);
  expect(await run.ended()).toBe('completed');
  const [, last] = run.sends;
  expect(last).toMatchObject({ name: 'last-word', outcome: 'sent' });
  expect(weekdayAndTime(last!.at, timezone ?? 'Europe/Stockholm')).toBe('Monday 09:30');
});

test.each([
  [['b', 'a'], 'delivered-delivered', HOUR / 3],
  [['b'], 'pending-delivered', HOUR],
  [['a'], 'delivered-pending', HOUR],
] as const)('of two waits at once each gets its own receipt (%j)', async (order, expected, afterMs) => {
  const run = await sequences.start('trial-ending', { payload: { two: true } });
  for (const send of order) {
    await soon(run);
    await run.receipt(send, 'delivered');
  }
  expect(await run.ended()).toBe('completed');
  expect(run.sends[2]).toMatchObject({ name: expected });
  expect(Math.abs((run.sends[2]?.afterMs ?? 0) - afterMs)).toBeLessThan(HOUR / 4);
});

test('the window of a digest is open for its whole time after a wait', async () => {
  const run = await sequences.start('trial-ending', { payload: { gathers: true } });
  expect(await run.ended()).toBe('completed');
  expect(run.sends).toMatchObject([{ name: 'summary' }]);
  expect(Math.abs((run.sends[0]?.afterMs ?? 0) - 25 * HOUR)).toBeLessThan(HOUR / 4);
});

test('a SEND in code falls back to the next channel if nothing confirms it in time', async () => {
  const run = await sequences.start('trial-ending', { payload: { fallback: true } });
  expect(await run.ended()).toBe('completed');
  expect(run.sends).toMatchObject([
    { name: 'code', channel: 'sms' },
    { name: 'code>email', channel: 'email' },
  ]);
  expect(Math.abs((run.sends[1]?.afterMs ?? 0) - HOUR)).toBeLessThan(HOUR / 4);
});

test('a receipt of what was not sent fails the test', async () => {
  const run = await sequences.start('trial-ending', { outcomes: { 'reminder-1': 'failed' } });
  await soon(run);
  await expect(run.receipt('reminder-1', 'delivered')).rejects.toThrow(
    'reminder-1 is not sent by now, so it has no receipt; sent are none',
  );
  expect(await run.ended()).toBe('completed');
});

test('what its code fails with fails the test at once, with the line', async () => {
  const run = await sequences.start('trial-ending', { payload: { misspelt: true } });
  const fault =
    /^the code of trial-ending fails: waitForReceipt "seen": no SEND "remainder-1" was called before it\n.*asking-code\.ts:\d+/s;
  await expect(run.ended()).rejects.toThrow(fault);
});
