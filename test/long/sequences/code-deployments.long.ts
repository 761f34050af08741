import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tsToMs } from '@temporalio/common/lib/time';
import { bundleOf } from '../../../tools/dev/compiled/workflow-bundle';
import { eventually } from '../../support/eventually';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { untilTaskFailed } from '../../support/run-facts';
import { type Stack, startStack } from '../../support/stack';

const workflows = (name: string): Promise<string> =>
  bundleOf(join(__dirname, `../../support/workflows/${name}.ts`));

interface Shown {
  notification: { task_failing: { since: string; attempt: number; error: string } | null };
}

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const send = (to: object): Promise<string> => stack.production.send('trial-ending', { to });
const stepsOf = async (id: string): Promise<string[]> =>
  ((await stack.store.notifications.get(id))?.messages ?? []).map(({ step }) => step);
const signal = (id: string, name: string) =>
  stack.admin.post(`/admin/v1/notifications/${id}/signal`, { name });
/** `npm run replay` over what this stack has run, once Temporal lists it. */
const replayed = (line: string, ...options: string[]): Promise<{ said: string; code: unknown }> =>
  eventually(
    `replay to say: ${line}`,
    () =>
      new Promise<{ said: string; code: unknown } | null>((resolve) => {
        const query = `WorkflowType = "notification" AND TaskQueue = "${stack.name}"`;
        const address = process.env.HELIOGRAPH_TEST_TEMPORAL_ADDRESS ?? '';
        const { namespace } = stack.temporal.options;
        const of = ['--address', address, '--namespace', namespace, '--query', query, ...options];
        execFile(process.execPath, ['--import', 'tsx', 'tools/scripts/replay.ts', ...of], (error, said) =>
          resolve(said.includes(line) ? { said, code: error?.code ?? 0 } : null),
        );
      }),
    60_000,
  );
const changeWorker = async (env: Record<string, string>): Promise<void> => {
  await stack.worker?.stop();
  await stack.startWorker(env);
};

test('SENDs that were renamed while a run sleeps lose none of its messages: the run waits for better code', async () => {
  const to = newAddress();
  const id = await send({ email: to });
  await untilStatus(stack.production, id, 'waiting');
  await changeWorker({ WORKFLOW_BUNDLE: await workflows('renamed') });
  expect(await signal(id, 'converted')).toMatchObject({ status: 200 });
  const failure = await untilTaskFailed(stack, id);
  expect(failure.workflowTaskFailedEventAttributes?.failure?.message).toContain(
    'the history goes on with the SEND reminder-1, the code asks for reminder-2',
  );
  expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  await changeWorker({});
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(await stepsOf(id)).toEqual(['reminder-1', 'thanks']);
  expect(stack.smtp.mailsTo(to)).toHaveLength(2);
});

test('the open runs of a live namespace are replayed, and decide the exit code', async () => {
  const id = await send({ email: newAddress() });
  await untilStatus(stack.production, id, 'waiting');
  const asItIs = await replayed(`ok      ${id} (notification)`);
  expect(asItIs.said).toMatch(/^All \d+ replay\.$/m);
  expect(asItIs.code).toBe(0);
  const change = join(__dirname, '../../replay/changes/unpatched.ts');
  const changed = await replayed(`BREAKS  ${id} (notification): trial-ending: at`, '--workflows', change);
  expect(changed.code).toBe(1);
});

test('the query of docs/guides/changing-sequences.md finds the open runs that a patch has not marked', async () => {
  const old = await send({ email: newAddress() });
  await untilStatus(stack.production, old, 'waiting');
  const change = join(__dirname, '../../replay/changes/patched.ts');
  await changeWorker({ WORKFLOW_BUNDLE: await bundleOf(change) });
  const marked = await send({ email: newAddress() });
  await untilStatus(stack.production, marked, 'waiting');
  expect(await stepsOf(marked)).toEqual(['hint', 'reminder-1']);

  const page = await readFile(join(__dirname, '../../../docs/guides/changing-sequences.md'), 'utf8');
  const [, shown = 'the page has none'] = /temporal -- workflow list --query '(.+)'/.exec(page) ?? [];
  const query = shown.replaceAll('invoice-due', 'trial-ending');
  await eventually('Temporal to list the old run and not the new one', async () => {
    const ids: string[] = [];
    for await (const { workflowId } of stack.temporal.workflow.list({ query })) ids.push(workflowId);
    return ids.includes(old) && !ids.includes(marked);
  });
  // The code as it is could not go on with it.
  await stack.temporal.workflow.getHandle(marked).terminate();
});

test('a notification whose code is missing waits for a worker that has it, whatever its event says by then', async () => {
  const [without, short] = await Promise.all([workflows('without-sequence'), workflows('short')]);
  await changeWorker({ WORKFLOW_BUNDLE: without });
  const to = newAddress();
  const id = await send({ email: to });
  const failure = await untilTaskFailed(stack, id);
  expect(failure.workflowTaskFailedEventAttributes?.failure?.message).toContain('no sequence "trial-ending"');
  expect(await stack.production.notification(id)).toMatchObject({ status: 'running', messages: [] });
  const shown = await eventually('a second attempt', async () => {
    const { body } = await stack.admin.get<Shown>(`/admin/v1/notifications/${id}`);
    return body.notification.task_failing;
  });
  const since = new Date(tsToMs(failure.eventTime)).toISOString();
  expect(shown).toEqual({
    since,
    attempt: expect.any(Number),
    error: expect.stringContaining('no sequence'),
  });
  expect(shown.attempt).toBeGreaterThan(1);

  const content = 'name: trial-ending\ntemplates:\n  email: { en: { subject: Other, text: Words } }\n';
  const path = `/admin/v1/applications/${stack.applicationId}/events/production`;
  const pushed = await stack.admin.request('PUT', path, { files: [{ name: 'trial-ending.yaml', content }] });
  expect(pushed.status).toBe(200);

  await changeWorker({ WORKFLOW_BUNDLE: short });
  await untilStatus(stack.production, id, 'waiting');
  expect(await stepsOf(id)).toEqual(['reminder-1', 'reminder-2']); // called at the same time
  await stack.worker?.kill();
  await stack.startWorker({ WORKFLOW_BUNDLE: short });
  expect(await untilEnded(stack.production, id)).toMatchObject({ status: 'completed' });
  expect(await stepsOf(id)).toEqual(['reminder-1', 'reminder-2', 'of-trial-ending', 'thanks']);
  expect(stack.smtp.mailsTo(to)).toHaveLength(4);
  // What ran is not what the code as it is would have done.
  const only = ['--query', `WorkflowId = "${id}"`];
  const withClosed = await replayed(`BREAKS  ${id} (notification, closed): `, ...only, '--closed');
  expect(withClosed.code).toBe(0);
  expect((await replayed('There is no open run to replay.', ...only)).code).toBe(0);
}, 180_000);
