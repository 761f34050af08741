import { spawnSync } from 'node:child_process';

/** A test of a sequence as anybody would write one, in a process whose output can be read. */
const SCRIPT = `
const { createSequenceTester } = require('./workflows/testing/sequence.ts');
createSequenceTester().then(async (sequences) => {
  const run = await sequences.start('trial-ending');
  console.log(await run.ended());
  await sequences.stop();
});`;

test('a test of a sequence writes nothing that only its servers care for', () => {
  const args = ['--import', 'tsx', '--eval', SCRIPT];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const noise = stderr.split('\n').filter((line) => !line.startsWith('Time-skipping Temporal: '));
  expect({ stdout, noise }).toEqual({ stdout: 'completed\n', noise: [''] });
}, 300_000);
