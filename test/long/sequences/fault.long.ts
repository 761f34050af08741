import { join } from 'node:path';
import { createSequenceTester, type SequenceTester } from '../../../workflows/testing/sequence';

let sequences: SequenceTester;
beforeAll(async () => {
  sequences = await createSequenceTester({
    workflowsPath: join(__dirname, '../../support/workflows/asking.ts'),
  });
}, 300_000);
afterAll(() => sequences.stop());

const FAULT =
  /the code of trial-ending fails: waitForReceipt "seen": no SEND "remainder-1" was called before it\n.*asking-code\.ts:\d+/s;
const start = () => sequences.start('trial-ending', { payload: { misspelt: true } });

test('a fault of the code fails the sleep in which it happens at once, with its line', async () => {
  const run = await start();
  const begun = Date.now();
  await expect(run.sleep('30 days')).rejects.toThrow(FAULT);
  // Without the look at the history it would last until the time-out of the test.
  expect(Date.now() - begun).toBeLessThan(60_000);
});

test('later tests of the file are told of it, because the clock of their server stands still', async () => {
  await expect(start()).rejects.toThrow('An earlier test has stopped the clock of this file. Mend it first');
  await expect(start()).rejects.toThrow(FAULT);
});
