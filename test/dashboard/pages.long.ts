import type { DashboardData } from '../support/dashboard/data';
import { type FilledDashboard, startFilledDashboard } from '../support/dashboard/filled';
import { failApi, type Failure, FAILURES, SAYS } from '../support/dashboard/failing-api';
import { eventually } from '../support/eventually';
import { inChromium } from '../support/dashboard/in-chromium';
import type { Opened } from '../support/dashboard/open-page';
import { NAMED, PAGES, pagesOf, type PageSpec, withIds } from '../support/dashboard/pages';

inChromium('the pages', () => {
  let filled: FilledDashboard | undefined;
  let data: DashboardData;
  let opened: Opened;
  beforeAll(async () => {
    filled = await startFilledDashboard();
    ({ data, opened } = filled);
  });
  afterEach(async () => {
    await opened.page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(opened.wrong.splice(0)).toEqual([]);
  });
  afterAll(() => filled?.stop());

  const main = () => opened.page.getByRole('main');
  const heading = ({ name }: PageSpec) => main().getByRole('heading', { level: 1, name });
  const shown = ({ shows }: PageSpec) => main().getByText(shows).first();

  test.each(PAGES)('$path shows its data', async (spec) => {
    await opened.go(spec.path, spec);
    await heading(spec).waitFor();
    await shown(spec).waitFor();
    await expect(opened.page.title()).resolves.toContain('Heliograph');
    await expect(main().getByRole('alert').count()).resolves.toBe(0);
  });

  test.each(PAGES.filter(({ empty }) => empty !== undefined))('$path says that it is empty', async (spec) => {
    await opened.go(spec.path, { ...spec, app: 'empty' });
    await heading(spec).waitFor();
    await main()
      .getByText(spec.empty ?? '')
      .first()
      .waitFor();
  });

  test('a notification and a contact show their data', async () => {
    for (const spec of pagesOf(data)) {
      await opened.go(spec.path);
      await heading(spec).waitFor();
      await shown(spec).waitFor();
    }
  });

  test.each(['notifications', 'contacts', 'events'])('%s of something that is gone says so', async (path) => {
    await opened.go(`${path}/8c0b6a3e-5d0f-4b3c-9d57-5f2b1d0b7d11`);
    await main().getByRole('alert').getByText('Not found').waitFor();
  });

  const failures = Object.keys(FAILURES) as Failure[];
  const failing = [...PAGES, ...pagesOf(NAMED)].map((spec, index) => ({
    ...spec,
    how: failures[index % failures.length] ?? '503',
  }));
  test.each(failing)('$path says what failed in $how, and recovers', async ({ how, path, ...spec }) => {
    const restore = await failApi(opened.page, how);
    await opened.go(withIds(path, data), spec);
    const alert = main().getByRole('alert').filter({ hasText: SAYS[how] });
    await alert.first().waitFor();
    await restore();
    await recover(opened);
    await shown({ ...spec, path }).waitFor();
    await main().getByRole('alert').first().waitFor({ state: 'detached' });
  });

  test('a page that is open says that the API is away, and keeps what it shows', async () => {
    const [notification, contact] = pagesOf(data);
    for (const spec of [...PAGES.slice(0, 2), notification, contact]) {
      if (!spec) continue;
      await opened.go(spec.path);
      await shown(spec).waitFor();
      const restore = await failApi(opened.page, 'a network failure');
      const alert = main().getByRole('alert').filter({ hasText: SAYS['a network failure'] }).first();
      await eventually('the page to ask again', async () => {
        // As if the window came back from behind another one.
        await opened.page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
        return alert.isVisible();
      });
      await shown(spec).waitFor();
      await restore();
    }
  });
});

/** Presses each "Try again", as a person does who wants all parts of a page back. */
async function recover({ page }: Opened): Promise<void> {
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await again.first().waitFor();
  for (let left = await again.count(); left > 0; left = await again.count()) {
    await again.last().click();
    await again.nth(left - 1).waitFor({ state: 'detached' });
  }
}
