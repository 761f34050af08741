import { type SequenceTester, createSequenceTester } from '../../workflows/testing/sequence';

const DAY = 86_400_000;
const eventFile = 'examples/events/trial-ending.yaml';
let sequences: SequenceTester;
// The first time of all the server has to be fetched.
beforeAll(async () => void (sequences = await createSequenceTester()), 300_000);
afterAll(() => sequences.stop());

test('whoever does not buy is reminded after 3 and 8 days, and gets a last word after 15', async () => {
  const run = await sequences.start('trial-ending', { eventFile });
  expect(await run.ended()).toBe('completed');
  const days = run.sends.map(({ name, afterMs }) => [name, Math.round(afterMs / DAY)]);
  expect(days).toEqual([
    ['reminder-1', 0],
    ['reminder-2', 3],
    ['reminder-3', 8],
    ['last-word', 15],
  ]);
});

test('whoever buys is thanked at once and reminded no more', async () => {
  const run = await sequences.start('trial-ending', { eventFile });
  await run.sleep('4 days');
  await run.signal('converted');
  expect(await run.ended()).toBe('completed');
  expect(run.sends.map(({ name }) => name)).toEqual(['reminder-1', 'reminder-2', 'thanks']);
  expect(Math.round((run.sends[2]?.afterMs ?? 0) / DAY)).toBe(4);
});

test('a reminder that fails keeps none of the others from being sent', async () => {
  const run = await sequences.start('trial-ending', { eventFile, outcomes: { 'reminder-1': 'failed' } });
  expect(await run.ended()).toBe('completed');
  expect(run.sends).toHaveLength(4);
});

test('a cancel ends it', async () => {
  const run = await sequences.start('trial-ending', { eventFile });
  await run.sleep('1 day');
  await run.cancel();
  expect(await run.ended()).toBe('stopped');
  expect(run.sends).toHaveLength(1);
});

test('a name that the sequence does not know fails the test', async () => {
  const run = await sequences.start('trial-ending', { eventFile, outcomes: { 'remainder-1': 'failed' } });
  await expect(run.signal('convertde')).rejects.toThrow(
    'trial-ending has no handler for "convertde" by now; it has converted',
  );
  await expect(run.ended()).rejects.toThrow(
    'outcomes names remainder-1; the SENDs were reminder-1, reminder-2, reminder-3, last-word',
  );
});
