import type { DashboardData } from '../support/dashboard/data';
import { type FilledDashboard, startFilledDashboard } from '../support/dashboard/filled';
import { heldApi } from '../support/dashboard/held-api';
import { inChromium } from '../support/dashboard/in-chromium';
import { DESKTOP, type Opened, PHONE } from '../support/dashboard/open-page';
import { NAMED, PAGES, pagesOf, type PageSpec, withIds } from '../support/dashboard/pages';
import { fillWithArabic, type RightToLeft } from '../support/dashboard/right-to-left';
import { untilLoaded } from '../support/dashboard/until-loaded';
import { eventually } from '../support/eventually';

/** What a window of 1280 by 800 pixels is at 200 % (WCAG 2.2, 1.4.10). */
const ZOOMED = { width: 640, height: 400 };
/** Sum of a page's layout shifts that readers do not notice (web.dev/articles/cls). */
const QUIET_SHIFT = 0.1;

const WATCH = `{
  window.shift_ = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shift_ += value;
  }).observe({ type: 'layout-shift', buffered: true });
}`;

/** Texts with letters or characters from right to left whose element gives them no direction. */
const NOT_ISOLATED = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { data, parentElement: element } = texts.currentNode;
    if (!/[\\u0590-\\u08ff\\u202e]/.test(data) || element.getClientRects().length === 0) continue;
    if (!element.closest('script, style, bdi, [dir], .pre, .cm-editor')) found.push(element.outerHTML.slice(0, 200));
  }
  return found;
})()`;

inChromium('each page', () => {
  let filled: FilledDashboard | undefined;
  let data: DashboardData;
  let arabic: RightToLeft;
  let opened: Opened;
  beforeAll(async () => {
    filled = await startFilledDashboard();
    ({ data, opened } = filled);
    arabic = await fillWithArabic(filled.stack);
    await opened.page.addInitScript(WATCH);
  });
  afterEach(async () => {
    await opened.page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(opened.wrong.splice(0)).toEqual([]);
  });
  afterAll(() => filled?.stop());

  const main = () => opened.page.getByRole('main');
  const pages: PageSpec[] = [
    ...PAGES,
    ...pagesOf(NAMED),
    { name: 'Contacts', path: 'contacts?tab=suppressions', shows: 'Lift', empty: 'No address is suppressed' },
  ];
  const pathOf = ({ path }: PageSpec): string =>
    withIds(path, { ...data, sent: arabic.sent, contact: arabic.contact })
      .replace('ada@', 'layla@')
      .replace('events/welcome', `events/${arabic.event}`);

  test.each(pages)('$path has a title while the API is slow, says that it loads, and fits', async (spec) => {
    const { page } = opened;
    const release = await heldApi(page);
    await opened.go(pathOf(spec), spec);
    await main().getByRole('heading', { level: 1 }).waitFor();
    await main()
      .getByLabel(/^Loading/)
      .first()
      .waitFor();
    if (spec.empty !== undefined)
      await expect(main().getByText(spec.empty).filter({ visible: true }).count()).resolves.toBe(0);
    release();
    await untilLoaded(page);
    expect(await page.evaluate<number>('window.shift_')).toBeLessThan(QUIET_SHIFT);
    await page.setViewportSize(ZOOMED);
    const tooWide = 'document.documentElement.scrollWidth - innerWidth';
    await eventually('nothing to be outside of the window', async () => (await page.evaluate(tooWide)) === 0);
    expect(await page.evaluate<string[]>(NOT_ISOLATED)).toEqual([]);
    await page.setViewportSize(DESKTOP);
  });

  test.each([
    ['contacts', () => main().getByRole('searchbox', { name: 'Search' }).fill('ada'), '1 contact'],
    ['overview', () => main().getByText('7 days').click(), 'Notifications accepted'],
    [
      'usage',
      () =>
        main()
          .getByRole('button', { name: / 20\d\d$/ })
          .click(),
      'Nothing was sent in',
    ],
  ] as const)('%s fades what it shows until the answer to what was asked comes', async (path, ask, shows) => {
    await opened.go(path);
    await untilLoaded(opened.page);
    const release = await heldApi(opened.page);
    await ask();
    const earlier = main().locator('[aria-busy=true]');
    await earlier.getByLabel('Loading').waitFor();
    release();
    await earlier.waitFor({ state: 'detached' });
    await main().getByText(shows).first().waitFor();
  });

  test('a notification that is paused while it waits says by whom, and why', async () => {
    await opened.go(`notifications/${arabic.sent}`);
    await main().getByText(arabic.reason).waitFor();
  });

  test('a provider that is paused is so on the overview', async () => {
    await opened.go('overview');
    const providers = main().getByRole('region', { name: 'Providers' });
    const row = providers.getByRole('row').filter({ hasText: arabic.integration });
    await row.getByText('paused', { exact: true }).waitFor();
  });

  test('a narrow window shows rows below few filters, and preferences and addresses one below the other', async () => {
    const { page } = opened;
    await page.setViewportSize(ZOOMED);
    await opened.go('activity');
    const first = main().getByRole('region', { name: 'Notifications' });
    await first.waitFor();
    expect((await first.boundingBox())?.y).toBeLessThan(ZOOMED.height);
    await expect(main().getByRole('textbox', { name: 'Contact' }).count()).resolves.toBe(0);
    await main().getByRole('button', { name: 'More filters' }).click();
    await main().getByRole('textbox', { name: 'Contact' }).waitFor();
    await page.setViewportSize(PHONE);
    await opened.go(`contacts/${data.contact}`);
    const sms = main()
      .getByRole('region', { name: 'Offers' })
      .getByRole('combobox', { name: 'Offers over SMS' });
    const suppress = main().getByRole('table', { name: 'Addresses' }).getByRole('button').first();
    for (const one of [sms, suppress]) {
      const { x = -1, width = 0 } = (await one.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(PHONE.width);
    }
    await page.setViewportSize(DESKTOP);
  });

  test('two clicks on a button send one request while the API is slow', async () => {
    const { page } = opened;
    await opened.go('keys');
    await main().getByRole('button', { name: 'Create an API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Label' }).fill('twice');
    const asked: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
    const release = await heldApi(page);
    await dialog.getByRole('button', { name: /^Create/ }).dblclick();
    await dialog.getByRole('textbox', { name: 'Label' }).press('Enter');
    release();
    await main().getByText('The new API key').waitFor();
    expect(asked).toHaveLength(1);
  });

  test('the heading of a page that has loaded has the focus that a link gave to the page', async () => {
    await opened.go('contacts');
    await main().getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    const release = await heldApi(opened.page);
    await main().getByRole('link', { name: 'Ada Lovelace' }).press('Enter');
    await main().getByRole('heading', { level: 1, name: 'Contact', exact: true }).waitFor();
    release();
    await main().getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    expect(await opened.page.evaluate<string>('document.activeElement.tagName')).toBe('H1');
  });
});
