import { MAX_PUSH_TOKENS } from '../../core/contacts/fields';
import { isDuplicateKey } from '../connection';
import type { Contact, ContactModel } from './model';
import { findAndUpdate } from '../queries';

/** A push token, and the unique key that it has unless another contact has it. */
export interface PushToken {
  token: string;
  key: string;
}

/**
 * Adds a token in one update, so that no concurrent one is lost. Null if there is nothing to do: the contact was
 * removed, has the token already, or has the maximum number of tokens.
 */
export async function addPushToken(
  model: ContactModel,
  id: string,
  { token, key }: PushToken,
): Promise<Contact | null> {
  const add = (claim: Record<string, unknown>): Promise<Contact | null> =>
    findAndUpdate(
      model,
      {
        _id: id,
        erasingSince: { $exists: false },
        pushTokens: { $ne: token },
        [`pushTokens.${MAX_PUSH_TOKENS - 1}`]: { $exists: false },
      },
      { $push: { pushTokens: token, ...claim }, $inc: { revision: 1 }, $set: { updatedAt: new Date() } },
    );
  try {
    return await add({ identifiers: key });
  } catch (error) {
    // The token still identifies another contact.
    if (!isDuplicateKey(error)) throw error;
    return add({});
  }
}

/** Removes tokens in one update, so that concurrent changes are kept. Null if the contact has none of them, or was removed. */
export const removePushTokens = (
  model: ContactModel,
  id: string,
  removed: readonly PushToken[],
): Promise<Contact | null> => {
  const tokens = { $in: removed.map(({ token }) => token) };
  const keys = { $in: removed.map(({ key }) => key) };
  return findAndUpdate(
    model,
    { _id: id, pushTokens: tokens, erasingSince: { $exists: false } },
    {
      $pull: { pushTokens: tokens, identifiers: keys },
      $inc: { revision: 1 },
      $set: { updatedAt: new Date() },
    },
  );
};
