const KEY = 'heliograph-return';
const PAGES = '/dashboard/';

/** Remembers the open page in this tab, for after a sign-in elsewhere. */
export function rememberPage(): void {
  const { pathname, search } = window.location;
  if (!pathname.endsWith('/sign-in')) window.sessionStorage.setItem(KEY, pathname + search);
}

/** Returns the address of the page that was open before the last sign-in, below `/dashboard`. Null: none was. */
export function rememberedPage(): string | null {
  const page = window.sessionStorage.getItem(KEY);
  return page?.startsWith(PAGES) ? page : null;
}
