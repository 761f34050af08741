import { spawnSync } from 'node:child_process';

test('a Temporal that does not respond is named, with what to do', () => {
  const args = ['--import', 'tsx', 'tools/scripts/replay.ts', '--address', '127.0.0.1:1'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe(
    'Temporal does not respond at 127.0.0.1:1. Give --address as the workers have it in TEMPORAL_ADDRESS ' +
      '(after npm start it is in .data/dev.json), and --tls if the server needs it.\n',
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});
