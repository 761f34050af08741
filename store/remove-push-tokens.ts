import { contactKey } from '../core/contact-keys';
import type { Scope } from '../core/scope';
import type { ContactModel } from './contact-model';

/**
 * Takes push tokens from a contact, and the keys with them that it is found by, in one update: whatever else changes it
 * meanwhile is kept. False where it has none of them, or is gone or erased.
 */
export async function removePushTokens(
  model: ContactModel,
  scope: Scope,
  id: string,
  tokens: readonly string[],
): Promise<boolean> {
  const keys = tokens.map((value) => contactKey(scope, { kind: 'push', value }));
  const updated = await model.updateOne(
    { _id: id, pushTokens: { $in: tokens }, erasingSince: { $exists: false } },
    {
      $pull: { pushTokens: { $in: tokens }, identifiers: { $in: keys } },
      $inc: { revision: 1 },
      $set: { updatedAt: new Date() },
    },
  );
  return updated.matchedCount > 0;
}
