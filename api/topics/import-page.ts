import { readEntry, type EntryResult } from '../../core/topics/entry';
import type { ImportCounts } from '../../core/topics/import';
import type { Store } from '../../store/store';
import { countImportRows } from '../../telemetry/audience-metrics';
import type { ImportRow } from '../../store/topics/import-rows';
import type { TopicImport } from '../../store/topics/imports';
import type { Topic } from '../../store/topics/topics';
import type { SendDeps } from '../deps';
import { csvReader, readJsonLine } from '../sending/bulk/read-line';
import { UnreadableLine } from '../sending/bulk/unreadable-line';
import { entriesAs, type Given, type Outcome, subscribe } from './subscribe';

/** Maximum time of pages that are done in one go, milliseconds. */
const GO_MS = 5000;

/** What errors call a row. */
const pathOf = (): string => 'contact';

/** The rows of a page, read. */
interface ReadPage {
  rows: readonly ImportRow[];
  given: Given;
}

/**
 * Returns what does the next pages of an import, for some seconds. It returns whether there may be others, and null if there
 * is no such import. What a page has done is recorded after it, so an attempt after a crash repeats one page, and counts as
 * new who that page has added.
 */
export const createImportPage =
  (deps: SendDeps) =>
  async (importId: string): Promise<{ more: boolean } | null> => {
    const { store } = deps;
    const until = performance.now() + GO_MS;
    let one = await store.topicImports.get(importId);
    if (!one) return null;
    const topic = await store.topics.withId(one.topicId);
    if (!topic || topic.removedAt) return { more: false };
    let ahead: { page: number; read: Promise<ReadPage> } | null = null;
    while (one?.state === 'running') {
      if (performance.now() > until) return { more: true };
      // Another attempt may have gone on from there.
      const isAhead: boolean = ahead?.page === one.page;
      const page: ReadPage = await ((isAhead && ahead?.read) || readPage(store, one, one.page));
      // The next page is read while MongoDB writes this one.
      const next: number = one.page + 1;
      ahead = next < one.pages ? { page: next, read: readPage(store, one, next) } : null;
      ahead?.read.catch(() => undefined);
      one = await writePage(deps, topic, one, page);
    }
    if (one?.state === 'done') await store.importRows.removePages(importId);
    return { more: false };
  };

async function writePage(
  { store, fault }: SendDeps,
  topic: Topic,
  one: TopicImport,
  { rows, given }: ReadPage,
): Promise<TopicImport | null> {
  const { _id, page } = one;
  const outcomes = await subscribe(store, topic, given, `${_id}:${page}`);
  fault('job-page-done');
  const rejected = outcomes.flatMap((outcome, index) => {
    const line = rows[index]?.line;
    if (!('error' in outcome) || line === undefined) return [];
    const { code, message, details } = outcome.error;
    return [{ line, code, message, field: details.field ?? null }];
  });
  await store.importRows.reject(_id, rejected);
  const counts = countsOf(outcomes);
  const after = await store.topicImports.endPage(one, counts, store.now());
  countImportRows(counts);
  await store.importRows.removePage(_id, page);
  return after;
}

/** Reads the rows of a page as lines of a bulk send. */
async function readPage(
  { importRows }: Store,
  { _id, header }: TopicImport,
  page: number,
): Promise<ReadPage> {
  const rows = (await importRows.page(_id, page)) ?? [];
  const readLine = header === null ? readJsonLine : csvReader(header);
  const lines: unknown[] = [];
  for (const row of rows) lines.push((await readLine(row)).to);
  return { rows, given: await entriesAs(lines, pathOf, read) };
}

const read = (line: unknown, path: string): EntryResult =>
  line instanceof UnreadableLine ? line.readAt(path) : readEntry(line, path);

function countsOf(outcomes: readonly Outcome[]): ImportCounts {
  const count = (is: (outcome: Outcome) => boolean): number => outcomes.filter(is).length;
  return {
    subscribed: count((one) => 'isNew' in one && one.isNew),
    already: count((one) => 'isNew' in one && !one.isNew),
    rejected: count((one) => 'error' in one),
  };
}
