import { openText, sealedFor, sealText } from '../../core/shared/at-rest';
import type { Vault } from '../../core/shared/vault';
import type { Batch } from './batches';
import type { Notification } from './model';

/** What a caller gave a notification to say, as JSON text. */
export interface Content {
  payload: string | null;
  overrides: string | null;
}

/** A notification with its content in clear. */
export type OpenNotification = Omit<Notification, keyof Content> & Content;

/** The content of a notification, or of the array that it came in; VaultError if the key of a sensitive one is gone. */
export function openContent(
  vault: Vault,
  { _id, payload, overrides }: Pick<Notification | Batch, '_id' | 'payload' | 'overrides'>,
): Content {
  const open = (text: typeof overrides) =>
    text === null ? null : openText(vault, text, sealedFor.content(_id));
  return { payload: open(payload), overrides: open(overrides) };
}

/** A new notification as it is stored: the content of a sensitive one is sealed. VaultError without a key. */
export function sealContent(vault: Vault, notification: OpenNotification): Notification {
  if (!notification.sensitive) return notification;
  const seal = (text: string | null) =>
    text === null ? null : sealText(vault, text, sealedFor.content(notification._id));
  return { ...notification, payload: seal(notification.payload), overrides: seal(notification.overrides) };
}

/** What goes when a notification becomes this: a sensitive one that has completed needs its payload no more. */
export const dropped = (
  { sensitive }: Pick<Notification, 'sensitive'>,
  status: Notification['status'],
): { payload?: null } => (sensitive && status === 'completed' ? { payload: null } : {});
