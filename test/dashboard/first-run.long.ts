import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, type Opened } from '../support/dashboard/open-page';
import { seriousProblems } from '../support/dashboard/axe';
import { type Stack, startStack } from '../support/stack';

inChromium('an installation without an application', () => {
  let stack: Stack;
  let opened: Opened | undefined;
  beforeAll(async () => {
    stack = await startStack();
    await stack.connection.mongoose.collection('applications').deleteMany({});
  });
  afterEach(async () => {
    expect(opened?.wrong).toEqual([]);
    await opened?.close();
    opened = undefined;
  });
  afterAll(() => stack.stop());

  test('says to a viewer who creates the first one', async () => {
    opened = await openAs(stack, 'viewer');
    await opened.page.goto('/dashboard');
    await opened.page.getByText('An owner or an editor creates the first application.').waitFor();
    expect(await opened.page.getByLabel('Name').count()).toBe(0);
  });

  test('leads from its first page to a mail, and its application is found by a part of its name', async () => {
    opened = await openAs(stack, 'owner');
    const { page } = opened;
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Welcome to Heliograph' }).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByLabel('Name').fill('my shop');
    await button('Create').click();
    await page
      .getByText(/must be 1 to 64 letters/)
      .first()
      .waitFor();
    await page.getByLabel('Name').fill('shop-of-ada');
    await button('Create').click();

    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/shop-of-ada/sandbox/overview');
    await steps.getByRole('button', { name: 'Create an example' }).click();
    await steps.getByRole('button', { name: 'Add the sender' }).click();
    await steps.getByLabel('Recipient').fill('ada@example.org');
    await steps.getByRole('button', { name: 'Send a test' }).click();
    await steps.getByRole('link', { name: 'Open the mail' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sandbox inbox' }).waitFor();
    await page.getByRole('main').getByText('ada@example.org').first().waitFor();

    await button('Application shop-of-ada').click();
    const search = page.locator(':focus[aria-label="Find an application"]');
    await search.waitFor();
    await page.keyboard.type('billing');
    await page.getByText('No application has “billing” in its name.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await button('Application billing').waitFor();
    await button('Application billing').focus();
    await page.keyboard.press('Enter');
    await search.waitFor();
    await page.keyboard.type('OF-AD');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await button('Application shop-of-ada').waitFor();
  });
});
