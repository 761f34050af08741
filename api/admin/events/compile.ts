import type { EventDefinition } from '../../../core/events/definition';
import type { Found, Problem } from '../../../core/events/file/problem';
import type { SourceFile } from '../../../core/events/file/source-file';
import { mentionsParts } from '../../../core/events/parts/mentioned';
import { type Part, partOf } from '../../../core/events/parts/part';
import type { Category } from '../../../core/preferences/category';
import { isSameCategory } from '../../../core/preferences/category-text';
import type { Scope } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';
import type { FoundEvent } from '../../../store/events/events';
import type { FoundPart } from '../../../store/events/parts';
import type { ApiDeps } from '../../deps';
import { byName, fingerprint } from './fingerprints';
import { readFiles } from './read-files';

/** What is left to do of a push. */
export interface Work {
  /** Event files. */
  events: SourceFile[];
  /** Files of layouts and partials. */
  parts: SourceFile[];
  /** Parts to remove. */
  removed: readonly string[];
  /** Files of categories. */
  categories: SourceFile[];
  /** Names of the layouts and partials that change, such as `partials/footer`. The stored events that use them are recompiled. */
  changed: readonly string[];
  /** Only these of them. */
  users?: readonly string[];
  /** Names of all events that are recompiled. */
  again?: ReadonlySet<string>;
}

/** A checked event, and what is stored under its name. */
export interface Compared {
  definition: EventDefinition;
  /** The name of its file, as errors show it. */
  file: string;
  source: string;
  /** Names of the layouts and partials that it uses. */
  uses: string[];
  /** Its e-mails in which nothing unsubscribes. */
  unlinked: readonly Found[];
  before?: FoundEvent;
  /** What sends notice. A comment in the file changes nothing. */
  change: 'created' | 'changed' | 'unchanged';
  /** Whether something of it differs. */
  isOther: boolean;
  /** Whether its own file was pushed. Else, one of its layouts and partials was. */
  isOwn: boolean;
  /** Fingerprints of the definitions, for the audit log. */
  prints: { before?: string; after: string };
}

/** A checked layout or partial, and what is stored under its name. */
export interface ComparedPart {
  name: string;
  part: Part;
  before?: FoundPart;
  change: 'created' | 'changed' | 'unchanged';
}

/** A checked category, and what the application has under its name. */
export interface ComparedCategory {
  category: Category;
  before?: Category;
  change: 'created' | 'changed' | 'unchanged';
}

export interface Compiled {
  events: Compared[];
  parts: ComparedPart[];
  categories: ComparedCategory[];
  /** What is stored of the parts to remove. */
  removed: FoundPart[];
  warnings: Problem[];
  /** Ids of the versions of the stored parts that the events are made with, by name. */
  madeWith: Map<string, string>;
}

/**
 * Reads what a push needs, and makes its events, with those that use its layouts and partials. Throws a 400 if
 * something has a problem.
 */
export async function compile(
  { store, renderer }: Pick<ApiDeps, 'store' | 'renderer'>,
  { application, scope }: { application: Pick<Application, '_id' | 'categories'>; scope: Scope },
  work: Work,
  message: string,
): Promise<Compiled> {
  const { events: files, parts: partFiles, removed, changed, categories } = work;
  const storedCategories = application.categories?.[scope.environment] ?? [];
  const usesParts = changed.length > 0 || files.some(({ content }) => mentionsParts(content));
  const stored = usesParts ? await store.parts.list(scope) : [];
  const pushed = new Set(partFiles.map(partOf).map((part) => (typeof part === 'string' ? part : part.file)));
  const kept = stored.filter(({ name }) => !pushed.has(name) && !removed.includes(name));
  const known = byName<FoundEvent>();
  const read = await readFiles(
    renderer,
    application._id,
    {
      ...{ events: files, parts: partFiles, stored: kept.map(({ part }) => part) },
      ...{ categories, storedCategories },
      users: async (names) => {
        const users = await usersOf(store, scope, work, names);
        for (const user of users) known[user.name] = user;
        return users.flatMap(({ name, source }) =>
          source === null ? [] : [{ name: `${name}.yaml`, content: source, shown: `the event ${name}` }],
        );
      },
    },
    { field: 'files', message },
  );
  const names = read.events.map(({ event }) => event.name).filter((name) => !known[name]);
  for (const event of await eventsNamed(store, scope, names)) known[event.name] = event;
  const events: Compared[] = [];
  for (const { event: definition, file, uses, unlinked, source, isOwn } of read.events) {
    const before = known[definition.name];
    const prints = {
      before: before && (await fingerprint(before.definition)),
      after: await fingerprint(definition),
    };
    const change =
      prints.before === undefined ? 'created' : prints.before === prints.after ? 'unchanged' : 'changed';
    const isOther = change !== 'unchanged' || before?.source !== source || before.uses.join() !== uses.join();
    events.push({ definition, file, source, uses, unlinked, before, change, isOther, isOwn, prints });
  }
  return {
    events,
    parts: read.parts.map(({ part }) => {
      const before = stored.find(({ name }) => name === part.file);
      const change = !before ? 'created' : before.source === part.content ? 'unchanged' : 'changed';
      return { name: part.file, part, before, change };
    }),
    categories: read.categories.map((category) => {
      const before = storedCategories.find(({ name }) => name === category.name);
      const change = !before ? 'created' : isSameCategory(before, category) ? 'unchanged' : 'changed';
      return { category, before, change };
    }),
    removed: stored.filter(({ name }) => removed.includes(name)),
    warnings: read.warnings,
    madeWith: new Map(stored.map(({ name, version }) => [name, version.id])),
  };
}

/** Returns the stored events that use what changes, but those that are pushed themselves. */
async function usersOf(
  store: ApiDeps['store'],
  scope: Scope,
  { changed, users }: Work,
  pushed: readonly string[],
): Promise<FoundEvent[]> {
  if (users === undefined && changed.length === 0) return [];
  const names = users ?? [...(await store.events.using(scope, changed)).keys()];
  const found = await eventsNamed(
    store,
    scope,
    names.filter((name) => !pushed.includes(name)),
  );
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const eventsNamed = async (
  { events }: ApiDeps['store'],
  scope: Scope,
  names: string[],
): Promise<FoundEvent[]> => (names.length === 0 ? [] : events.named(scope, names));
