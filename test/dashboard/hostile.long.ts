import { inChromium } from '../support/dashboard/in-chromium';
import { HOSTILE, HOSTILE_HTML, HOSTILE_NAME } from '../support/dashboard/hostile';
import { openAs, type Opened } from '../support/dashboard/open-page';
import { PAGES } from '../support/dashboard/pages';
import { untilLoaded } from '../support/dashboard/until-loaded';
import { eventually } from '../support/eventually';
import { startHookServer } from '../support/hook-servers';
import { untilEnded } from '../support/journey';
import { type Stack, startStack } from '../support/stack';

const EVENT = `name: hostile
channels: [email]
templates:
  email:
    en:
      subject: 'Hello {{{html}}}'
      html: ${JSON.stringify(HOSTILE_HTML)}
`;
const TO = 'eve@example.org';

inChromium('what others wrote', () => {
  let stack: Stack;
  let opened: Opened;
  let id: string;
  let contact: string;
  let hooks: Awaited<ReturnType<typeof startHookServer>>;
  beforeAll(async () => {
    stack = await startStack({ events: { 'hostile.yaml': EVENT } });
    const { admin, production, sandbox, smtp } = stack;
    hooks = await startHookServer((_, response) => response.writeHead(500).end(HOSTILE_NAME));
    await production.post('/v1/webhooks', {
      url: `${hooks.url}?q=${HOSTILE_NAME}`,
      description: HOSTILE_NAME,
    });
    await admin.post('/admin/v1/applications', { name: 'other' });
    const app = `/admin/v1/applications/${stack.applicationId}`;
    await admin.post(`${app}/keys`, { environment: 'production', label: HOSTILE_NAME });
    await admin.post(`${app}/integrations`, {
      ...{ channel: 'email', provider: 'smtp', name: HOSTILE_NAME.slice(0, 60), check: false },
      settings: { url: smtp.url },
    });
    smtp.answer = () => ({ code: 550, text: `5.1.1 ${HOSTILE.script}${HOSTILE.image}` });
    const send = {
      to: { email: TO, name: HOSTILE_NAME },
      payload: { html: HOSTILE.script + HOSTILE.image, url: 'javascript:top.__ran=1' },
    };
    [id] = await Promise.all([production.send('hostile', send), sandbox.send('hostile', send)]);
    await untilEnded(production, id);
    const { body } = await admin.get<{ notification: { contact_id: string } }>(
      `/admin/v1/notifications/${id}`,
    );
    contact = body.notification.contact_id;
    opened = await openAs(stack, 'owner');
  });
  afterAll(async () => {
    await opened?.close();
    await hooks?.stop();
    await stack.stop();
  });

  const hasRun = () => opened.page.evaluate<unknown>('window.__ran');
  /** Addresses that a click would open as a script. */
  const scriptLinks = () => opened.page.locator('a[href^="javascript:" i]').count();

  test.each([
    ...PAGES.map(({ path, environment }) => ({ path: path.replace('ada@', 'eve@'), environment })),
    { path: 'notifications/ID', environment: undefined },
    { path: 'contacts/CONTACT', environment: undefined },
    { path: 'events/hostile', environment: undefined },
    { path: 'events/hostile?view=templates', environment: 'sandbox' },
    { path: `activity?event=${encodeURIComponent(HOSTILE_NAME)}`, environment: undefined },
  ])('does not run on $path', async ({ path, environment }) => {
    await opened.go(path.replace('ID', id).replace('CONTACT', contact), { environment });
    await untilLoaded(opened.page);
    expect({ ran: await hasRun(), links: await scriptLinks() }).toEqual({ ran: undefined, links: 0 });
  });

  test('is shown as an e-mail in a frame that can do nothing', async () => {
    await opened.go(`notifications/${id}`);
    const frame = opened.page.locator('iframe');
    await frame.waitFor();
    expect(await frame.getAttribute('sandbox')).toBe('');
    await frame.contentFrame().getByRole('heading', { name: 'Hostile mail' }).waitFor();
    await frame.contentFrame().getByRole('link', { name: 'a link' }).click();
    expect(await hasRun()).toBeUndefined();
    expect(opened.page.context().pages()).toHaveLength(1);
  });

  test('would not run even if a page took it for HTML: the Content-Security-Policy refuses it', async () => {
    await opened.go('events');
    const { page } = opened;
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(HOSTILE.image)})`);
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'window.__ran = 1';
      document.body.append(script);
    }`);
    await eventually('the browser to refuse both', () => opened.wrong.length >= 2);
    expect(await hasRun()).toBeUndefined();
  });

  test('breaks no page: no exception, and nothing was refused but what the mail and the test tried', async () => {
    const own = opened.wrong.filter((text) => !/inline|evil\.example|image '.*\/x'|base URI/i.test(text));
    expect(own).toEqual([]);
  });
});
