export interface PageOptions {
  /** Number of entries of a page, at most 100. @default 50 */
  limit?: number;
  /** `next` of the page before. */
  after?: string;
}

/** Yields page after page, until one has no next. */
export async function* pages<Page extends { next: string | null }>(
  read: (after: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let after: string | undefined;
  do {
    const page = await read(after);
    yield page;
    after = page.next ?? undefined;
  } while (after !== undefined);
}

/** Returns a query string of what is defined. An object is `name[key]` for each of its keys. */
export function queryOf(parameters: object): string {
  const query = new URLSearchParams();
  type Value = string | number | Record<string, string> | undefined;
  for (const [name, value] of Object.entries(parameters) as [string, Value][])
    if (typeof value === 'object')
      for (const [key, one] of Object.entries(value)) query.set(`${name}[${key}]`, one);
    else if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `?${query.toString()}` : '';
}
