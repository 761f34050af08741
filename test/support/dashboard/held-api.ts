import type { Page } from 'playwright-core';

/** Everything but who is signed in. */
const ROUTES = /\/admin\/v1\/(?!session$)/;

/** Keeps the requests of the page until it is called, as a slow API does. */
export async function heldApi(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(ROUTES, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
