import type { z } from 'zod';
import type { Category } from '../../../core/preferences/category';
import { importedChanges } from '../../../core/preferences/imported';
import type { preferenceImportBody } from '../../../core/schemas/preferences';
import type { Scope } from '../../../core/shared/scope';
import { type EntryResult, readEntry } from '../../../core/topics/entry';
import type { Store } from '../../../store/store';
import type { ApiDeps } from '../../deps';
import { ApiError } from '../../http/api-error';
import { contactsOf } from '../../topics/contacts-of';
import { makeChanges } from './change';

type Entry = z.output<typeof preferenceImportBody>['entries'][number];

/** What became of an entry. */
export type ImportOutcome =
  { contactId: string; isNew: boolean; isChanged: boolean; kept: number } | { error: ApiError };

/** What is imported, and who does it. */
export interface PreferenceImport {
  entries: readonly Entry[];
  categories: readonly Category[];
  /** Name of the operator and of the other service. */
  name: string;
}

/**
 * Writes what another service knows of its contacts (PREFERENCE-25). Entries are written one after the other, so of two for
 * one contact the second counts. A repeat changes nothing.
 */
export async function importPreferences(
  deps: ApiDeps,
  scope: Scope,
  { entries, categories, name }: PreferenceImport,
): Promise<ImportOutcome[]> {
  const contacts = await contactsIn(deps.store, scope, entries);
  const outcomes: ImportOutcome[] = [];
  for (const [index, { contact: _, ...input }] of entries.entries()) {
    const found = contacts[index]!;
    if (found instanceof ApiError) {
      outcomes.push({ error: found });
      continue;
    }
    const { contactId, isNew } = found;
    let kept = 0;
    try {
      const { row } = await makeChanges(
        deps,
        { contact: () => Promise.resolve({ _id: contactId }), categories },
        {
          ...{ by: 'import', name, input },
          changesOf: (given, rows) => {
            const imported = importedChanges(given, rows);
            kept = imported.kept;
            return imported.changes;
          },
        },
      );
      outcomes.push({ contactId, isNew, isChanged: row !== null, kept });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcomes.push({ error: within(index, error) });
    }
  }
  return outcomes;
}

/** Returns the contact of each entry, or why there is none. The fields of one that exists are left as they are. */
async function contactsIn(
  store: Store,
  scope: Scope,
  entries: readonly Entry[],
): Promise<({ contactId: string; isNew: boolean } | ApiError)[]> {
  const results = entries.map(({ contact }, index) => ({ index, read: readEntry(contact, pathOf(index)) }));
  const valid = results.flatMap(({ index, read }) => (read.ok ? [{ index, entry: read.entry }] : []));
  const find = (open: typeof valid, writes: boolean) =>
    contactsOf(
      store,
      scope,
      open.map(({ entry }) => entry),
      { writes, pathOf: (at) => pathOf(open[at]?.index ?? at) },
    );
  const found = await find(valid, false);
  const absent = valid.filter(({ entry }, at) => entry.kind === 'described' && isMissing(found[at]!));
  const created = await find(absent, true);
  const isNewAt = new Map(absent.map(({ index }, at) => [index, created[at]!]));
  const at = new Map(valid.map(({ index }, place) => [index, found[place]!]));
  return results.map(({ index, read }) => {
    if (!read.ok) return wrong(read);
    const one = isNewAt.get(index) ?? at.get(index)!;
    return one instanceof ApiError ? one : { contactId: one, isNew: isNewAt.has(index) };
  });
}

/** Returns the error of an entry, with its field as a path into the request. */
function within(index: number, error: ApiError): ApiError {
  const { code, message, details } = error;
  if (details.field === undefined) return error;
  return new ApiError(code, message, { ...details, field: `entries[${index}].${details.field}` });
}

const pathOf = (index: number): string => `entries[${index}].contact`;

const isMissing = (found: string | ApiError): boolean =>
  found instanceof ApiError && found.code === 'CONTACT_NOT_FOUND';

const wrong = ({ message, field }: Extract<EntryResult, { ok: false }>): ApiError =>
  new ApiError('VALIDATION_ERROR', message, { field });
