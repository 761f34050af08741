import type { EventDefinition } from '../../../core/events/definition';
import type { Problem } from '../../../core/events/file/problem';
import type { SourceFile } from '../../../core/events/file/read';
import type { VersionMark } from '../../../core/events/version';
import { newId } from '../../../core/shared/ids';
import type { Scope } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';
import type { FoundEvent } from '../../../store/events/events';
import { versionOf } from '../../../store/events/versions';
import type { Admin } from '../../http/access/audit';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { byName, fingerprint } from './fingerprints';
import { readFiles } from './read-files';
import type { EventChange } from './view';

interface Push {
  application: Application;
  scope: Scope;
  files: SourceFile[];
  dryRun: boolean;
  /** Who pushes, and with which tool. */
  mark: Pick<VersionMark, 'by' | 'via' | 'restored'>;
  /** Version of each event that the files are based on; null: there is none. */
  expected: Readonly<Record<string, number | null>>;
}

interface Pushed {
  changes: EventChange[];
  warnings: Problem[];
  /** Fingerprints for the audit log. */
  before: Record<string, string>;
  after: Record<string, string>;
}

/** A checked event, and what is stored under its name. */
interface Compared {
  definition: EventDefinition;
  source: string;
  before?: FoundEvent;
  /** What sends notice. A comment in the file changes nothing. */
  change: EventChange['change'];
  /** Whether the file differs too. */
  isOther: boolean;
}

/** How often a push is compared anew with what others push at the same time. */
const MOST_TRIES = 5;

/**
 * Applies event files, all of them or none if one has a problem. Each event whose file differs
 * gets a version. The others stay as they are.
 */
export async function pushEvents(deps: ApiDeps, push: Push): Promise<Pushed> {
  const { renderer, vault } = deps;
  const { application, files, dryRun } = push;
  const message = 'The event files have problems. Nothing was applied.';
  const { events, warnings } = await readFiles(renderer, application._id, files, { field: 'files', message });
  const sensitive = events.find((event) => event.sensitive);
  if (sensitive && !vault.canSeal) {
    const message = `The event ${sensitive.name} is sensitive, and its content cannot be encrypted. Set ENCRYPTION_KEY for API and worker (docs/reference/settings.md). Nothing was applied.`;
    throw new ApiError('VALIDATION_ERROR', message, { field: 'files' });
  }
  const done: Pushed = { changes: [], warnings, before: byName(), after: byName() };
  const changes = byName<EventChange>();
  let left = events.map((definition, index) => ({ definition, source: files[index]?.content ?? '' }));
  for (let tries = 1; left.length > 0; tries += 1) {
    const compared = await compare(deps, push, left, done);
    refuseUnexpected(compared, push.expected, tries);
    for (const { definition, change, before } of compared)
      changes[definition.name] = { name: definition.name, change, version: before?.version.number ?? null };
    if (dryRun) break;
    const lost = await write(deps, push, compared, changes);
    left = left.filter(({ definition }) => lost.includes(definition.name));
    if (tries === MOST_TRIES && left.length > 0) throw busy(lost);
  }
  done.changes = events.map(({ name }) => changes[name]!);
  return done;
}

/** Reads what is stored under the names of events, and notes the fingerprints of both. */
async function compare(
  { store }: ApiDeps,
  { scope }: Push,
  events: Pick<Compared, 'definition' | 'source'>[],
  { before, after }: Pick<Pushed, 'before' | 'after'>,
): Promise<Compared[]> {
  const names = events.map(({ definition }) => definition.name);
  const known = byName<FoundEvent>();
  for (const { definition } of events) after[definition.name] = await fingerprint(definition);
  await store.events.forEach(scope, names, async (event) => {
    known[event.name] = event;
    before[event.name] = await fingerprint(event.definition);
  });
  return events.map(({ definition, source }) => {
    const stored = known[definition.name];
    const isSame = before[definition.name] === after[definition.name];
    const change = stored === undefined ? 'created' : isSame ? 'unchanged' : 'changed';
    return {
      ...{ definition, source, before: stored, change },
      isOther: change !== 'unchanged' || stored?.source !== source,
    };
  });
}

function refuseUnexpected(compared: Compared[], expected: Push['expected'], tries: number): void {
  const other = compared.find(
    ({ definition: { name }, before }) =>
      Object.hasOwn(expected, name) && expected[name] !== (before?.version.number ?? null),
  );
  if (!other) return;
  const { definition, before } = other;
  const now = before ? `has version ${before.version.number}` : 'is deleted';
  const rest = tries === 1 ? 'Nothing was applied' : 'It was not applied';
  const message = `The event ${definition.name} changed since then. It ${now} now. ${rest}. Compare the files, then push again.`;
  throw new ApiError('EVENT_CHANGED', message);
}

const busy = (names: string[]): ApiError =>
  new ApiError(
    'EVENT_CHANGED',
    `These events changed during the push and were not applied: ${names.join(', ')}. Push again.`,
  );

/** Writes the events that differ, with their versions. Returns the names of those that others have changed in the meantime. */
async function write(
  { store, cached }: ApiDeps,
  { scope, mark }: Push,
  compared: Compared[],
  changes: Record<string, EventChange>,
): Promise<string[]> {
  const differing = compared.filter(({ isOther }) => isOther);
  const created = differing.filter(({ before }) => !before).map(({ definition }) => definition.name);
  const deleted = await store.eventVersions.deleted(scope, { names: created, limit: created.length || 1 });
  const last = new Map(deleted.map(({ name, number }) => [name, number]));
  const updatedAt = new Date();
  const writes = differing.map(({ definition, source, before }) => {
    const number = (before?.version.number ?? last.get(definition.name) ?? 0) + 1;
    const version = { id: newId(), number, ...mark };
    return { ...{ definition, source, updatedAt, version }, over: before?.version.number ?? null };
  });
  await store.eventVersions.addMissing(
    differing.flatMap(({ before }) => (before ? [currentVersion(scope, before)] : [])),
  );
  const lost = await store.events.put(scope, writes);
  cached.clear();
  const kept = writes.filter(({ definition }) => !lost.includes(definition.name));
  await store.eventVersions.record(
    kept.map(({ definition: { name }, source, version }) =>
      versionOf(scope, { name, at: updatedAt, source, mark: version }),
    ),
  );
  for (const { definition, version } of kept) changes[definition.name]!.version = version.number;
  return lost;
}

/** Returns the version that an event has. */
export const currentVersion = (scope: Scope, { name, updatedAt, source, version }: FoundEvent) =>
  versionOf(scope, { name, at: updatedAt, source, mark: version });

/** Returns who makes a version. */
export const authorOf = ({ id, name }: Admin): NonNullable<VersionMark['by']> => ({ id, name });
