import { seriousProblems } from '../support/dashboard/axe';
import type { DashboardData } from '../support/dashboard/data';
import { type FilledDashboard, startFilledDashboard } from '../support/dashboard/filled';
import { inChromium } from '../support/dashboard/in-chromium';
import { type Opened, PHONE } from '../support/dashboard/open-page';
import { PAGES } from '../support/dashboard/pages';
import { untilLoaded } from '../support/dashboard/until-loaded';
import { eventually } from '../support/eventually';

/** Buttons of the main part that open a dialog say so by their label. These do something at once. */
const ACT_AT_ONCE =
  /^(Save|Check|Export|Explain|Clear|Move|Copy|Continue|Pause|Resume|Show|Hide|Go |Try|Switch|Reset|Undo|Redo|Set |Only |What |Import |[^ ]+, (email|sms)|[a-z_]+\.[a-z_]+.*by |[A-Z][a-z]+ \d{4}$)/;

inChromium('with a keyboard only', () => {
  let filled: FilledDashboard | undefined;
  let data: DashboardData;
  let opened: Opened;
  beforeAll(async () => {
    filled = await startFilledDashboard();
    ({ data, opened } = filled);
  });
  afterAll(() => filled?.stop());
  const focused = () => opened.page.locator(':focus');
  const press = (key: string) => opened.page.keyboard.press(key);

  test('the first stop is a visible link past the menu', async () => {
    await opened.go('events');
    await untilLoaded(opened.page);
    await press('Tab');
    expect(await focused().textContent()).toBe('To the content');
    const box = await focused().boundingBox();
    expect(box?.width).toBeGreaterThan(60);
    await press('Enter');
    await press('Tab');
    const isInMain = `document.querySelector('main').contains(document.activeElement)`;
    expect(await opened.page.evaluate(isInMain)).toBe(true);
  });

  const withDialogs = [
    ...PAGES.map(({ path, environment }) => ({ path, environment })),
    { path: 'notifications/FAILED', environment: undefined },
    { path: 'contacts/CONTACT', environment: undefined },
    { path: 'events/welcome', environment: 'sandbox' },
  ];
  test.each(withDialogs)(
    'the dialogs of $path open, close by Escape and give the focus back',
    async (page) => {
      await opened.go(page.path.replace('FAILED', data.failed).replace('CONTACT', data.contact), page);
      await untilLoaded(opened.page);
      const main = opened.page.getByRole('main');
      const wrong: string[] = [];
      for (let index = 0; index < (await main.getByRole('button').count()); index += 1) {
        const button = main.getByRole('button').nth(index);
        const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
        if (ACT_AT_ONCE.test(name) || !(await button.isVisible()) || !(await button.isEnabled())) continue;
        if ((await button.getAttribute('type')) === 'submit' || (await button.getAttribute('role'))) continue;
        await button.focus();
        await press('Enter');
        const dialog = opened.page.getByRole('dialog');
        const opens = await dialog.waitFor({ timeout: 20_000 }).then(
          () => true,
          () => false,
        );
        if (!opens) {
          wrong.push(`${name}: opens no dialog`);
          continue;
        }
        wrong.push(...(await seriousProblems(opened.page)).map((problem) => `${name}: ${problem}`));
        await press('Escape');
        await dialog.waitFor({ state: 'detached' });
        const isBack = async (): Promise<boolean> => (await button.and(focused()).count()) > 0;
        // It comes back a moment after the dialog is gone.
        await eventually('the focus', isBack, 10_000).catch(() => wrong.push(`${name}: the focus is lost`));
      }
      expect(wrong).toEqual([]);
    },
  );

  test('a link leads to the heading of its page', async () => {
    await opened.go('events');
    await untilLoaded(opened.page);
    const heading = (name: string) => opened.page.getByRole('heading', { level: 1, name });
    expect(await heading('Events').and(focused()).count()).toBe(0);
    for (const name of ['Contacts', 'Keys']) {
      await opened.page.getByRole('navigation').getByRole('link', { name }).focus();
      await press('Enter');
      await heading(name).and(focused()).waitFor();
    }
  });

  test('the menu of a phone opens, leads to a page and closes', async () => {
    await opened.page.setViewportSize(PHONE);
    await opened.go('events');
    await untilLoaded(opened.page);
    await opened.page.getByRole('button', { name: 'Open the menu' }).focus();
    await press('Enter');
    await opened.page.getByRole('link', { name: 'Contacts' }).focus();
    await press('Enter');
    await opened.page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await opened.page.getByRole('link', { name: 'Contacts' }).waitFor({ state: 'hidden' });
    expect(await opened.page.evaluate('document.title')).toContain('Contacts');
  });
});
