import { type TestApplication, makeApplication, newEmail } from '../../support/application';
import { killWorkerAt } from '../../support/dying-processes';
import { eventually } from '../../support/eventually';
import { type Stack, startStack } from '../../support/stack';

interface Run {
  outcome: string;
  accepted: number;
  refused: number;
}

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
  app = await makeApplication(stack);
});
afterAll(() => stack.stop());

test.each(['after-quota', 'after-contacts', 'after-insert'] as const)(
  'RECUR-3: a run whose worker is killed %s sends exactly once to each recipient',
  async (point) => {
    const to = [newEmail(), newEmail(), newEmail()];
    const path = `${app.path}/schedules/production/${point}`;
    await stack.admin.request('PUT', path, { event: 'ping', cron: '0 9 1 1 *', zone: 'UTC', to });
    await killWorkerAt(stack, point, async () => {
      await stack.admin.post(`${path}/run`, {});
    });
    await stack.startWorker();
    const [run] = await eventually('the run to end', async () => {
      const { body } = await stack.admin.get<{ schedule: { last_runs: Run[] } }>(path);
      const { last_runs: runs } = body.schedule;
      return runs[0]?.outcome !== 'running' && runs;
    });
    expect(run).toMatchObject({ outcome: 'sent', accepted: 3, refused: 0 });
    const mails = (): number[] => to.map((one) => stack.smtp.mailsTo(one).length);
    await eventually('the mails', () => mails().every((count) => count > 0));
    expect(mails()).toEqual([1, 1, 1]);
    const { body } = await stack.admin.get<{ usage: { current: object } }>(`${app.path}/usage/production`);
    expect(JSON.stringify(body)).not.toContain('"month":0');
  },
);
