import type { Browser, Page } from 'playwright-core';
import type { Sample } from './sample-data';
import type { Shot } from './shots';

interface Taking {
  /** Signs in once. */
  link: string;
  sample: Sample;
  shots: readonly Shot[];
}

/** Signs in, and takes each picture after its page has everything. */
export async function* take(browser: Browser, { link, sample, shots }: Taking) {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  await page.goto(link);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const base = link.replace(/#.*/, '').replace(/\/$/, '');
  for (const { name, width, height, scheme, environment, page: pathOf } of shots) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`${base}/${sample.app}/${environment}/${pathOf(sample)}`);
    await untilComplete(page);
    yield { name, png: await page.screenshot({ animations: 'disabled', caret: 'hide' }) };
  }
  await page.close();
}

async function untilComplete(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  const loading = page.getByLabel(/^Loading|^Rendering/);
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' });
  await page.waitForTimeout(300);
}
