import mongoose from 'mongoose';
import type { Channel, Environment } from '../core/channels';
import type { RichContent } from '../core/rich-content';

/** A captured message: of sandbox, or caught on a developer's machine. */
export interface InboxEntry {
  id: string;
  environment: Environment;
  channel: Channel;
  to: string;
  from: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  /** What else it would have shown (`core/rich-content`). */
  rich?: RichContent | null;
  /** Lower-case names. */
  headers: Record<string, string>;
  receivedAt: Date;
  notificationId?: string | null;
  contactId?: string | null;
  applicationId?: string | null;
}

type StoredEntry = Omit<InboxEntry, 'id' | 'headers' | 'rich'> & {
  _id: string;
  /** JSON text, as `rich` is: keys of others never become field names. */
  headers: string;
  rich?: string | null;
};

const schema = new mongoose.Schema<StoredEntry>(
  {
    _id: { type: String, required: true },
    environment: { type: String, required: true },
    channel: { type: String, required: true },
    to: { type: String, required: true },
    from: { type: String, default: '' },
    subject: { type: String, default: null },
    text: { type: String, default: null },
    html: { type: String, default: null },
    rich: { type: String, default: null },
    headers: { type: String, required: true },
    receivedAt: { type: Date, required: true },
    notificationId: { type: String, default: null },
    contactId: { type: String, default: null },
    applicationId: { type: String, default: null },
  },
  { collection: 'inbox', versionKey: false, strict: 'throw', _id: false },
);
schema.index({ receivedAt: -1 });
schema.index({ to: 1, receivedAt: -1 });
// Erasure of a contact.
schema.index({ contactId: 1 });

export interface InboxStore {
  /** Keeps one message; the same id twice is one entry. */
  capture(entry: InboxEntry): Promise<void>;
  /** Newest first. */
  list(query: { to?: string; limit: number }): Promise<InboxEntry[]>;
  removeOf(contactId: string): Promise<void>;
}

export function createInboxStore(connection: mongoose.Connection): InboxStore {
  const model = connection.model<StoredEntry>('InboxEntry', schema);
  return {
    capture: async ({ id, headers, rich, ...entry }) => {
      await model.updateOne(
        { _id: id },
        {
          $setOnInsert: {
            ...entry,
            headers: JSON.stringify(headers),
            rich: rich ? JSON.stringify(rich) : null,
          },
        },
        { upsert: true },
      );
    },
    list: async ({ to, limit }) => {
      const stored = await model
        .find(to === undefined ? {} : { to })
        .sort({ receivedAt: -1 })
        .limit(limit)
        .lean<StoredEntry[]>()
        .exec();
      return stored.map(({ _id, headers, rich, ...entry }) => ({
        id: _id,
        ...entry,
        rich: rich ? (JSON.parse(rich) as RichContent) : null,
        headers: JSON.parse(headers) as Record<string, string>,
      }));
    },
    removeOf: async (contactId) => {
      await model.deleteMany({ contactId });
    },
  };
}
