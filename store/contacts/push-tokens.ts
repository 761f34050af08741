import { MAX_PUSH_TOKENS } from '../../core/contacts/fields';
import { isDuplicateKey } from '../connection';
import type { Contact, ContactModel } from './model';

/** A push token and the unique key that it has where nobody else has it. */
export interface PushToken {
  token: string;
  key: string;
}

/**
 * Adds a token in one update, so that concurrent ones all land. Null where nothing was to be done: the contact is
 * gone, has it already, or has as many as it may.
 */
export async function addPushToken(
  model: ContactModel,
  id: string,
  { token, key }: PushToken,
): Promise<Contact | null> {
  const add = (claim: Record<string, unknown>): Promise<Contact | null> =>
    model
      .findOneAndUpdate(
        {
          _id: id,
          erasingSince: { $exists: false },
          pushTokens: { $ne: token },
          [`pushTokens.${MAX_PUSH_TOKENS - 1}`]: { $exists: false },
        },
        { $push: { pushTokens: token, ...claim }, $inc: { revision: 1 }, $set: { updatedAt: new Date() } },
        { returnDocument: 'after' },
      )
      .lean<Contact>()
      .exec();
  try {
    return await add({ identifiers: key });
  } catch (error) {
    // The token identifies another contact and goes on doing so.
    if (!isDuplicateKey(error)) throw error;
    return add({});
  }
}

/**
 * Removes tokens in one update: whatever else changes the contact meanwhile is kept. Null where it has none of them, or
 * is gone or erased.
 */
export const removePushTokens = (
  model: ContactModel,
  id: string,
  removed: readonly PushToken[],
): Promise<Contact | null> => {
  const tokens = removed.map(({ token }) => token);
  const keys = removed.map(({ key }) => key);
  return model
    .findOneAndUpdate(
      { _id: id, pushTokens: { $in: tokens }, erasingSince: { $exists: false } },
      {
        $pull: { pushTokens: { $in: tokens }, identifiers: { $in: keys } },
        $inc: { revision: 1 },
        $set: { updatedAt: new Date() },
      },
      { returnDocument: 'after' },
    )
    .lean<Contact>()
    .exec();
};
