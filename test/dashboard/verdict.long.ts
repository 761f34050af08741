import type { Page } from 'playwright-core';
import { type TestApplication, makeApplication } from '../support/application';
import { inChromium } from '../support/dashboard/in-chromium';
import { type Opened, openAs } from '../support/dashboard/open-page';
import { eventually } from '../support/eventually';
import { newAddress, untilEnded } from '../support/journey';
import type { ApiServer } from '../support/providers/api-server';
import { startPostmark, TOKEN } from '../support/providers/postmark-server';
import { type Stack, startStack } from '../support/stack';

inChromium('a verdict', () => {
  let stack: Stack;
  let app: TestApplication;
  let postmark: ApiServer;
  let opened: Opened;
  let page: Page;
  beforeAll(async () => {
    stack = await startStack();
    postmark = await startPostmark();
    app = await makeApplication(stack);
    await stack.admin.post(`${app.path}/integrations`, {
      ...{ channel: 'email', provider: 'postmark', name: 'Main account', check: false },
      settings: { server_token: 'a-wrong-token', base_url: postmark.url },
    });
    opened = await openAs(stack, 'owner');
    page = opened.page;
  });
  afterAll(async () => {
    await opened.close();
    await postmark.close();
    await stack.stop();
  });

  const go = (path: string): Promise<void> => opened.go(path, { app: app.id });
  const strip = () => page.getByRole('status', { name: 'What is wrong now' });

  test('a provider that refuses the token is named on each page, from Explain to its form, until it is mended', async () => {
    const to = newAddress();
    await go('overview');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await strip().textContent()).toBe('');

    const sent: string[] = [];
    for (let count = 0; count < 6; count += 1) sent.push(await app.production.send('ping', { to }));
    await eventually('the rest', async () => {
      const { health = {} } = (await stack.store.applications.get(app.id)) ?? {};
      return Object.values(health).some(({ restUntil }) => restUntil !== null);
    });

    await go(`explain?who=${to}`);
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict
      .getByText(/This ping has not left: Main account refuses the credentials since \d\d:\d\d\. \d wait\./)
      .waitFor();
    await strip()
      .getByText(/Main account refuses the credentials/)
      .waitFor();

    await verdict.getByRole('link', { name: /^See the \d$/ }).click();
    await page.getByRole('list').getByRole('listitem').first().waitFor();
    await expect(page.getByLabel('Waits for').inputValue()).resolves.not.toBe('');

    await go(`notifications/${sent[5]}`);
    await verdict.getByText(/has not left/).waitFor();
    await strip()
      .getByRole('link', { name: /Fix.Main account/ })
      .click();
    const form = page.getByRole('dialog', { name: 'Edit Main account' });
    await form.getByLabel('Server token').fill(TOKEN);
    await form.getByRole('button', { name: 'Save the integration' }).click();
    await form.waitFor({ state: 'hidden' });

    for (const id of sent) await untilEnded(app.production, id);
    await go(`explain?who=${to}`);
    await verdict.getByText(/This ping has left over email/).waitFor();
    expect(await strip().textContent()).toBe('');
    expect(opened.wrong).toEqual([]);
  });
});
