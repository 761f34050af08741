import type { BrowserContextOptions, Page } from 'playwright-core';
import type { AdminRole } from '../../../core/access/admin-roles';
import { outside } from '../outside';
import { operatorOf } from '../signed-in';
import type { Stack } from '../stack';

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** A page of the dashboard in a browser of its own: no cookies and no storage of another test. */
export interface Opened {
  page: Page;
  /** What went wrong without anybody seeing it: exceptions, and refusals of the Content-Security-Policy. */
  wrong: string[];
  /** Opens a page of an application, such as `events/welcome`. */
  go(path: string, place?: { app?: string; environment?: string }): Promise<void>;
  close(): Promise<void>;
}

/** Opens a browser window. Nobody is signed in. */
export async function openWindow(stack: Stack, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await (
    await outside.browser()
  ).newContext({
    ...{ baseURL: stack.admin.baseUrl, viewport: DESKTOP, reducedMotion: 'reduce' },
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) wrong.push(message.text());
  });
  return {
    page,
    wrong,
    go: async (path, { app = 'demo', environment = 'production' } = {}) => {
      await page.goto(`/dashboard/${app}/${environment}/${path}`);
    },
    close: () => context.close(),
  };
}

/** Opens a window in which a new operator of that role is signed in. */
export async function openAs(
  stack: Stack,
  role: AdminRole,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const [opened, { session }] = await Promise.all([
    openWindow(stack, options),
    operatorOf(stack.admin, role),
  ]);
  const [name = '', ...value] = session.cookie.split('=');
  const cookie = { name, value: value.join('='), url: stack.admin.baseUrl };
  await opened.page.context().addCookies([cookie]);
  return opened;
}
