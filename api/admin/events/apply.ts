import { namesOf, PART_KINDS } from '../../../core/events/parts/part';
import type { Scope } from '../../../core/shared/scope';
import type { Store } from '../../../store/store';
import type { ApiDeps } from '../../deps';
import type { Compiled, Work } from './compile';
import type { Progress } from './progress';
import type { Push } from './push-order';
import { removeVersioned, writeVersions } from './write-versions';

interface State {
  progress: Progress;
  work: Work;
}

/** Writes the layouts and partials that differ. Returns what is left of the push if others have changed them in the meantime. */
export async function applyParts(
  { store, cached }: ApiDeps,
  { scope, mark }: Push,
  { parts, removed, madeWith }: Compiled,
  { progress, work }: State,
): Promise<Work | undefined> {
  const differing = parts
    .filter(({ change }) => change !== 'unchanged')
    .map(({ name, part, before }) => ({ name, source: part.content, part, before, mark }));
  const written = await writeVersions(store.partVersions, scope, differing, (writes) =>
    store.parts.put(
      scope,
      writes.map(({ name, source: content, part, updatedAt, version, over }) => ({
        ...{ name, kind: PART_KINDS[part.folder], content, updatedAt, version, over },
      })),
    ),
  );
  for (const [name, { id, number }] of written) {
    progress.parts[name]!.version = number;
    if (number > 1) progress.before[name] ??= `version ${number - 1}`;
    progress.after[name] = `version ${number}`;
    madeWith.set(name, id);
  }
  const left: string[] = [];
  for (const one of removed) {
    const { name, version } = one;
    const isRemoved = await removeVersioned(
      store.partVersions,
      scope,
      { one, by: mark.by },
      {
        remove: () => store.parts.remove(scope, name, version.number),
        find: () => store.parts.find(scope, name),
      },
    );
    if (isRemoved) {
      madeWith.delete(name);
      progress.before[name] = `version ${version.number}`;
    } else left.push(name);
  }
  if (differing.length + removed.length > 0) cached.clear();
  const lost = new Set(differing.filter(({ name }) => !written.has(name)).map(({ part }) => part.shown));
  if (lost.size + left.length === 0) return undefined;
  return { ...work, parts: work.parts.filter(({ name }) => lost.has(name)), removed: left };
}

/**
 * Writes the events that differ. Returns what is left of the push: events that others have changed in the meantime, or
 * whose layouts and partials they have, and events that use the push's own and are new.
 */
export async function applyEvents(
  { store, cached }: ApiDeps,
  { scope, mark }: Push,
  { events, madeWith }: Compiled,
  { progress, work }: State,
): Promise<Work | undefined> {
  const parts = Object.values(progress.parts).map(({ name, change, version }) => ({
    file: name,
    version: change === 'removed' ? null : version,
  }));
  const differing = events
    .filter(({ isOther }) => isOther)
    .map((one) => ({
      ...one,
      name: one.definition.name,
      mark: one.isOwn ? mark : { by: mark.by, via: mark.via, parts },
    }));
  const written = await writeVersions(store.eventVersions, scope, differing, (writes) =>
    store.events.put(scope, writes),
  );
  if (differing.length > 0) cached.clear();
  for (const [name, { id, number }] of written) {
    progress.events[name]!.version = number;
    progress.seen.set(name, id);
    progress.applied.add(name);
  }
  const again = new Set([
    ...differing.map(({ name }) => name).filter((name) => !written.has(name)),
    ...(await madeWithOthers(store, scope, events, madeWith)),
  ]);
  const using = work.changed.length > 0 ? await store.events.using(scope, work.changed) : [];
  for (const [name, id] of using) if (progress.seen.get(name) !== id) again.add(name);
  if (again.size === 0) return undefined;

  const own = new Map(work.events.map((file, index) => [events[index]?.definition.name, file]));
  const users = [...again].filter((name) => !own.has(name));
  return {
    ...{ changed: work.changed, parts: [], removed: [], categories: [], users, again },
    events: [...own].filter(([name = '']) => again.has(name)).map(([, file]) => file),
  };
}

/** Returns the names of the events whose layouts or partials others have changed since they were read. */
async function madeWithOthers(
  { parts }: Store,
  scope: Scope,
  events: Compiled['events'],
  madeWith: Compiled['madeWith'],
): Promise<string[]> {
  if (events.every(({ uses }) => uses.length === 0)) return [];
  const now = await parts.versionIds(scope);
  const files = [...new Set([...now.keys(), ...madeWith.keys()])];
  const changed = namesOf(files.filter((file) => now.get(file) !== madeWith.get(file)));
  return events
    .filter(({ uses }) => uses.some((name) => changed.includes(name)))
    .map(({ definition }) => definition.name);
}
