import type { Application } from '../../../store/accounts/applications';
import type { Store } from '../../../store/store';
import { ApiError } from '../../http/api-error';

/** Returns the application that `:app` names, by id or by name. */
export async function applicationIn(
  store: Store,
  { params }: { params: { app?: string | string[] } },
): Promise<Application> {
  const app = String(params.app);
  const found = (await store.applications.get(app)) ?? (await store.applications.getByName(app));
  if (!found) throw noApplication();
  return found;
}

export const noApplication = (): ApiError =>
  new ApiError('APPLICATION_NOT_FOUND', 'There is no application with this id or name.');
