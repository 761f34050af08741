import type { Page, Route } from 'playwright-core';

/** How the API may fail: refused by it, answered by a proxy before it, or not reached at all. */
export const FAILURES = {
  '503': (route: Route) =>
    route.fulfill({ status: 503, json: { error: 'MongoDB is away.', code: 'SERVICE_UNAVAILABLE' } }),
  '500 of a proxy': (route: Route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  'a network failure': (route: Route) => route.abort('connectionfailed'),
} as const;

export type Failure = keyof typeof FAILURES;

/** What a page says for each. */
export const SAYS: Record<Failure, RegExp> = {
  '503': /MongoDB is away\./,
  '500 of a proxy': /The API answered 500\./,
  'a network failure': /The API cannot be reached\./,
};

/** Everything but who is signed in. */
const ROUTES = /\/admin\/v1\/(?!session$)/;

/** Fails the requests of the page until it is called. `only`: those of this method. */
export async function failApi(page: Page, how: Failure, only?: string): Promise<() => Promise<void>> {
  const handler = (route: Route): Promise<void> =>
    only === undefined || route.request().method() === only ? FAILURES[how](route) : route.fallback();
  await page.route(ROUTES, handler);
  return () => page.unroute(ROUTES, handler);
}
