import { newId } from '../../../core/shared/ids';
import type { Scope } from '../../../core/shared/scope';
import type { VersionMark } from '../../../core/events/version';
import type { FoundEvent } from '../../../store/events/events';
import { versionOf } from '../../../store/events/versions';
import { ApiError } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { currentVersion } from './push';

/** Deletes an event. Its last version, from which it can be restored, is stored first. */
export async function removeEvent(
  { store, cached }: ApiDeps,
  { scope, event, by }: { scope: Scope; event: FoundEvent; by: VersionMark['by'] },
): Promise<void> {
  const { name, source } = event;
  const at = new Date();
  const number = event.version.number + 1;
  const last = versionOf(scope, { name, at, source, mark: { id: newId(), number, by, via: 'delete' } });
  await store.eventVersions.addMissing([currentVersion(scope, event)]);
  await store.eventVersions.record([{ ...last, supersededAt: at, isLastOfDeleted: true }]);
  if (!(await store.events.remove(scope, name, event.version.number))) {
    // The winner may have stored its version under the same number before.
    const now = await store.events.find(scope, name);
    if (now) await store.eventVersions.record([currentVersion(scope, now)]);
    const message = `The event ${name} changed during the request. It was not deleted. Try again.`;
    throw new ApiError('EVENT_CHANGED', message);
  }
  cached.clear();
}
