import type { Scope } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';
import type { FoundEvent } from '../../../store/events/events';
import type { Store } from '../../../store/store';
import { ApiError } from '../../http/api-error';
import { applicationIn } from '../applications/application-in';
import { environmentIn } from './environment-in';

export const EVENTS = '/admin/v1/applications/:app/events/:environment';

export const missingEvent = ['APPLICATION_NOT_FOUND', 'EVENT_NOT_FOUND'] as const;

/** Returns the application and the environment that a path names. */
export async function scopeIn(
  store: Store,
  call: { params: { app: string; environment: string } },
): Promise<{ application: Application; scope: Scope }> {
  const application = await applicationIn(store, call);
  return { application, scope: { applicationId: application._id, environment: environmentIn(call) } };
}

/** Returns the event that `:name` names. */
export async function eventIn(
  { events }: Store,
  scope: Scope,
  call: { params: { name: string } },
): Promise<FoundEvent> {
  const event = await events.find(scope, call.params.name);
  if (event) return event;
  throw new ApiError('EVENT_NOT_FOUND', 'There is no such event in this environment.');
}
