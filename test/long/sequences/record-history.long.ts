import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { eventually } from '../../support/eventually';
import { historyText } from '../../support/history-text';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';

const NAME = 'Grace Brewster Hopper';
const PAYLOAD = 'a-word-of-the-payload';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

test('a history that `npm run replay -- --record` keeps replays, without ids and addresses', async () => {
  const to = newAddress();
  const id = await stack.production.send('trial-ending', {
    to: { email: to, name: NAME },
    payload: { name: PAYLOAD },
  });
  await untilStatus(stack.production, id, 'waiting');
  await stack.temporal.workflow.getHandle(id).signal('converted');
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  const folder = await mkdtemp(join(tmpdir(), 'recorded-'));
  const file = join(folder, 'run.json');
  const { namespace } = stack.temporal.options;
  const place = ['--address', process.env.HELIOGRAPH_TEST_TEMPORAL_ADDRESS ?? '', '--namespace', namespace];
  const record = (one: string) =>
    promisify(execFile)(process.execPath, [
      ...['--import', 'tsx', 'tools/scripts/replay.ts', '--record', one, ...place, '--file', file],
    ]);
  // What lists runs is behind by moments.
  const stdout = await eventually('the run to be listed', () =>
    record(id).then(
      (done) => done.stdout,
      (error: { stderr: string }) => {
        expect(error.stderr).toContain(`has no run of ${id}`);
        return false;
      },
    ),
  );
  await rm(file);
  const [, wrote = ''] = /^(Wrote .* events)\./m.exec(String(stdout)) ?? [];
  expect(wrote).not.toBe('');
  expect((await record(id.slice(0, 8))).stdout).toContain(wrote);
  expect(stdout).toContain('ok      run (notification)\nAll 1 replay.\n');
  expect(stdout).toContain('It says: ');
  const text = historyText(historyFromJSON(JSON.parse(await readFile(file, 'utf8'))));
  for (const part of ['"code":"trial-ending"', 'reminder-1', 'thanks: email']) expect(text).toContain(part);
  for (const secret of [id, to, NAME, PAYLOAD, stack.applicationId]) expect(text).not.toContain(secret);
  await rm(folder, { recursive: true });
});
