import type mongoose from 'mongoose';
import type { Environment } from '../../core/shared/channels';
import type { PreferenceHistoryRow } from '../preferences/changes';
import { Mixed, schemaOf } from '../schema';
import type { ContactFields } from '../../core/contacts/fields';
import { CONTACT_FIELDS, type ContactField } from '../../core/contacts/rows';
import type { PreferenceRow } from '../../core/preferences/preferences';
import type { TokenTime } from '../../core/contacts/push-tokens';

/** A contact as stored. `meta` is JSON text, so that keys of callers never become field names. */
export interface Contact extends ContactFields {
  _id: string;
  applicationId: string;
  environment: Environment;
  /** Unique keys `<scope>:<kind>:<value>`, one for the id and one for each identifier. Every look-up uses them. */
  identifiers: string[];
  /** What lists and searches find it by (core/contacts/search.ts). */
  listKeys: string[];
  meta: string;
  /** Number of updates. Each update requires the revision that it read. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  /** When the erasure began, or when the sweep continues it. No personal data is left, and no send finds the contact. */
  erasingSince?: Date;
  /** When push tokens were registered, for those that this release or a later one registered. */
  pushTokenTimes?: TokenTime[];
  /** What it has chosen to get; absent: nothing. */
  preferences?: PreferenceRow[];
  /** The last change of that, until it is in the history and its webhook event exists. */
  preferenceChange?: PreferenceHistoryRow & { endpointId?: string; learntAt?: Date };
  /** When the sweep finishes that change. */
  preferencePending?: Date;
}

/** Returns how a field is stored. */
const typeOf = ({ field, holds }: ContactField): [string, unknown] => [
  field,
  holds === 'one' ? { type: String, default: null } : [String],
];

const schema = schemaOf<Contact>('contacts', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  identifiers: { type: [String], required: true },
  listKeys: [String],
  ...Object.fromEntries(CONTACT_FIELDS.map(typeOf)),
  meta: { type: String, required: true },
  revision: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  erasingSince: { type: Date },
  preferences: { type: Mixed },
  preferenceChange: { type: Mixed },
  preferencePending: { type: Date },
  pushTokenTimes: { type: [{ _id: false, token: String, at: Date }], default: undefined },
});
schema.index({ identifiers: 1 }, { unique: true });
// Lists, newest first: a scope by its key, a search by a range of keys.
schema.index({ listKeys: 1, createdAt: -1, _id: -1 });
// The contacts of a scope in the order of their ids: audiences, and the members of segments.
schema.index({ applicationId: 1, environment: 1, _id: 1 });
// The sweep restarts erasures that a crash left unfinished.
schema.index({ erasingSince: 1 }, { sparse: true });
// The sweep finishes changes of preferences that a crash left unfinished.
schema.index({ preferencePending: 1 }, { sparse: true });

export type ContactModel = mongoose.Model<Contact>;

/** The contacts collection, with the indexes that serve its queries. */
export const contactModel = (connection: mongoose.Connection): ContactModel =>
  connection.model<Contact>('Contact', schema);
