import type { SourceFile } from '../core/events/file/source-file';
import { categoryFile } from '../core/preferences/category-name';
import { categoryText } from '../core/preferences/category-text';
import type { Environment } from '../core/shared/channels';
import type { AppContext } from './context';
import { CliError } from './errors';

/** Returns the layouts, partials and translations of an environment; with `event`, those that the event uses. */
export async function pushedParts(
  { admin, app, path }: Pick<AppContext, 'admin' | 'app' | 'path'>,
  environment: Environment,
  event?: string,
): Promise<SourceFile[]> {
  const { parts } = await admin
    .get(
      `list the layouts, partials and translations of ${environment} of "${app}"`,
      '/admin/v1/applications/{app}/parts/{environment}',
      { ...path, environment },
    )
    .catch((error: unknown) => {
      // An older release of the service has none.
      if (error instanceof CliError && error.code === 'ROUTE_NOT_FOUND') return { parts: [] };
      throw error;
    });
  const found: SourceFile[] = [];
  for (const { name, events } of parts) {
    if (event !== undefined && !events.includes(event)) continue;
    const [folder = '', file = ''] = name.split('/');
    const { part } = await admin.get(
      `read ${name} of ${environment} of "${app}"`,
      '/admin/v1/applications/{app}/parts/{environment}/{folder}/{file}',
      { ...path, environment, folder, file },
    );
    found.push({ name, content: part.content });
  }
  return found;
}

/** Returns the files of the categories of an environment. They may have been written in another way than as files. */
export async function pushedCategories(
  { admin, app, path }: Pick<AppContext, 'admin' | 'app' | 'path'>,
  environment: Environment,
): Promise<SourceFile[]> {
  const { categories } = await admin
    .get(
      `list the categories of ${environment} of "${app}"`,
      '/admin/v1/applications/{app}/categories/{environment}',
      { ...path, environment },
    )
    .catch((error: unknown) => {
      // An older release of the service has none.
      if (error instanceof CliError && error.code === 'ROUTE_NOT_FOUND') return { categories: [] };
      throw error;
    });
  return categories.map((category) => ({
    name: categoryFile(category.name),
    content: categoryText(category),
  }));
}
