import { failApi, SAYS } from '../support/dashboard/failing-api';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, openWindow, type Opened } from '../support/dashboard/open-page';
import { untilLoaded } from '../support/dashboard/until-loaded';
import { inviteOperator, operatorOf, tokenOf } from '../support/signed-in';
import { type Stack, startStack } from '../support/stack';

const PASSWORD = 'correct horse battery staple';

inChromium('signing in', () => {
  let stack: Stack;
  let opened: Opened;
  beforeAll(async () => {
    stack = await startStack();
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

  test('is asked for again after the session has ended, on the page where one was', async () => {
    const { operator, session } = await operatorOf(stack.admin, 'editor');
    await session.request('POST', '/admin/v1/session/new-password', { password: PASSWORD });
    await opened.go('keys');
    await signIn(operator.email, PASSWORD);
    await heading('Keys').waitFor();
    // A late request of the page would meet the end before the click does.
    await untilLoaded(opened.page);
    await stack.connection.mongoose.collection('sessions').deleteMany({});
    await opened.page.getByRole('link', { name: 'Contacts' }).click();
    await form().waitFor();
    expect(opened.page.url()).toContain('/contacts');
    await signIn(operator.email, PASSWORD);
    await heading('Contacts').waitFor();
  });
});
