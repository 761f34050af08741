import type { Category } from '../../core/preferences/category';
import { makeToken } from '../../core/preferences/token';
import { createVault } from '../../core/shared/vault';
import { makeLinkKey } from '../../store/preferences/link-key';
import { seriousProblems } from '../support/dashboard/axe';
import { inChromium } from '../support/dashboard/in-chromium';
import { DESKTOP, openWindow, PHONE } from '../support/dashboard/open-page';
import { SETTINGS } from '../support/settings';
import { type Stack, startStack } from '../support/stack';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsnachrichten und Sonderangebote';
const CATEGORIES: Category[] = [
  {
    ...{ name: 'news', default: true, bulk: true, position: 1 },
    labels: {
      en: { name: 'News', description: 'What is new, once a month.' },
      ar: { name: 'الأخبار', description: 'كل جديد، مرة في الشهر.' },
    },
  },
  { name: 'offers', labels: { en: { name: LONG } }, default: { sms: false }, position: 2 },
  {
    name: 'security',
    labels: { en: { name: 'Security notices' } },
    default: true,
    required: true,
    position: 3,
  },
];

inChromium('the preference page', () => {
  let stack: Stack;
  let wrong: string[] = [];

  beforeAll(async () => {
    stack = await startStack();
    await stack.store.applications.replaceCategories(stack.applicationId, 'production', {
      before: undefined,
      after: CATEGORIES,
    });
    await stack.store.applications.update(stack.applicationId, {
      brand: { name: 'Acme & Söhne', color: '#ffcc00' },
    });
  });
  afterAll(() => stack.stop());

  /** Makes a contact, and returns the path of a link to it. */
  async function linkOf(email: string, language: string): Promise<string> {
    const { body } = await stack.production.post<{ contact: { uuid: string } }>('/v1/contacts', {
      ...{ email, phone: '+12025550123', language },
    });
    const vault = createVault([Buffer.from(SETTINGS.ENCRYPTION_KEY, 'base64')]);
    const key = await makeLinkKey({ store: stack.store, vault }, { _id: stack.applicationId });
    return makeToken(key!, stack.applicationId, {
      ...{ environment: 'production', contactId: body.contact.uuid, channel: 'email', category: 'news' },
      notificationId: '00000000-0000-4000-8000-000000000000',
    });
  }

  async function open(path: string, options: Parameters<typeof openWindow>[1] = {}) {
    const opened = await openWindow(stack, { baseURL: stack.production.baseUrl, ...options });
    wrong = opened.wrong;
    await opened.page.goto(path);
    return opened;
  }

  const looks = [DESKTOP, PHONE].flatMap((viewport) =>
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      ['en', 'ar'].map((language) => ({ viewport, colorScheme, language })),
    ),
  );
  test.each(looks)('is accessible and fits at $viewport.width, $colorScheme, in $language', async (look) => {
    const token = await linkOf(`look-${looks.indexOf(look)}@example.org`, look.language);
    for (const path of [`/preferences/${token}`, `/preferences/unsubscribe/${token}`, '/preferences/none']) {
      const { page, close } = await open(path, look);
      expect(await seriousProblems(page)).toEqual([]);
      const { scrollWidth } = await page.evaluate<{ scrollWidth: number }>(
        '({ scrollWidth: document.documentElement.scrollWidth })',
      );
      expect(scrollWidth).toBeLessThanOrEqual(look.viewport.width);
      if (path !== '/preferences/none')
        expect(await page.getAttribute('html', 'dir')).toBe(look.language === 'ar' ? 'rtl' : 'ltr');
      if (path === `/preferences/${token}` && look.language === 'ar')
        expect(await page.textContent('main > p')).toContain('\u2068Acme & Söhne\u2069');
      expect(wrong).toEqual([]);
      await close();
    }
  });

  test('works without scripts, and by keyboard', async () => {
    const token = await linkOf('keys@example.org', 'en');
    const { page, close } = await open(`/preferences/${token}`, { javaScriptEnabled: false });
    const news = page.getByRole('group', { name: 'News' }).getByRole('checkbox', { name: 'E-mail' });
    expect(await news.isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await news.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').textContent()).toBe('Your choices are saved.');
    expect(await news.isChecked()).toBe(false);
    expect(await page.getByRole('group', { name: 'Security notices' }).getByRole('checkbox').count()).toBe(0);
    await page.getByRole('button', { name: 'Unsubscribe from all' }).click();
    expect(
      await page.getByRole('group', { name: LONG }).getByRole('checkbox', { name: 'E-mail' }).isChecked(),
    ).toBe(false);
    await close();
  });

  test('asks no other host but that of the logo, which gets no referrer', async () => {
    const application = `/admin/v1/applications/${stack.applicationId}`;
    const logotype = 'https://logo.example/logo.svg';
    await stack.admin.request('PATCH', application, { brand: { name: 'Acme & Söhne', logotype } });
    const token = await linkOf('logo@example.org', 'en');
    const { page, close, wrong: refused } = await openWindow(stack);
    const asked: [url: string, referrer: string | undefined][] = [];
    await page.route('**/*', async (route) => {
      const request = route.request();
      if (request.url().startsWith(stack.production.baseUrl)) return route.continue();
      asked.push([request.url(), (await request.allHeaders()).referer]);
      const body = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>';
      return route.fulfill({ contentType: 'image/svg+xml', body });
    });
    await page.goto(`${stack.production.baseUrl}/preferences/${token}`, { waitUntil: 'networkidle' });
    await page.getByRole('img', { name: 'Acme & Söhne' }).waitFor();
    expect(asked).toEqual([[logotype, undefined]]);
    expect(refused).toEqual([]);
    await close();
  });

  test('asks before it unsubscribes, and subscribes again', async () => {
    const token = await linkOf('ask@example.org', 'en');
    const { page, close } = await open(`/preferences/unsubscribe/${token}`, { javaScriptEnabled: false });
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed from “News” (E-mail).' }).waitFor();
    await page.getByRole('button', { name: 'Subscribe again' }).click();
    await page.getByRole('heading', { name: /again/ }).waitFor();
    await page.getByRole('link', { name: 'All preferences' }).click();
    await page.getByRole('heading', { name: 'Your preferences' }).waitFor();
    await close();
  });
});
