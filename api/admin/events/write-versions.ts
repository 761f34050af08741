import { newId } from '../../../core/shared/ids';
import type { Scope } from '../../../core/shared/scope';
import type { VersionMark } from '../../../core/events/version';
import { versionOf, type VersionStore } from '../../../store/events/versions';

/** An event, layout or partial with its version. */
export interface WithVersion {
  name: string;
  updatedAt: Date;
  source: string | null;
  version: VersionMark;
}

/** What is to be stored under a name. */
interface Change {
  name: string;
  source: string;
  /** What it replaces. Absent: there is nothing of this name. */
  before?: WithVersion;
  mark: Pick<VersionMark, 'by' | 'via' | 'restored' | 'parts'>;
}

/** A change as it is written. */
interface Numbered {
  version: VersionMark;
  updatedAt: Date;
  /** Number of the version that it replaces. Null: there is none. */
  over: number | null;
}

/**
 * Writes changes with their versions. `put` writes each only over the version that it replaces, and returns the names of
 * those that others have changed in the meantime. Returns the marks of the others, by name.
 */
export async function writeVersions<One extends Change>(
  versions: VersionStore,
  scope: Scope,
  changes: readonly One[],
  put: (writes: (One & Numbered)[]) => Promise<string[]>,
): Promise<Map<string, VersionMark>> {
  if (changes.length === 0) return new Map();
  const created = changes.filter(({ before }) => !before).map(({ name }) => name);
  const deleted =
    created.length > 0 ? await versions.deleted(scope, { names: created, limit: created.length }) : [];
  const last = new Map(deleted.map(({ name, number }) => [name, number]));
  const updatedAt = new Date();
  const writes = changes.map((change) => {
    const { name, before, mark } = change;
    const number = (before?.version.number ?? last.get(name) ?? 0) + 1;
    return {
      ...change,
      updatedAt,
      version: { id: newId(), number, ...mark },
      over: before?.version.number ?? null,
    };
  });
  await versions.addMissing(changes.flatMap(({ before }) => (before ? [currentVersion(scope, before)] : [])));
  const lost = await put(writes);
  const kept = writes.filter(({ name }) => !lost.includes(name));
  await versions.record(
    kept.map(({ name, source, version }) => versionOf(scope, { name, at: updatedAt, source, mark: version })),
  );
  return new Map(kept.map(({ name, version }) => [name, version]));
}

/** Returns the version that an event, layout or partial has. */
export const currentVersion = (scope: Scope, { name, updatedAt, source, version }: WithVersion) =>
  versionOf(scope, { name, at: updatedAt, source, mark: version });

/**
 * Stores the last version of what is removed, from which it can be restored, then removes it. Returns whether it did:
 * somebody may have changed it in the meantime. `find` returns what there is then.
 */
export async function removeVersioned(
  versions: VersionStore,
  scope: Scope,
  { one, by }: { one: WithVersion; by: VersionMark['by'] },
  { remove, find }: { remove: () => Promise<boolean>; find: () => Promise<WithVersion | null | undefined> },
): Promise<boolean> {
  const { name, source } = one;
  const at = new Date();
  const number = one.version.number + 1;
  const last = versionOf(scope, { name, at, source, mark: { id: newId(), number, by, via: 'delete' } });
  await versions.addMissing([currentVersion(scope, one)]);
  await versions.record([{ ...last, supersededAt: at, isLastOfDeleted: true }]);
  if (await remove()) return true;
  // The winner may have stored its version under the same number before.
  const now = await find();
  if (now) await versions.record([currentVersion(scope, now)]);
  return false;
}
