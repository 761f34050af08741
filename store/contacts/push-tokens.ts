import type mongoose from 'mongoose';
import { MAX_PUSH_TOKENS } from '../../core/contacts/fields';
import { isDuplicateKey } from '../connection';
import type { Contact, ContactModel } from './model';
import { findAndUpdate, hasMatched } from '../queries';

/** A push token, and the unique key that it has unless another contact has it. */
export interface PushToken {
  token: string;
  key: string;
}

/** A push token with the time of its registration that was read; null if it had none. */
export interface ReadPushToken extends PushToken {
  registeredAt: Date | null;
}

/**
 * Adds a token in one update, so that no concurrent one is lost. Null if there is nothing to do: the contact was
 * removed, has the token already, or has the maximum number of tokens.
 */
export async function addPushToken(
  model: ContactModel,
  id: string,
  { token, key, at }: PushToken & { at: Date },
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
      {
        $push: { pushTokens: token, pushTokenTimes: { token, at }, ...claim },
        $inc: { revision: 1 },
        $set: { updatedAt: new Date() },
      },
    );
  try {
    return await add({ identifiers: key });
  } catch (error) {
    // The token still identifies another contact.
    if (!isDuplicateKey(error)) throw error;
    return add({});
  }
}

/** Sets the time of a token's registration. Returns false if the contact does not have the token any more, or was removed. */
export async function renewPushToken(
  model: ContactModel,
  id: string,
  token: string,
  at: Date,
): Promise<boolean> {
  const owner = { _id: id, pushTokens: token, erasingSince: { $exists: false } };
  const timed = hasMatched(
    model.updateOne(
      { ...owner, 'pushTokenTimes.token': token },
      { $set: { 'pushTokenTimes.$[time].at': at }, $inc: { revision: 1 } },
      { arrayFilters: [{ 'time.token': token }] },
    ),
  );
  if (await timed) return true;
  return hasMatched(
    model.updateOne(
      { ...owner, 'pushTokenTimes.token': { $ne: token } },
      { $push: { pushTokenTimes: { token, at } }, $inc: { revision: 1 } },
    ),
  );
}

/** Removes a token. Null if the contact does not have it, or was removed. */
export const removePushToken = (
  model: ContactModel,
  id: string,
  { token, key }: PushToken,
  condition: mongoose.QueryFilter<Contact> = {},
): Promise<Contact | null> =>
  findAndUpdate(
    model,
    { _id: id, pushTokens: token, erasingSince: { $exists: false }, ...condition },
    {
      $pull: { pushTokens: token, identifiers: key, pushTokenTimes: { token } },
      $inc: { revision: 1 },
      $set: { updatedAt: new Date() },
    },
  );

/**
 * Removes a token that its provider reports as gone. Null also if it was registered again since `registeredAt` was read,
 * because the report may be older than that registration.
 */
export const forgetPushToken = (
  model: ContactModel,
  id: string,
  { registeredAt: at, ...removed }: ReadPushToken,
): Promise<Contact | null> => {
  const { token } = removed;
  const unchanged: mongoose.QueryFilter<Contact> =
    at === null
      ? { 'pushTokenTimes.token': { $ne: token } }
      : { pushTokenTimes: { $elemMatch: { token, at } } };
  return removePushToken(model, id, removed, unchanged);
};
