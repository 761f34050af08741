import { failApi, SAYS } from '../support/dashboard/failing-api';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, openWindow, type Opened } from '../support/dashboard/open-page';
import { untilLoaded } from '../support/dashboard/until-loaded';
import { inviteOperator, operatorOf, tokenOf } from '../support/signed-in';
import { type Stack, startStack } from '../support/stack';

const RECEIPT = `
name: receipt
templates:
  email: { en: { subject: 'Your receipt', text: 'Thank you.' } }
`;
const PASSWORD = 'correct horse battery staple';

inChromium('signing in', () => {
  let stack: Stack;
  let opened: Opened;
  beforeAll(async () => {
    stack = await startStack({ events: { 'receipt.yaml': RECEIPT } });
  });
  beforeEach(async () => {
    opened = await openWindow(stack);
  });
  afterEach(async () => {
    expect(opened.wrong).toEqual([]);
    await opened.close();
  });
  afterAll(() => stack.stop());

  const form = () => opened.page.getByRole('heading', { name: 'Sign in to Heliograph' });
  const heading = (name: string) => opened.page.getByRole('heading', { level: 1, name });
  const signIn = async (email: string, password: string): Promise<void> => {
    await opened.page.getByLabel('E-mail address').fill(email);
    await opened.page.getByRole('textbox', { name: 'Password' }).fill(password);
    await opened.page.getByRole('button', { name: 'Sign in' }).click();
  };
  const withPassword = async (): Promise<string> => {
    const { operator, session } = await operatorOf(stack.admin, 'editor');
    await session.request('POST', '/admin/v1/session/new-password', { password: PASSWORD });
    return operator.email;
  };

  test('by a link works once, and the link leaves the address and the history', async () => {
    const { link } = await inviteOperator(stack.admin, 'viewer');
    const fragment = `#signin=${tokenOf(link)}`;
    await opened.page.goto(`/dashboard/demo/production/events${fragment}`);
    await heading('Events').waitFor();
    expect(opened.page.url()).toBe(`${stack.admin.baseUrl}/dashboard/demo/production/events`);

    const other = await openWindow(stack);
    await other.page.goto(`/dashboard/${fragment}`);
    await other.page.getByRole('alert').waitFor();
    await other.page.getByLabel('E-mail address').waitFor();
    await other.close();
  });

  test('by a password leads to the page that was asked for, and a wrong one is refused in words', async () => {
    const email = await withPassword();
    await opened.go('keys');
    await signIn(email, 'a wrong password');
    await opened.page
      .getByRole('alert')
      .getByText(/password/i)
      .waitFor();
    await signIn(email, PASSWORD);
    await heading('Keys').waitFor();
  });

  test('says that the API is away, and works after it is back', async () => {
    const email = await withPassword();
    await opened.go('events');
    const restore = await failApi(opened.page, '503', 'POST');
    await signIn(email, PASSWORD);
    await opened.page.getByRole('alert').filter({ hasText: SAYS['503'] }).waitFor();
    await restore();
    await opened.page.getByRole('button', { name: 'Sign in' }).click();
    await heading('Events').waitFor();
  });

  test('ends by signing out, also for the other tabs and the browser’s way back', async () => {
    await opened.close();
    opened = await openAs(stack, 'viewer');
    await opened.go('events');
    await opened.page.getByRole('button', { name: /Signed in as/ }).click();
    await opened.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await form().waitFor();
    expect(await opened.page.context().cookies()).toEqual([]);
    await opened.page.goBack().catch(() => null);
    await opened.go('contacts');
    await form().waitFor();
  });

  const ended = () => opened.page.getByRole('dialog', { name: 'Your session has ended' });
  const signInAgain = async (): Promise<void> => {
    await ended().getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await ended().getByRole('button', { name: 'Sign in' }).click();
    await ended().waitFor({ state: 'detached' });
  };
  const endSessions = async (): Promise<void> => {
    // A late request of the page would meet the end before the click does.
    await untilLoaded(opened.page);
    await stack.connection.mongoose.collection('sessions').deleteMany({});
  };

  test('is asked for again after the session has ended, above the page where one was', async () => {
    const email = await withPassword();
    await opened.go('keys');
    await signIn(email, PASSWORD);
    await heading('Keys').waitFor();
    await endSessions();
    await opened.page.getByRole('link', { name: 'Contacts' }).click();
    await ended().waitFor();
    expect(opened.page.url()).toContain('/contacts');
    expect(await ended().getByLabel('E-mail address').inputValue()).toBe(email);
    await signInAgain();
    await untilLoaded(opened.page);
    expect(await opened.page.getByRole('alert').count()).toBe(0);

    await endSessions();
    await opened.page.getByRole('link', { name: 'Keys' }).click();
    await ended().getByRole('button', { name: 'Leave this page' }).click();
    await form().waitFor();
  });

  test('keeps what was typed of an event through the end of the session, a reload and a sign-out', async () => {
    const { page } = opened;
    const email = await withPassword();
    const subject = () => page.getByRole('textbox', { name: /Subject/ });
    const save = () => page.getByRole('button', { name: 'Save', exact: true });
    const restored = () => page.getByRole('status').filter({ hasText: 'Your changes are here again' });
    await opened.go('events/receipt?view=templates', { environment: 'sandbox' });
    await signIn(email, PASSWORD);
    await subject().fill('Typed before the end');
    await endSessions();
    await save().click();
    await signInAgain();
    expect(await subject().inputValue()).toBe('Typed before the end');

    // A browser asks before it leaves the page. Playwright accepts that.
    page.on('dialog', (asked) => void asked.accept());
    await page.reload();
    await restored().waitFor();
    expect(await subject().inputValue()).toBe('Typed before the end');

    await page.getByRole('button', { name: /Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const other = await withPassword();
    await signIn(other, PASSWORD);
    await subject().waitFor();
    expect(await subject().inputValue()).not.toBe('Typed before the end');
    await page.getByRole('button', { name: /Signed in as/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await signIn(email, PASSWORD);
    await restored().waitFor();
    await save().click();
    await page.getByText('Saved in sandbox.').waitFor();
    expect(await restored().count()).toBe(0);

    await subject().fill('Dropped');
    await page.reload();
    await restored().getByRole('button', { name: 'Discard them' }).click();
    expect(await subject().inputValue()).toBe('Typed before the end');
    await page.reload();
    await subject().waitFor();
    expect(await restored().count()).toBe(0);
  });
});
