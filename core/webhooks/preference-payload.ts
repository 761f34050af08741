import { type PreferenceBy, type PreferenceMade, switches } from '../preferences/preferences';

/** The body of `preference.changed`. */
export type PreferencePayload = ReturnType<typeof buildPreferencePayload>;

/** Returns the body of `preference.changed` (WEBHOOK-43). */
export function buildPreferencePayload({
  contactId,
  externalId,
  at,
  learntAt = at,
  by,
  changes,
  notificationId = null,
}: {
  contactId: string;
  externalId: string | null;
  /** When it was chosen. */
  at: Date;
  /** When the service learnt of it. @default when it was chosen */
  learntAt?: Date;
  by: PreferenceBy;
  changes: readonly PreferenceMade[];
  /** The notification whose link was used. */
  notificationId?: string | null;
}) {
  return {
    event: 'preference.changed' as const,
    contact: { uuid: contactId, external_id: externalId },
    changes: switches(changes).map(({ category, channel, was, on }) => ({ category, channel, was, on })),
    by,
    ...(notificationId !== null && { request_id: notificationId }),
    chosen_at: at.toISOString(),
    timestamp: learntAt.toISOString(),
  };
}
