import mongoose from 'mongoose';
import type { Environment } from '../../core/shared/channels';

/** A contact as stored; `meta` is JSON text, so keys of callers never become field names. */
export interface Contact {
  _id: string;
  applicationId: string;
  environment: Environment;
  /**
   * Unique keys `<scope>:<kind>:<value>`, one for the id and one for each identifier; never empty, and what
   * every look-up goes through.
   */
  identifiers: string[];
  /** What listings and searches find it by (`core/contact-search`). */
  listKeys: string[];
  /** Newest first; the older ones still identify the contact. */
  emails: string[];
  phones: string[];
  name: string | null;
  externalId: string | null;
  avatar: string | null;
  username: string | null;
  slack: string | null;
  pushTokens: string[];
  /** What the service reads of `meta` (`core/reserved-metadata`), in its one form. */
  telegram: string | null;
  discord: string | null;
  language: string | null;
  timezone: string | null;
  meta: string;
  /** Counts the updates; each one asks for the revision that it read. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
  /** Set when erasure began, and put off by the sweep: nothing of the person is left here, and no send finds it. */
  erasingSince?: Date;
}

const schema = new mongoose.Schema<Contact>(
  {
    _id: { type: String, required: true },
    applicationId: { type: String, required: true },
    environment: { type: String, required: true },
    identifiers: { type: [String], required: true },
    listKeys: [String],
    emails: [String],
    phones: [String],
    name: { type: String, default: null },
    externalId: { type: String, default: null },
    avatar: { type: String, default: null },
    username: { type: String, default: null },
    slack: { type: String, default: null },
    telegram: { type: String, default: null },
    discord: { type: String, default: null },
    pushTokens: [String],
    language: { type: String, default: null },
    timezone: { type: String, default: null },
    meta: { type: String, required: true },
    revision: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    erasingSince: { type: Date },
  },
  { collection: 'contacts', versionKey: false, strict: 'throw', _id: false },
);
schema.index({ identifiers: 1 }, { unique: true });
// Listings, newest first: all of a scope by its one key, a search by a range of keys.
schema.index({ listKeys: 1, createdAt: -1, _id: -1 });
// The sweep restarts erasures that a crash left unfinished.
schema.index({ erasingSince: 1 }, { sparse: true });

export type ContactModel = mongoose.Model<Contact>;

/** The contacts collection, with the indexes that serve its queries. */
export const contactModel = (connection: mongoose.Connection): ContactModel =>
  connection.model<Contact>('Contact', schema);
