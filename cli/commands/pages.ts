import { CliError } from '../errors';
import type { Host } from '../host';

export interface Pages<Page> {
  /** Cursor to begin after. */
  after: string | undefined;
  request: (after: string | undefined) => Promise<Page>;
  /** Adds a page to the totals. */
  add: (page: Page) => void;
  /** Returns the totals so far, for the terminal and for errors. */
  progress: () => string;
  /** Why a repeat does no harm, for errors. */
  repeatable: string;
}

/** Requests all pages one after another, with progress on a terminal. An error says where to continue. */
export async function allPages<Page extends { next: string | null }>(
  { stderr }: Host,
  { after, request, add, progress, repeatable }: Pages<Page>,
): Promise<void> {
  do {
    const page = await request(after).catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      const again = after === undefined ? 'Run it again' : `Run it again, or continue with --after ${after}`;
      throw new CliError(error.message, {
        code: error.code,
        details: [...error.details, `Before the error: ${progress()}.`],
        next: [`${again}: ${repeatable}.`, error.next ?? []].flat().join(' '),
        cause: error,
      });
    });
    add(page);
    after = page.next ?? undefined;
    if (stderr.isTTY) stderr.write(`\r${progress()} `);
  } while (after !== undefined);
  if (stderr.isTTY) stderr.write('\n');
}
