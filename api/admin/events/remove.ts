import type { Scope } from '../../../core/shared/scope';
import type { VersionMark } from '../../../core/events/version';
import type { FoundEvent } from '../../../store/events/events';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { removeVersioned } from './write-versions';

/** Deletes an event. Its last version, from which it can be restored, is stored first. */
export async function removeEvent(
  { store, cached }: ApiDeps,
  { scope, event, by }: { scope: Scope; event: FoundEvent; by: VersionMark['by'] },
): Promise<void> {
  const { name, version } = event;
  const isRemoved = await removeVersioned(
    store.eventVersions,
    scope,
    { one: event, by },
    {
      remove: () => store.events.remove(scope, name, version.number),
      find: () => store.events.find(scope, name),
    },
  );
  if (!isRemoved) {
    const message = `The event ${name} changed during the request. It was not deleted. Try again.`;
    throw new ApiError('EVENT_CHANGED', message);
  }
  cached.clear();
}
