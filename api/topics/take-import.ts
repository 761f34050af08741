import type { Request, Response } from 'express';
import { newId } from '../../core/shared/ids';
import {
  type ImportFormat,
  IMPORT_PAGE,
  IMPORT_PAGE_BYTES,
  MOST_ROWS,
  NO_ROWS,
} from '../../core/topics/import';
import type { ImportRow } from '../../store/topics/import-rows';
import type { TopicImport } from '../../store/topics/imports';
import type { Topic } from '../../store/topics/topics';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import { bulkFormatOf } from '../sending/bulk/formats';
import { MOST_LINE_BYTES } from '../sending/bulk/limits';
import { bodyOf } from '../sending/bulk/read-body';
import { csvHeader, csvReader } from '../sending/bulk/read-line';
import { recordsIn } from '../../core/sending/records';

/**
 * Takes a file of contacts. Its rows are stored as they arrive, and read later. The update that lets the import begin is the
 * commit: after it, the answer is 201. A file that did not come whole imports nothing.
 */
export async function takeImport(
  deps: ApiDeps,
  topic: Topic,
  { request, response }: { request: Request; response: Response },
): Promise<TopicImport> {
  const { store, dispatcher } = deps;
  const format = bulkFormatOf(request);
  if (format === null)
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send a file as text/csv or application/x-ndjson.');
  const one = newImport(topic, format, store.now());
  await store.topicImports.insert(one);
  try {
    const body = bodyOf(request, response, deps.importMaxBytes);
    const file = await storeRows(deps, one, body);
    const begun = await store.topicImports.begin(one._id, file, store.now());
    if (!begun) throw ApiError.of('IMPORT_NOT_FOUND', []);
    await dispatcher.startJob(begun);
    return begun;
  } catch (error) {
    await store.importRows.removeOf(one._id);
    await store.topicImports.remove(one._id);
    throw error;
  }
}

const newImport = (topic: Topic, format: ImportFormat, startedAt: Date): TopicImport => ({
  ...{ _id: newId(), applicationId: topic.applicationId, environment: topic.environment },
  ...{ topicId: topic._id, format, header: null, state: 'receiving', rows: 0, pages: 0, page: 0 },
  ...{ counts: NO_ROWS, startedAt, endedAt: null },
});

/** Stores the rows of a file in pages. One is read while the one before is stored, so two are in memory at most. */
async function storeRows(
  { store: { importRows } }: ApiDeps,
  { _id, format }: TopicImport,
  body: AsyncIterable<Buffer>,
): Promise<Pick<TopicImport, 'header' | 'rows' | 'pages'>> {
  const records = recordsIn(body, { most: MOST_LINE_BYTES, quoted: format === 'csv' });
  const header = format === 'csv' ? await csvHeader(records) : null;
  if (header !== null) csvReader(header);
  let page: ImportRow[] = [];
  let [rows, pages, size] = [0, 0, 0];
  let stored: Promise<void> = Promise.resolve();
  const end = async (): Promise<void> => {
    await stored;
    if (page.length === 0) return;
    stored = importRows.addPage(_id, pages, page);
    // The next page, or the end, throws it.
    stored.catch(() => undefined);
    pages += 1;
    [page, size] = [[], 0];
  };
  try {
    for await (const record of records) {
      const bytes = record.bytes?.length ?? 0;
      if (page.length === IMPORT_PAGE || size + bytes > IMPORT_PAGE_BYTES) await end();
      if (rows === MOST_ROWS)
        throw new ApiError(
          'VALIDATION_ERROR',
          `A file can have at most ${MOST_ROWS} rows. Nothing was imported.`,
        );
      rows += 1;
      size += bytes;
      page.push(record);
    }
    await end();
    await stored;
  } finally {
    // A page of a refused file must not arrive after the others were removed.
    await stored.catch(() => undefined);
  }
  if (rows === 0) throw new ApiError('VALIDATION_ERROR', 'The file must have at least one contact.');
  return { header, rows, pages };
}
