import { isEventFile } from '../../../core/events/file-kind';
import type { Problem } from '../../../core/events/file/problem';
import { isPartFile, namesOf } from '../../../core/events/parts/part';
import type { VersionMark } from '../../../core/events/version';
import { isCategoryFile } from '../../../core/preferences/category-name';
import type { Admin } from '../../http/access/audit';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { applyEvents, applyParts } from './apply';
import { applyCategories, keepUsed } from './apply-categories';
import { compile, type Compiled, type Work } from './compile';
import { renderChanges } from './differences';
import { byName } from './fingerprints';
import type { Push } from './push-order';
import { noteCompiled, type Progress, refuseUnexpected } from './progress';
import type { EventChange, PartChange } from './view';
import { refuseUnlinked, withoutLinkUrl } from './unsubscribing';
import { withoutProvider } from './without-provider';

interface Pushed extends Pick<Progress, 'before' | 'after'> {
  changes: EventChange[];
  parts: PartChange[];
  warnings: Problem[];
}

/** How often a push is compared anew with what others push at the same time. */
const MOST_TRIES = 5;

/**
 * Applies files, all of them or none if one has a problem. Each event, layout and partial whose file differs gets a
 * version; categories have none. So does each event that a layout or partial changes. The others stay as they are.
 *
 * Events have their layouts and partials in their definitions. So that none keeps an earlier one when two pushes run at
 * the same time, a push of a layout writes it before it looks for the events that use it, and a push of an event looks at
 * its layouts after it has written the event. Whichever is later sees the other, and recompiles the event.
 */
export async function pushEvents(deps: ApiDeps, push: Push): Promise<Pushed> {
  const { files, dryRun, removed = [], expected } = push;
  const parts = files.filter(isPartFile);
  const changed = namesOf([...parts.map(({ name }) => name), ...removed]);
  const progress: Progress = {
    ...{ events: byName(), parts: byName(), categories: byName(), seen: new Map(), applied: new Set() },
    ...{ before: byName(), after: byName() },
  };
  const categories = files.filter(isCategoryFile);
  const events = files.filter(isEventFile);
  let work: Work | undefined = { events, parts, removed, categories, changed };
  const of = { application: push.application, environment: push.scope.environment };
  let warnings: Problem[] | undefined;
  for (let tries = 1; work; tries += 1) {
    const compiled: Compiled = await compile(
      deps,
      { ...push, application: of.application },
      work,
      tries === 1 ? REFUSED : REFUSED_LATER,
    );
    refuseSensitive(deps, compiled);
    refuseUnlinked({ ...push, application: of.application }, compiled);
    refuseUnexpected(compiled, expected, tries);
    warnings ??= [
      ...compiled.warnings,
      ...withoutProvider(deps, push, compiled.events),
      ...withoutLinkUrl(deps, { ...push, application: of.application }, compiled),
    ];
    noteCompiled(progress, compiled);
    if (push.differences && tries === 1) await renderChanges(deps, push, compiled, progress.events);
    if (dryRun) break;
    of.application = await applyCategories(deps, of, compiled);
    work =
      (await applyParts(deps, push, compiled, { progress, work })) ??
      (await applyEvents(deps, push, compiled, { progress, work }));
    await keepUsed(deps, of, compiled);
    if (tries === MOST_TRIES && work) throw busy(work);
  }
  return {
    changes: [...progress.seen.keys()]
      .map((name) => progress.events[name]!)
      .filter(({ change, isOwn }) => isOwn || change !== 'unchanged')
      .map(({ isOwn: _, ...change }) => change),
    parts: [...Object.values(progress.parts), ...Object.values(progress.categories)],
    warnings: warnings ?? [],
    before: progress.before,
    after: progress.after,
  };
}

const REFUSED = 'The event files have problems. Nothing was applied.';
const REFUSED_LATER =
  'Somebody changed a layout or partial during the push, and these event files have problems with it. The events still have its earlier content. Correct them, then push again.';

function refuseSensitive({ vault }: ApiDeps, { events }: Compiled): void {
  const sensitive = events.find(({ definition }) => definition.sensitive);
  if (!sensitive || vault.canSeal) return;
  const message = `The event ${sensitive.definition.name} is sensitive, and its content cannot be encrypted. Set ENCRYPTION_KEY for API and worker (docs/reference/settings.md). Nothing was applied.`;
  throw new ApiError('VALIDATION_ERROR', message, { field: 'files' });
}

function busy({ again, parts, users = [] }: Work): ApiError {
  const names = [...parts.map(({ name }) => name), ...(again ?? []), ...users].join(', ');
  return new ApiError(
    'EVENT_CHANGED',
    `These changed during the push and were not applied: ${names}. Push again.`,
  );
}

/** Returns who makes a version. */
export const authorOf = ({ id, name }: Admin): NonNullable<VersionMark['by']> => ({ id, name });
