import { randomUUID } from 'node:crypto';
import { EMPTY_FIELDS } from '../../core/contacts/fields';
import { listKey } from '../../core/contacts/search';
import { fillDashboard, type DashboardData } from '../support/dashboard/data';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, type Opened } from '../support/dashboard/open-page';
import { PAGES } from '../support/dashboard/pages';
import { untilLoaded } from '../support/dashboard/until-loaded';
import { eventually } from '../support/eventually';
import { type Stack, startStack } from '../support/stack';
import { messageOf, notificationOf } from '../store/documents';

const ROWS = 350;
const CONTACTS = 120;
/** Different requests that a page may make when it opens, those of the shell included. */
const MOST_REQUESTS = 12;

inChromium('long lists', () => {
  let stack: Stack;
  let data: DashboardData;
  let opened: Opened;
  beforeAll(async () => {
    stack = await startStack();
    data = await fillDashboard(stack);
    await fill();
    opened = await openAs(stack, 'owner');
  }, 300_000);
  afterAll(async () => {
    await opened?.close();
    await data?.receiver.stop();
    await stack?.stop();
  });

  /** Stores rows as sends, contacts and changes of the last hours leave them, the newest last. */
  async function fill(): Promise<void> {
    const { mongoose } = stack.connection;
    const { applicationId } = stack;
    const scope = { applicationId, environment: 'production' as const };
    const at = (index: number) => new Date(Date.now() - 7_200_000 + index * 1000);
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const {
        startPending: _1,
        backlogOf: _2,
        ...kept
      } = notificationOf({
        ...{ _id: randomUUID(), applicationId, event: 'old', contactId: randomUUID(), status: 'completed' },
        ...{
          contact: { email: null, name: `Person ${index}` },
          startedAt: at(index),
          completedAt: at(index),
        },
        messages: [messageOf({ status: 'sent', createdAt: at(index), sentAt: at(index) })],
      });
      return kept;
    });
    const contacts = Array.from({ length: CONTACTS }, (_, index) => ({
      ...{ _id: randomUUID(), ...scope, ...EMPTY_FIELDS, externalId: `customer-${index}` },
      identifiers: [`${applicationId}:production:external:customer-${index}`],
      listKeys: [listKey(scope)],
      ...{ meta: '{}', revision: 0, createdAt: at(index), updatedAt: at(index) },
    }));
    const changes = Array.from({ length: CONTACTS }, (_, index) => ({
      ...{ _id: randomUUID(), action: 'key.revoke', at: at(index), outcome: 'done', code: null },
      ...{ by: { id: 'setting', name: `operator ${index}`, role: 'owner' }, address: '127.0.0.1', path: '/' },
      ...{ requestId: 'r', about: [applicationId], before: null, after: null },
    }));
    for (const [name, documents] of Object.entries({ notifications: rows, contacts, audit: changes }))
      await mongoose.collection(name).insertMany(documents as never[]);
  }

  const main = () => opened.page.getByRole('main');
  const at = (label: string) =>
    opened.page.evaluate<number>(
      label === '' ? 'scrollY' : `document.querySelector('[aria-label="${label}"]').scrollTop`,
    );

  test('no page asks for each of its things by itself', async () => {
    const files = Array.from({ length: 12 }, (_, index) => ({
      name: `event-${index}.yaml`,
      content: 'templates: { email: { en: { subject: Hello, text: Hello } } }',
    }));
    const translations = ['de', 'fr', 'sv'].map((language) => ({
      name: `translations/${language}.yaml`,
      content: 'hello: Hello',
    }));
    for (const environment of ['production', 'sandbox']) {
      const path = `/admin/v1/applications/${stack.applicationId}/events/${environment}`;
      const pushed = await stack.admin.request('PUT', path, { files: [...files, ...translations] });
      expect(pushed.status).toBe(200);
    }
    const { page } = opened;
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.startsWith('/admin/')) asked.push(`${url.pathname}${url.search}`);
    });
    const counts: Record<string, number> = {};
    for (const { name, path, environment } of PAGES) {
      asked.length = 0;
      await opened.go(path, { environment });
      await main().getByRole('heading', { level: 1, name }).waitFor();
      await untilLoaded(page);
      counts[path] = new Set(asked).size;
    }
    expect(Object.entries(counts).filter(([, count]) => count > MOST_REQUESTS)).toEqual([]);
  });

  test('Overview shows the providers of its environment only', async () => {
    const at = new Date(Date.now() - (Date.now() % 3_600_000));
    const counts = { 'sent|email|sandbox|sandbox': 1, 'sent|sms|sandbox|sandbox': 1 };
    await stack.connection.mongoose.collection('statistics').insertOne({
      ...{ _id: randomUUID() as never, applicationId: stack.applicationId, environment: 'sandbox' },
      ...{ by: 'hour', at, counts },
    });
    await opened.go('overview', { environment: 'sandbox' });
    const rows = main().getByRole('row').filter({ hasText: 'sandbox inbox' });
    await eventually('both channels', async () => (await rows.count()) === 2);
    await opened.page.evaluate(`history.pushState({}, '', '/dashboard/demo/production/overview')`);
    await main().getByText('demo, production.').waitFor();
    await main()
      .getByRole('row', { name: /^email: Main account/ })
      .waitFor();
    expect(await rows.count()).toBe(0);
  });

  test('"Back" leads to the same place of Activity', async () => {
    await opened.go('activity');
    const list = main().getByRole('region', { name: 'Notifications' });
    const scroll = (pages: number) =>
      eventually('the list to grow', () =>
        opened.page.evaluate<boolean>(
          `(() => { const r = document.querySelector('[aria-label=Notifications]'); r.scrollTop = r.scrollHeight; return r.scrollHeight >= 46 * ${pages} * 100; })()`,
        ),
      );
    await list.waitFor();
    await scroll(3);
    // The end of the list is drawn, and no row moves any more.
    const row = list.getByRole('listitem').filter({ hasText: /Person 0(?!\d)/ });
    await eventually('the oldest row', async () => (await scroll(3)) && (await row.isVisible()));
    const before = await at('Notifications');
    await row.getByRole('link').click();
    await opened.page.waitForURL(/notifications\//);
    await untilLoaded(opened.page);
    await opened.page.goBack();
    await row.waitFor();
    expect(Math.abs((await at('Notifications')) - before)).toBeLessThan(50);
    // Other filters begin at the top.
    await opened.page.getByRole('combobox', { name: 'Status' }).click();
    await opened.page.getByRole('option', { name: 'completed' }).click();
    await list.getByText('Ada Lovelace').first().waitFor();
    expect(await at('Notifications')).toBe(0);
  });

  test.each([
    ['contacts', 'Show more contacts', () => main().getByRole('link', { name: /^customer-/ })],
    ['audit', 'Show older changes', null],
  ])('"Back" leads to the same place of %s', async (path, more, links) => {
    const { page } = opened;
    await opened.go(path);
    await untilLoaded(page);
    await main().getByRole('button', { name: more }).click();
    await eventually('more rows', () => page.evaluate<boolean>('document.body.scrollHeight > 3600'));
    await page.evaluate('scrollTo(0, 3200)');
    await eventually('the scroll', async () => (await at('')) > 3000);
    if (links) {
      const inView = await page.evaluate<string>(
        `[...document.querySelectorAll('main a')].find((a) => a.getBoundingClientRect().top > 200).textContent`,
      );
      await links().filter({ hasText: inView }).first().click();
    } else {
      await page.evaluate(`document.querySelector('nav a[href$="/events"]').click()`);
    }
    await page.waitForURL((url) => !url.pathname.endsWith(`/${path}`));
    await untilLoaded(page);
    await page.goBack();
    await eventually('the same place', async () => Math.abs((await at('')) - 3200) < 60);
  });
});
