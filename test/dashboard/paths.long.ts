import { failApi, SAYS } from '../support/dashboard/failing-api';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, type Opened } from '../support/dashboard/open-page';
import { eventually } from '../support/eventually';
import { newAddress } from '../support/journey';
import { type Stack, startStack } from '../support/stack';
import { startWebhookReceiver } from '../support/webhook-receiver';

const RECEIPT = `name: receipt
channels: [email]
templates:
  email:
    en: { subject: Your receipt, text: 'Hello {{name}}' }
`;

const EVERYWHERE = `name: everywhere
channels: [email, sms, slack]
templates:
  email:
    en: { subject: Hello, text: Hello }
    de: { subject: Hallo, text: Hallo }
  sms: { en: { text: Hello }, de: { text: Hallo } }
  slack: { en: { text: Hello } }
`;

inChromium('a person who', () => {
  let stack: Stack;
  let opened: Opened;
  beforeAll(async () => {
    stack = await startStack({ events: { 'receipt.yaml': RECEIPT, 'everywhere.yaml': EVERYWHERE } });
  });
  beforeEach(async () => {
    opened = await openAs(stack, 'owner');
  });
  afterEach(async () => {
    expect(opened.wrong).toEqual([]);
    await opened.close();
  });
  afterAll(() => stack.stop());

  const button = (name: string | RegExp) => opened.page.getByRole('button', { name, exact: true });
  const dialog = () => opened.page.getByRole('dialog');
  const says = (text: RegExp) => opened.page.getByRole('alert').filter({ hasText: text }).first();
  const subjectOf = async (environment: string): Promise<string> => {
    const path = `/admin/v1/applications/${stack.applicationId}/events/${environment}/receipt`;
    return JSON.stringify((await stack.admin.get(path)).body);
  };

  test('opens the page of a contact at its e-mail address, which ends as the name of a file does', async () => {
    const email = newAddress();
    await stack.production.post('/v1/contacts', { email, name: 'Ada Lovelace' });
    await opened.go(`contacts/${email}`);
    await opened.page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
  });

  test('edits a template sees it, sends a test and promotes it, also while the API fails at first', async () => {
    const { page } = opened;
    await opened.go('events/receipt', { environment: 'sandbox' });
    await page.getByRole('tab', { name: 'Templates' }).click();
    await page.getByRole('textbox', { name: /Subject/ }).fill('Your receipt, {{name}}');

    let restore = await failApi(page, '503');
    await button('Save').click();
    await says(SAYS['503']).waitFor();
    await restore();
    await button('Save').click();
    await page.getByText('Saved in sandbox.').waitFor();

    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    await preview.getByRole('tab', { name: 'Sample' }).click();
    const payload = preview.getByRole('textbox', { name: /payload/i });
    await payload.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('{ "name": "Ada" }');
    await preview.getByRole('tab', { name: 'Preview' }).click();
    await preview.getByText('Your receipt, Ada').waitFor();

    await button('Send a test').click();
    await dialog().getByLabel('E-mail address').fill('ada@example.org');
    restore = await failApi(page, 'a network failure');
    await dialog().getByRole('button', { name: 'Send the test' }).click();
    await says(SAYS['a network failure']).waitFor();
    await restore();
    await dialog().getByRole('button', { name: 'Send the test' }).click();
    await dialog().getByRole('status').getByRole('link', { name: 'What happened to it' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });

    await button('Promote to production').click();
    await dialog().getByText('Production is before, sandbox is after.').waitFor();
    restore = await failApi(page, '500 of a proxy');
    await dialog().getByRole('button', { name: 'Promote to production' }).click();
    await says(SAYS['500 of a proxy']).waitFor();
    await restore();
    expect(await subjectOf('production')).not.toContain('Your receipt, {{name}}');
    await dialog().getByRole('button', { name: 'Promote to production' }).click();
    await eventually('production to have it', async () =>
      (await subjectOf('production')).includes('Your receipt, {{name}}'),
    );

    await opened.go('inbox', { environment: 'sandbox' });
    await page.getByRole('main').getByText('Your receipt, Ada').first().waitFor();
  });

  test('sees what a save in production changes and who else edits it before saving', async () => {
    const { page } = opened;
    const other = await openAs(stack, 'editor');
    await Promise.all([other.page.waitForResponse(/\/editing$/), other.go('events/receipt')]);
    await opened.go('events/receipt?view=templates');
    await page.getByText(/has this event open too/).waitFor();
    await page.getByRole('textbox', { name: /Subject/ }).fill('Thank you, {{name}}');
    await button('Save in production').click();
    await dialog().getByText('1 message changes.').waitFor();
    await dialog()
      .getByRole('button', { name: /^receipt, / })
      .click();
    await dialog().getByText('Thank you,').first().waitFor();
    await dialog().getByRole('button', { name: 'Continue editing' }).click();
    expect(await subjectOf('production')).not.toContain('Thank you');
    await button('Save in production').click();
    await dialog().getByRole('button', { name: 'Save in production' }).click();
    await page.getByText('Saved in production.').waitFor();
    expect(await subjectOf('production')).toContain('Thank you, {{name}}');
    await other.close();
  });

  test('tests an event on all its channels, with a result for each', async () => {
    const { page } = opened;
    const results = dialog().getByRole('list', { name: 'Results' }).getByRole('listitem');
    const result = (text: RegExp) => results.filter({ hasText: text });
    const all = () => dialog().getByRole('button', { name: 'Test on all its channels' }).click();
    await opened.go('events/everywhere', { environment: 'sandbox' });
    await button('Send a test').click();
    const address = dialog().getByLabel('E-mail address');
    await address.waitFor();
    // The sample's contact.
    expect(await address.inputValue()).toBe('ada@example.com');
    await address.fill('no address');
    await all();
    await dialog()
      .getByText(/must be an e-mail address/)
      .first()
      .waitFor();
    await dialog().locator('[aria-invalid="true"]:focus').waitFor();
    expect(await results.count()).toBe(0);

    await address.fill('ada@example.org');
    await dialog().getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'de' }).click();
    await all();
    await result(/E-mail: sent/)
      .getByRole('link', { name: 'Open it in the inbox' })
      .waitFor();
    await result(/SMS: sent/).waitFor();
    await result(/Slack: skipped/).waitFor();
    await result(/E-mail: sent/)
      .getByRole('link', { name: 'Open it in the inbox' })
      .click();
    await page.getByRole('main').getByText('Hallo').first().waitFor();

    await opened.go('events/everywhere');
    await button('Send a test').click();
    await dialog().getByLabel('E-mail address').waitFor();
    await dialog().getByLabel('E-mail address').fill('ada@example.org');
    await dialog().getByLabel('Phone number').fill('+12025550123');
    await all();
    await result(/E-mail: sent/).waitFor();
    await result(/SMS: skipped/)
      .getByRole('link', { name: 'Integrations' })
      .waitFor();
  });

  test('creates the webhook endpoint, sees its secret once, tests it, changes it and deletes it', async () => {
    const { page } = opened;
    const receiver = await startWebhookReceiver();
    await opened.go('webhooks', { environment: 'sandbox' });
    await page.getByLabel('URL').fill('https://10.0.0.1/hooks');
    await page.getByRole('checkbox', { name: 'delivery.delivered' }).uncheck();
    await button('Create the endpoint').click();
    await page
      .getByText(/private|public/i)
      .first()
      .waitFor();
    expect(await page.getByLabel('URL').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('URL').fill(receiver.url);
    await button('Create the endpoint').click();
    await page.getByText(/^whsec_/).waitFor();

    await button('Send a test event').click();
    await dialog().getByRole('button', { name: 'Send the test event' }).click();
    await dialog().getByText('It arrived').waitFor();
    await page.keyboard.press('Escape');
    await button('Edit the endpoint').click();
    await dialog().getByLabel('Description').fill('Order system');
    await dialog().getByRole('checkbox', { name: 'delivery.delivered' }).check();
    await dialog().getByRole('button', { name: 'Save the endpoint' }).click();
    await page.getByRole('cell', { name: 'Order system' }).waitFor();
    const path = `/admin/v1/applications/${stack.applicationId}/webhooks/sandbox`;
    const { body } = await stack.admin.get<{ webhook: { enabled_events: string[] } }>(path);
    expect(body.webhook.enabled_events).toContain('delivery.delivered');
    await button('Delete').click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoint in sandbox').waitFor();
    expect(await page.getByText(/^whsec_/).count()).toBe(0);
    await receiver.stop();
  });
});
