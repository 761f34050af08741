import { noteBacklogs, noteQuota } from '../../../telemetry/application-metrics';
import { registry } from '../../../telemetry/registry';

const linesOf = async (name: string): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith(`heliograph_${name}{`));

test('backlogs show the 100 applications with the most, and the others as one', async () => {
  noteBacklogs(new Map(Array.from({ length: 103 }, (_, index) => [`app-${index}`, index])), 60_000);
  const lines = await linesOf('backlog_notifications');
  expect(lines).toHaveLength(101);
  expect(lines[0]).toBe('heliograph_backlog_notifications{application="app-102"} 102');
  expect(lines).toContain('heliograph_backlog_notifications{application="other"} 3');
  // Another process counts now.
  noteBacklogs(new Map([['app-1', 1]]), -1);
  expect(await linesOf('backlog_notifications')).toEqual([]);
});

test('a quota is shown until its period ends, and not for ever more applications', async () => {
  const use = { environment: 'production', period: 'month', used: 25, limit: 100 } as const;
  const endsAt = Date.now() + 60_000;
  for (let index = 0; index < 1000; index += 1) noteQuota({ ...use, application: `app-${index}`, endsAt });
  const lines = await linesOf('quota_used_ratio');
  expect(lines.length).toBeLessThanOrEqual(300);
  expect(lines).toContain(
    'heliograph_quota_used_ratio{environment="production",period="month",application="app-999"} 0.25',
  );
  noteQuota({ ...use, application: 'app-999', endsAt: Date.now() - 1 });
  expect((await linesOf('quota_used_ratio')).join()).not.toContain('"app-999"');
});
