import { seriousProblems } from '../support/dashboard/axe';
import type { DashboardData } from '../support/dashboard/data';
import { type FilledDashboard, startFilledDashboard } from '../support/dashboard/filled';
import { inChromium } from '../support/dashboard/in-chromium';
import { type Opened, DESKTOP, PHONE } from '../support/dashboard/open-page';
import { NAMED, PAGES, pagesOf, withIds } from '../support/dashboard/pages';
import { untilLoaded } from '../support/dashboard/until-loaded';

const LOOKS = [DESKTOP, PHONE].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

/**
 * Elements that a mouse can press and a keyboard cannot. A group of tabs or choices has one stop for all, and lines of code fold by
 * keys of the editor. */
const UNREACHABLE = `[...document.querySelectorAll('body *')]
  .filter((element) => getComputedStyle(element).cursor === 'pointer' && element.getClientRects().length > 0 && !element.closest('.cm-gutters')
    // A chart has its numbers and links as a table too.
    && !element.closest('figure:has(button) [role=img]'))
  .filter((element) => {
    const control = element.closest('button, a[href], input, select, textarea, label, summary, [tabindex], [role=option], [role=tab]')
      ?? element.querySelector('button, a[href], input, select, textarea, [tabindex]');
    return !control || (control.tabIndex < 0 && !control.closest('[role=tablist], [role=radiogroup], [aria-hidden=true]')
      && !(control.matches('label') || control.closest('label')) && !control.matches('[data-combobox-option]') && !control.closest('.mantine-Input-section, .mantine-InputWrapper-root, .mantine-Input-wrapper'));
  })
  .map((element) => element.outerHTML.slice(0, 160))`;

/** Windows in which a page itself never scrolls sideways: a phone, and the least one in which lists have all their columns. */
const NARROW = [PHONE, { width: 1000, height: 800 }];

/** Pixels of a page that one has to scroll sideways to. */
const OUTSIDE = 'document.documentElement.scrollWidth - innerWidth';

/** What scrolls sideways by itself on a phone, and what is cut. Code, tabs and diagrams may scroll. */
const SCROLLING = `[...document.querySelectorAll('main *, [role=dialog] *')]
  .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
  .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || element.matches('.mantine-Badge-label'))
  .filter((element) => !element.closest('.cm-editor, pre, [role=tablist], .react-flow, [aria-label^="Translations"]'))
  .map((element) => element.outerHTML.slice(0, 160))`;

inChromium('for everybody', () => {
  let filled: FilledDashboard | undefined;
  let data: DashboardData;
  let opened: Opened;
  beforeAll(async () => {
    filled = await startFilledDashboard();
    ({ data, opened } = filled);
  });
  afterAll(() => filled?.stop());

  const pages = [
    ...PAGES.map(({ path, environment }) => ({ path, environment, app: 'demo' })),
    ...PAGES.filter(({ empty }) => empty).map(({ path, environment }) => ({
      path,
      environment,
      app: 'empty',
    })),
    ...pagesOf(NAMED).map(({ path }) => ({
      path,
      environment: undefined,
      app: 'demo',
    })),
    { path: 'notifications/FAILED', environment: undefined, app: 'demo' },
    { path: 'events/welcome?view=templates', environment: 'sandbox', app: 'demo' },
    { path: 'events/onboarding?view=steps', environment: 'sandbox', app: 'demo' },
    { path: 'account', environment: undefined, app: 'demo' },
    { path: 'no/such/page', environment: undefined, app: 'demo' },
  ];
  const open = async ({ path, app, environment }: (typeof pages)[number]): Promise<void> => {
    await opened.go(withIds(path, data).replace('FAILED', data.failed), { app, environment });
    await untilLoaded(opened.page);
  };

  test.each(pages)(
    '$path of $app: nothing serious by axe, no sideways scroll, all by keyboard',
    async (page) => {
      await open(page);
      const found: Record<string, unknown> = {};
      for (const { viewport, colorScheme } of LOOKS) {
        await opened.page.setViewportSize(viewport);
        await opened.page.emulateMedia({ colorScheme });
        const name = `${colorScheme} ${viewport.width}`;
        const problems = await seriousProblems(opened.page);
        if (problems.length > 0) found[`axe, ${name}`] = problems;
        const outside = await opened.page.evaluate<number>(OUTSIDE);
        if (outside > 0) found[`outside, ${name}`] = outside;
        const unreachable = await opened.page.evaluate<string[]>(UNREACHABLE);
        if (unreachable.length > 0) found[`only by mouse, ${name}`] = unreachable;
      }
      for (const viewport of NARROW) {
        await opened.page.setViewportSize(viewport);
        const outside = await opened.page.evaluate<number>(OUTSIDE);
        if (outside > 0) found[`outside of ${viewport.width}`] = outside;
        const scrolling = await opened.page.evaluate<string[]>(SCROLLING);
        if (scrolling.length > 0) found[`scrolls at ${viewport.width}`] = scrolling;
      }
      await opened.page.setViewportSize(DESKTOP);
      expect(found).toEqual({});
    },
  );
});
