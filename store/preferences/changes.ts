import type mongoose from 'mongoose';
import type { PreferenceBy, PreferenceMade } from '../../core/preferences/preferences';
import type { Place } from '../../core/shared/place';
import type { Scope } from '../../core/shared/scope';
import { insertNew } from '../insert';
import { removeSome } from '../maintenance/remove-some';
import { afterPlace } from '../queries';
import { Mixed, schemaOf } from '../schema';

/** What one request changed of a contact's preferences. */
export interface PreferenceHistoryRow extends Scope {
  /** The contact and the revision that it had. */
  _id: string;
  contactId: string;
  at: Date;
  by: PreferenceBy;
  /** Name of the key or operator, or of the provider and its list; null: it was the contact. */
  name: string | null;
  /** The notification whose link was used, or from which the contact opted out at the provider; null: none. */
  notificationId: string | null;
  changes: PreferenceMade[];
}

const schema = schemaOf<PreferenceHistoryRow>('preference_changes', {
  _id: { type: String, required: true },
  contactId: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  at: { type: Date, required: true },
  by: { type: String, required: true },
  name: { type: String, default: null },
  notificationId: { type: String, default: null },
  changes: { type: Mixed, required: true },
});
// A contact's history, newest first, and its erasure.
schema.index({ contactId: 1, at: -1, _id: -1 });
// Retention.
schema.index({ at: 1 });

/** The history of preferences. */
export function createPreferenceChangeStore(connection: mongoose.Connection) {
  const model = connection.model<PreferenceHistoryRow>('PreferenceChange', schema);
  return {
    /** Stores a row, unless it is there. */
    add: (row: PreferenceHistoryRow): Promise<boolean> => insertNew(model, row),
    /** Returns one page of a contact's history, newest first. */
    list: (contactId: string, { after, limit }: { after?: Place; limit: number }) =>
      model
        .find({
          contactId,
          ...(after && { at: { $lte: after.at }, ...afterPlace('at', after) }),
        })
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<PreferenceHistoryRow[]>()
        .exec(),
    /** Removes the history of an erased contact. */
    removeOf: async (contactId: string): Promise<void> => {
      await model.deleteMany({ contactId });
    },
    /** Removes up to `limit` rows from before `before`. Returns how many it found. */
    removeOld: (before: Date, limit: number) => removeSome(model, { at: { $lt: before } }, limit),
  };
}
