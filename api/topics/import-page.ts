import { readEntry, type EntryResult } from '../../core/topics/entry';
import type { ImportCounts } from '../../core/topics/import';
import type { ImportRow } from '../../store/topics/import-rows';
import type { TopicImport } from '../../store/topics/imports';
import type { Topic } from '../../store/topics/topics';
import type { SendDeps } from '../deps';
import { csvReader, readJsonLine } from '../sending/bulk/read-line';
import { UnreadableLine } from '../sending/bulk/unreadable-line';
import { type Outcome, subscribe } from './subscribe';

/** Maximum time of pages that are done in one go, milliseconds. */
const GO_MS = 5000;

/** What errors call a row. */
const PATH = 'contact';

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
    let found = await store.topicImports.get(importId);
    if (!found) return null;
    const topic = await store.topics.withId(found.topicId);
    if (!topic || topic.removedAt) return { more: false };
    while (found?.state === 'running') {
      if (performance.now() > until) return { more: true };
      await runPage(deps, topic, found);
      found = await store.topicImports.get(importId);
    }
    if (found?.state === 'done') await store.importRows.removePages(importId);
    return { more: false };
  };

async function runPage({ store, fault }: SendDeps, topic: Topic, one: TopicImport): Promise<void> {
  const { _id, page } = one;
  const rows = (await store.importRows.page(_id, page)) ?? [];
  const outcomes = await subscribe(
    store,
    topic,
    { entries: await entriesIn(one, rows), pathOf: () => PATH, read },
    `${_id}:${page}`,
  );
  fault('job-page-done');
  const rejected = outcomes.flatMap((outcome, index) => {
    const line = rows[index]?.line;
    if (!('error' in outcome) || line === undefined) return [];
    const { code, message, details } = outcome.error;
    return [{ line, code, message, field: details.field ?? null }];
  });
  await store.importRows.reject(_id, rejected);
  await store.topicImports.endPage(one, countsOf(outcomes), store.now());
  await store.importRows.removePage(_id, page);
}

/** Reads rows as lines of a bulk send. */
async function entriesIn({ header }: TopicImport, rows: readonly ImportRow[]): Promise<unknown[]> {
  const readLine = header === null ? readJsonLine : csvReader(header);
  return Promise.all(rows.map(async (row) => (await readLine(row)).to));
}

const read = (given: unknown, path: string): EntryResult =>
  given instanceof UnreadableLine ? given.readAt(path) : readEntry(given, path);

function countsOf(outcomes: readonly Outcome[]): ImportCounts {
  const count = (is: (outcome: Outcome) => boolean): number => outcomes.filter(is).length;
  return {
    subscribed: count((one) => 'isNew' in one && one.isNew),
    already: count((one) => 'isNew' in one && !one.isNew),
    rejected: count((one) => 'error' in one),
  };
}
