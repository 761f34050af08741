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

/** Returns a query string of what is defined. */
export function queryOf(parameters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters) as [string, string | number | undefined][])
    if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `?${query.toString()}` : '';
}
