import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';
import { categoriesOf, keepCategories, type Of, putCategories } from '../categories/write';
import type { Compiled } from './compile';

/** Writes the categories that differ, before the events that name them. Returns the application as it is then. */
export async function applyCategories(
  deps: ApiDeps,
  of: Of,
  { categories }: Pick<Compiled, 'categories'>,
): Promise<Application> {
  const differing = categories.filter(({ change }) => change !== 'unchanged');
  if (differing.length === 0) return of.application;
  return putCategories(
    deps,
    of,
    differing.map(({ category }) => category),
  );
}

/** Puts back the categories of the events if they were deleted during the push (PREFERENCE-23). */
export async function keepUsed(deps: ApiDeps, of: Of, { events }: Pick<Compiled, 'events'>): Promise<void> {
  const used = new Set(events.map(({ definition }) => definition.category));
  const kept = categoriesOf(of).filter(({ name }) => used.has(name));
  if (kept.length > 0) await keepCategories(deps, of, kept);
}
