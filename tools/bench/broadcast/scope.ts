import type { Scope } from '../../../core/shared/scope';
import type { Store } from '../../../store/store';
import { newRecipient } from '../kinds';
import type { Stack } from '../stack';
import { verify } from '../verify';

/** Sends one notification, and returns its scope, in which broadcasts are sent. */
export async function scopeOf(stack: Stack, store: Store): Promise<Scope> {
  const example = await stack.service.send(newRecipient());
  await verify(stack, [example]);
  const stored = await store.notifications.get(example.id);
  if (!stored) throw new Error('the example is not stored');
  const { applicationId, environment } = stored;
  return { applicationId, environment };
}
