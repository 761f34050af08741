import { AdminClient } from '../../../cli/admin-client';
import { type AppliedFiles, applyEvents } from '../../../tools/dev/example-events';
import { makeApplication } from '../../support/application';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const fileOf = (text: string) => ({
  name: 'news.yaml',
  content: `templates: { sms: { en: { text: ${text} } } }`,
});

test('npm start applies changed example events, and leaves one as it is that somebody changed on the service', async () => {
  const { id } = await makeApplication(stack);
  const admin = new AdminClient({ url: stack.admin.baseUrl, key: stack.admin.key ?? '' });
  const target = { path: { app: id }, environment: 'sandbox' } as const;
  const applied: AppliedFiles = {};
  const start = (text: string) => applyEvents(admin, { ...target, files: [fileOf(text)], applied });
  const pushByHand = (text: string) =>
    stack.admin.request('PUT', `/admin/v1/applications/${id}/events/sandbox`, { files: [fileOf(text)] });
  const text = async (): Promise<string> =>
    /text: (\w+)/.exec(
      (
        await stack.admin.get<{ event: { source: string } }>(
          `/admin/v1/applications/${id}/events/sandbox/news`,
        )
      ).body.event.source,
    )?.[1] ?? '';

  expect(await start('one')).toEqual({ names: ['news'], changed: [] });
  expect(await start('two')).toEqual({ names: ['news'], changed: [] });
  expect(await text()).toBe('two');

  await pushByHand('hand');
  expect(await start('three')).toEqual({ names: [], changed: ['news'] });
  expect(await text()).toBe('hand');

  await pushByHand('three');
  expect(await start('three')).toEqual({ names: ['news'], changed: [] });
  expect(await start('four')).toEqual({ names: ['news'], changed: [] });
  expect(await text()).toBe('four');
});
