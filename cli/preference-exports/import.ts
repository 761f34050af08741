import type { Environment } from '../../core/shared/channels';
import type { PreferenceImportEntry } from '../answers';
import type { AppContext } from '../context';
import { entryOf, type Sides } from './entry';
import type { CategoryNames } from './names';
import type { Service } from './person';
import { recordsOf } from './records';
import type { Rejects } from './rejects';

/** Contacts of one request. */
const AT_ONCE = 100;
/** Characters of one request, which may have 1 MB. */
const MOST_CHARACTERS = 500_000;
/** Records between two lines of progress. */
const SHOW_EVERY = 1000;

/** What is read, and how. */
export interface Source extends Pick<Sides, 'categories'> {
  file: string;
  service: Service;
  names: CategoryNames;
  rejects: Rejects;
  /** Shows how far it is. */
  progress: (text: string) => void;
}

/** What is in a file. */
export interface Content {
  records: number;
  people: number;
  unsubscribed: number;
  /** How many people have something that has no counterpart here, by what it is. */
  left: Map<string, number>;
}

/** An entry of a request, and where it comes from. */
interface Sourced {
  line: number;
  entry: PreferenceImportEntry;
}

/** Reads a file, counts what is in it, and hands over what would be written of each person. */
export async function* entriesIn(
  { file, service, names, categories, rejects, progress }: Source,
  content: Content,
): AsyncGenerator<Sourced, undefined, undefined> {
  const sides = { ...service, categories, categoryOf: names.categoryOf };
  for await (const record of recordsOf(file, service)) {
    content.records += 1;
    if (content.records % SHOW_EVERY === 0) progress(`${content.records} records`);
    if ('problem' in record) {
      rejects.add({ line: record.line, code: 'UNREADABLE', error: record.problem });
      continue;
    }
    for (const person of record.people) {
      content.people += 1;
      if (person.unsubscribed) content.unsubscribed += 1;
      const { entry, left } = entryOf(person, sides);
      for (const what of new Set(left)) content.left.set(what, (content.left.get(what) ?? 0) + 1);
      yield { line: record.line, entry };
    }
  }
}

export const nothing = (): Content => ({ records: 0, people: 0, unsubscribed: 0, left: new Map() });

/** Reads a whole file and writes nothing. */
export async function contentOf(source: Source): Promise<Content> {
  const content = nothing();
  for await (const _ of entriesIn(source, content));
  return content;
}

/** What became of the people of a file. */
export type Written = Record<'changed' | 'unchanged' | 'created' | 'kept', number>;

export const noneWritten = (): Written => ({ changed: 0, unchanged: 0, created: 0, kept: 0 });

/** Writes what a file says, and counts it in `written`. It may be repeated: what is as the file says stays as it is. */
export async function importAll(
  { admin, app, path }: AppContext,
  environment: Environment,
  source: Source,
  written: Written,
): Promise<void> {
  const { service, rejects } = source;
  const send = async (batch: Sourced[]): Promise<void> => {
    const { results } = await admin.post(
      `import preferences into "${app}" in ${environment}`,
      '/admin/v1/applications/{app}/preference-imports',
      { ...path, environment, body: { from: service.title, entries: batch.map(({ entry }) => entry) } },
    );
    for (const [index, { status, created, kept, error, code, field }] of results.entries()) {
      if (status === 'rejected') {
        const { line, entry } = batch[index]!;
        const within = (text: string): string => text.replaceAll(/entries\[\d+\]\.?/g, '');
        const who = typeof entry.contact === 'string' ? `${entry.contact}: ` : '';
        rejects.add({ line, code: code ?? '', field: within(field ?? ''), error: who + within(error ?? '') });
        continue;
      }
      written[status] += 1;
      written.created += Number(created);
      written.kept += kept;
    }
  };
  // One request after the other, so that of two records of a person the later counts.
  for await (const batch of batchesOf(entriesIn(source, nothing()))) await send(batch);
}

async function* batchesOf(entries: AsyncIterable<Sourced>): AsyncGenerator<Sourced[], undefined, undefined> {
  let batch: Sourced[] = [];
  let size = 0;
  for await (const one of entries) {
    batch.push(one);
    size += JSON.stringify(one.entry).length;
    if (batch.length < AT_ONCE && size < MOST_CHARACTERS) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
