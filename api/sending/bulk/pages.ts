import type { ExactNumbers } from '../../../core/shared/json-text';
import { invalid } from '../../http/api-error';
import { MOST_LINE_BYTES, MOST_RECIPIENTS, PAGE_RECIPIENTS } from './limits';
import type { ReadLine } from './read-line';
import type { TextRecord } from '../../../core/sending/records';

/** Recipients that are accepted together. */
export interface Page {
  /** Place among the pages of its request, from 0. */
  index: number;
  to: unknown[];
  /** The line of each recipient. */
  lines: number[];
  exact: ExactNumbers;
}

/**
 * Yields pages of recipients. Where one ends follows from the text alone, so a repeat of the request has the same pages.
 * Throws a 400 for a text with too many recipients, after all pages that fit.
 */
export async function* pagesOf(
  records: AsyncIterable<TextRecord>,
  read: ReadLine,
): AsyncGenerator<Page, void, undefined> {
  const empty = (index: number): Page => ({ index, to: [], lines: [], exact: new Map() });
  let page = empty(0);
  let size = 0;
  let count = 0;
  for await (const record of records) {
    const bytes = record.bytes?.length ?? 0;
    if (page.to.length === PAGE_RECIPIENTS || (page.to.length > 0 && size + bytes > MOST_LINE_BYTES)) {
      yield page;
      [page, size] = [empty(page.index + 1), 0];
    }
    if (count === MOST_RECIPIENTS) {
      if (page.to.length > 0) yield page;
      throw invalid('to', `must have at most ${MOST_RECIPIENTS} recipients`);
    }
    count += 1;
    size += bytes;
    const { to, exact = [] } = await read(record);
    page.to.push(to);
    page.lines.push(record.line);
    for (const [holder, numbers] of exact) page.exact.set(holder, numbers);
  }
  if (page.to.length > 0) yield page;
}
