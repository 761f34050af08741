import { payloadOver } from '../../core/sending/payload-over';
import { openText, sealedFor, sealText } from '../../core/shared/at-rest';
import type { Vault } from '../../core/shared/vault';
import type { Batch } from './batches';
import type { Notification } from './model';

/** Payload and overrides of a notification, as JSON text. */
export interface Content {
  payload: string | null;
  overrides: string | null;
}

/** A notification with its content in clear. */
export type OpenNotification = Omit<Notification, keyof Content> & Content;

/** Returns the content of a notification, or of its array. VaultError if the key of a sensitive one is missing. */
export function openContent(
  vault: Vault,
  { _id, payload, overrides }: Pick<Notification | Batch, '_id' | 'payload' | 'overrides'>,
): Content {
  const open = (text: typeof overrides) =>
    text === null ? null : openText(vault, text, sealedFor.content(_id));
  return { payload: open(payload), overrides: open(overrides) };
}

/**
 * Returns the content that a notification is rendered with: its own or, of an array, the shared one with the keys of its own
 * payload in place of the same keys.
 */
export function contentOf(
  vault: Vault,
  notification: Pick<Notification, '_id' | 'payload' | 'overrides'>,
  batch: Pick<Batch, '_id' | 'payload' | 'overrides'> | null,
): Content {
  const own = openContent(vault, notification);
  if (!batch) return own;
  const shared = openContent(vault, batch);
  if (own.payload === null || shared.payload === null) return shared;
  const payload = payloadOver(parsed(shared.payload), parsed(own.payload));
  return { ...shared, payload: JSON.stringify(payload) };
}

const parsed = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

/** Returns a new notification as stored, with the content of a sensitive one sealed. VaultError without a key. */
export function sealContent(vault: Vault, notification: OpenNotification): Notification {
  if (!notification.sensitive) return notification;
  const seal = (text: string | null) =>
    text === null ? null : sealText(vault, text, sealedFor.content(notification._id));
  return { ...notification, payload: seal(notification.payload), overrides: seal(notification.overrides) };
}

/** Returns the update that drops the payload of a sensitive notification when it completes. */
export const dropped = (
  { sensitive }: Pick<Notification, 'sensitive'>,
  status: Notification['status'],
): { payload?: null } => (sensitive && status === 'completed' ? { payload: null } : {});
