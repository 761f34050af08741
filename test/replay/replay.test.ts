import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, makeTelemetryFilterString, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { bundleOf } from '../support/bundle';

const HISTORIES = join(__dirname, '../histories');
const names = readdirSync(HISTORIES).filter((name) => name.endsWith('.json'));
const historyOf = (name: string): unknown => JSON.parse(readFileSync(join(HISTORIES, name), 'utf8'));
const bundle = { codePath: process.env.HELIOGRAPH_TEST_BUNDLE ?? '' };

beforeAll(() =>
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    // The run that is to fail would be warned of.
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }), console: {} } },
  }),
);

test('there is a history for each path', () => {
  const paths = [
    'sent',
    'retried',
    'failed',
    'cancelled',
    'sequence',
    'code-sequence',
    'moved',
    'condition',
    'receipt',
    'fallback',
    'wait-until',
    'webhook',
    'webhook-parent',
    'worker-died',
    'send-at',
  ];
  expect(names).toEqual(expect.arrayContaining(paths.map((path) => `${path}.json`)));
});

test.each(names)('%s replays against the workflows as they are', async (name) => {
  await Worker.runReplayHistory({ workflowBundle: bundle, replayName: name }, historyOf(name));
});

test('a workflow that no longer does what its history says is found out', async () => {
  const altered = { codePath: await bundleOf(join(__dirname, 'altered-workflows.ts')) };
  const replay = Worker.runReplayHistory({ workflowBundle: altered }, historyOf('sent.json'));
  await expect(replay).rejects.toThrow(DeterminismViolationError);
});
