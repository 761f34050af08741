import mongoose from 'mongoose';
import { type AtRest, openText, sealedFor, sealText } from '../../core/shared/at-rest';
import type { Channel, Environment } from '../../core/shared/channels';
import type { RichContent } from '../../core/sending/rich-content';
import type { Vault } from '../../core/shared/vault';

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
  /** Of a sensitive event. */
  sensitive?: true;
  /** Of a sensitive event: what it says, which is not in the fields above. `openEntry` puts it there. */
  sealed?: AtRest;
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
    sensitive: { type: Boolean },
    sealed: { type: mongoose.Schema.Types.Mixed },
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
// Resealing after a change of the encryption key. Only what is sensitive is in it.
schema.index({ sensitive: 1, _id: 1 }, { partialFilterExpression: { sensitive: true } });

/** A captured message whose content is stored sealed, as `sealed`, and not in its own fields. VaultError without a key. */
export function sealEntry(vault: Vault, entry: InboxEntry): InboxEntry {
  const { subject, text, html, rich, headers, ...plain } = entry;
  const says = JSON.stringify({ subject, text, html, rich, headers });
  const sealed = sealText(vault, says, sealedFor.captured(entry.id));
  return {
    ...plain,
    subject: null,
    text: null,
    html: null,
    rich: null,
    headers: {},
    sensitive: true,
    sealed,
  };
}

/** The message with what it says; VaultError if the key of a sensitive one is gone. */
export function openEntry(vault: Vault, { sealed, ...entry }: InboxEntry): InboxEntry {
  if (sealed === undefined) return entry;
  const says = openText(vault, sealed, sealedFor.captured(entry.id));
  return { ...entry, ...(JSON.parse(says) as Partial<InboxEntry>) };
}

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
