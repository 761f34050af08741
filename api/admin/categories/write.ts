import type { Category } from '../../../core/preferences/category';
import { limitProblem, withCategories } from '../../../core/preferences/category-source';
import type { Environment } from '../../../core/shared/channels';
import type { Application } from '../../../store/accounts/applications';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { noApplication } from '../applications/application-in';

type Deps = Pick<ApiDeps, 'store' | 'cached'>;

/** The application, and one of its environments. */
export interface Of {
  application: Application;
  environment: Environment;
}

export const categoriesOf = ({ application, environment }: Of): Category[] =>
  application.categories?.[environment] ?? [];

/** Writes categories over those of the same names. Returns the application as it is then. */
export const putCategories = (deps: Deps, of: Of, categories: readonly Category[]): Promise<Application> =>
  change(deps, of, (stored) => {
    const all = withCategories(stored, categories);
    const problem = limitProblem(all);
    if (problem !== undefined) throw new ApiError('CATEGORIES_FULL', `Nothing was applied: ${problem}.`);
    return all;
  });

/** Removes a category. Returns the application as it is then. */
export const removeCategory = (deps: Deps, of: Of, name: string): Promise<Application> =>
  change(deps, of, (stored) => stored.filter((one) => one.name !== name));

/** Puts back those that are gone although an event or a topic names them: it can be stored while its category is deleted (PREFERENCE-23). */
export async function keepCategories(
  deps: Deps,
  { application, environment }: Of,
  used: readonly Category[],
): Promise<void> {
  const now = await read(deps, application);
  const names = new Set(categoriesOf({ application: now, environment }).map(({ name }) => name));
  const gone = used.filter(({ name }) => !names.has(name));
  if (gone.length > 0) await putCategories(deps, { application: now, environment }, gone);
}

/** Writes the categories only over those that were read. If others were faster, it begins with theirs. */
async function change(
  deps: Deps,
  { application, environment }: Of,
  to: (stored: Category[]) => Category[],
): Promise<Application> {
  const { _id, categories } = application;
  const after = to(categoriesOf({ application, environment }));
  const written = await deps.store.applications.replaceCategories(_id, environment, {
    ...{ before: categories?.[environment], after },
  });
  if (!written) return change(deps, { application: await read(deps, application), environment }, to);
  deps.cached.clear();
  return written;
}

async function read({ store }: Deps, { _id }: Application): Promise<Application> {
  const now = await store.applications.get(_id);
  if (!now) throw noApplication();
  return now;
}
