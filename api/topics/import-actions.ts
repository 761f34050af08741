import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import type { Store } from '../../store/store';
import type { TopicImport } from '../../store/topics/imports';
import type { Topic } from '../../store/topics/topics';
import type { ApiDeps } from '../deps';
import { ApiError } from '../http/api-error';
import { nextCursor, placeOf } from '../http/cursor';
import { importView } from './import-view';

// What routes of callers and of operators do alike with imports.

/** Rejects that are read together. */
const REJECTS = 1000;

export async function importIn(store: Store, topic: Topic, id: string): Promise<TopicImport> {
  const found = await store.topicImports.get(id);
  if (found?.topicId === topic._id) return found;
  throw ApiError.of('IMPORT_NOT_FOUND', []);
}

export async function importsPage(
  store: Store,
  topic: Topic,
  { after, limit }: { after?: string | undefined; limit: number },
) {
  const found = await store.topicImports.list(topic._id, { after: placeOf(after), limit });
  return {
    imports: found.map(importView),
    next: nextCursor(found, limit, ({ startedAt }) => startedAt),
  };
}

/** Stops an import, or lets it continue. Throws a 409 if it is received, or done. */
export async function changeImport(
  { store, dispatcher }: ApiDeps,
  topic: Topic,
  id: string,
  what: 'stop' | 'continue',
): Promise<TopicImport> {
  const before = await importIn(store, topic, id);
  if (what === 'stop') await store.topicImports.stop(id);
  else if (await store.topicImports.resume(id, store.now())) await dispatcher.startJob(before);
  const after = await importIn(store, topic, id);
  if (after.state === (what === 'stop' ? 'stopped' : 'running')) return after;
  throw ApiError.of('IMPORT_STATE', [after.state]);
}

/** Sends the rejects of an import as CSV, as they are read. */
export async function sendRejects(store: Store, one: TopicImport, response: Response): Promise<void> {
  response.type('text/csv; charset=utf-8');
  response.attachment(`rejects-${one._id}.csv`);
  await pipeline(Readable.from(rejectLines(store, one._id)), response);
}

async function* rejectLines(store: Store, importId: string): AsyncGenerator<string, void, undefined> {
  yield 'line,code,field,error\r\n';
  for (let after = 0; ;) {
    const found = await store.importRows.rejects(importId, { after, limit: REJECTS });
    const lines = found.map(({ line, code, field, message }) => [line, code, field ?? '', message]);
    if (lines.length > 0) yield lines.map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('');
    const last = found.length === REJECTS ? found.at(-1) : undefined;
    if (!last) return;
    after = last.line;
  }
}

const quoted = (field: string | number): string => {
  const text = String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
