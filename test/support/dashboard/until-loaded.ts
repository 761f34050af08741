import type { Page } from 'playwright-core';
import { eventually } from '../eventually';

/** Waits until a page has its heading, and nothing on it says that it loads. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await eventually('the page to have loaded', async () => (await page.getByLabel(/^Loading/).count()) === 0);
}
