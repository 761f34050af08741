import type { Page } from 'playwright-core';
import { type TestApplication, makeApplication } from '../support/application';
import { failApi, SAYS } from '../support/dashboard/failing-api';
import { inChromium } from '../support/dashboard/in-chromium';
import { type Opened, openAs } from '../support/dashboard/open-page';
import { eventually } from '../support/eventually';
import { untilEnded } from '../support/journey';
import type { ApiServer } from '../support/providers/api-server';
import { type PostmarkMail, startPostmark, TOKEN } from '../support/providers/postmark-server';
import { type Stack, startStack } from '../support/stack';

/** It gives up soon, so that a refused token is a failure and no wait. On a busy machine it may do so before its first attempt. */
const RECEIPT = `name: receipt
channels: [email]
retry_for: 5s
templates: { email: { en: { subject: Your receipt, text: Hello } } }
`;
const PING = 'templates: { email: { en: { subject: Ping, text: Ping } } }';
const ADA = 'ada@example.org';

inChromium('why did she not get it', () => {
  let stack: Stack;
  let app: TestApplication;
  let postmark: ApiServer;
  let opened: Opened;
  let page: Page;
  beforeAll(async () => {
    stack = await startStack();
    postmark = await startPostmark();
    app = await makeApplication(stack, { 'receipt.yaml': RECEIPT, 'ping.yaml': PING });
    await stack.admin.post(`${app.path}/integrations`, {
      ...{ channel: 'email', provider: 'postmark', name: 'Main account', check: false },
      settings: { server_token: 'an-old-token', base_url: postmark.url },
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
  const verdict = () => page.getByRole('region', { name: 'Verdict' });
  const dialog = () => page.getByRole('dialog');
  const button = (name: string) => dialog().getByRole('button', { name });
  /** Finds her by the keyboard, from any page, and asks what she got. */
  const explainAda = async (): Promise<void> => {
    const search = page.getByRole('combobox', { name: /^Search people/ });
    await page.keyboard.press('ControlOrMeta+k');
    await search.fill(ADA);
    await page.getByRole('option', { name: /^Ada Lovelace/ }).waitFor();
    await search.press('ArrowUp');
    await search.press('Enter');
    await page.waitForURL(/explain\?who=ada/);
  };

  test('she is found, the verdict leads to the token, and after its correction the retry brings the mail', async () => {
    await go('overview');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await strip().textContent()).toBe('');
    await eventually('a receipt that was tried', async () => {
      const failed = await app.production.send('receipt', { to: { email: ADA, name: 'Ada Lovelace' } });
      await untilEnded(app.production, failed);
      return postmark.requests.some(({ body }) => body.includes(ADA));
    });
    const others = ['grace@example.org', 'mary@example.org', 'joan@example.org'];
    await Promise.all(others.map((to) => app.production.send('ping', { to })));
    const incidents = `${app.path}/incidents/production`;
    await eventually('the incident', async () =>
      JSON.stringify((await stack.admin.get(incidents)).body).includes('PROVIDER_RESTING'),
    );
    await go(`explain?who=${others[0]}`);
    const why = /This ping has not left: Main account refuses the credentials since \d\d:\d\d\. 3 wait\./;
    await verdict().getByText(why).waitFor();
    await verdict().getByRole('link', { name: 'See the 3' }).click();
    await page.getByRole('list').getByRole('listitem').first().waitFor();
    await expect(page.getByLabel('Waits for').inputValue()).resolves.not.toBe('');

    await explainAda();
    await verdict()
      .getByText(/This receipt has failed over email.*: Main account refuses the credentials\./)
      .waitFor();
    await strip()
      .getByText(/Main account refuses the credentials/)
      .waitFor();
    await verdict()
      .getByRole('link', { name: /Fix.Main account/ })
      .click();
    const token = page.getByRole('dialog', { name: 'Edit Main account' }).getByLabel('Server token');
    await token.fill(TOKEN);
    // Escape does not lose what was typed.
    await page.keyboard.press('Escape');
    await dialog().getByText('Discard what you typed?').waitFor();
    await button('Keep editing').click();
    expect(await token.inputValue()).toBe(TOKEN);
    const restore = await failApi(page, '503', 'PATCH');
    await button('Save the integration').click();
    await page.getByRole('alert').filter({ hasText: SAYS['503'] }).first().waitFor();
    await page.locator('[data-form-problem]:focus').waitFor();
    await restore();
    await button('Save the integration').click();
    await dialog().waitFor({ state: 'detached' });

    await explainAda();
    await verdict().getByRole('link', { name: 'Open it to retry' }).click();
    await page.getByRole('heading', { level: 1, name: 'receipt' }).waitFor();
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await button('Retry').click();
    await verdict()
      .getByText(/This receipt has left over email/)
      .waitFor();
    const accepted = postmark.requests.filter(({ headers }) => headers['x-postmark-server-token'] === TOKEN);
    const mails = accepted.flatMap(({ json }) => (json ? [json as PostmarkMail] : []));
    expect(mails.filter(({ To }) => To.includes(ADA)).map(({ Subject }) => Subject)).toEqual([
      'Your receipt',
    ]);
    await explainAda();
    await verdict()
      .getByText(/This receipt has left over email/)
      .waitFor();
    expect(await strip().textContent()).toBe('');
    expect(opened.wrong).toEqual([]);
  });
});
