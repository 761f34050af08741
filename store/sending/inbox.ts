import type mongoose from 'mongoose';
import { type AtRest, openText, sealedFor, sealText } from '../../core/shared/at-rest';
import type { Channel, Environment } from '../../core/shared/channels';
import type { RichContent } from '../../core/sending/rich-content';
import type { Vault } from '../../core/shared/vault';
import { Mixed, schemaOf } from '../schema';

/** A captured message, of sandbox or of the mail catcher of `npm start`. */
export interface InboxEntry {
  id: string;
  environment: Environment;
  channel: Channel;
  to: string;
  from: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  /** Its other content (core/sending/rich-content.ts). */
  rich?: RichContent | null;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Of a sensitive event. */
  sensitive?: true;
  /** The content of a message of a sensitive event. `openEntry` restores the fields above from it. */
  sealed?: AtRest;
  receivedAt: Date;
  notificationId?: string | null;
  contactId?: string | null;
  applicationId?: string | null;
}

type StoredEntry = Omit<InboxEntry, 'id' | 'headers' | 'rich'> & {
  _id: string;
  /** JSON text, like `rich`, so that keys of others never become field names. */
  headers: string;
  rich?: string | null;
};

const schema = schemaOf<StoredEntry>('inbox', {
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
  sealed: { type: Mixed },
  receivedAt: { type: Date, required: true },
  notificationId: { type: String, default: null },
  contactId: { type: String, default: null },
  applicationId: { type: String, default: null },
});
schema.index({ receivedAt: -1 });
schema.index({ to: 1, receivedAt: -1 });
// Erasure of a contact.
schema.index({ contactId: 1 });
// Resealing after a change of the encryption key. The index has sensitive messages only.
schema.index({ sensitive: 1, _id: 1 }, { partialFilterExpression: { sensitive: true } });

const NO_CONTENT = { subject: null, text: null, html: null, rich: null, headers: {} };

/** Moves the content of a captured message into `sealed`. VaultError without a key. */
export function sealEntry(vault: Vault, entry: InboxEntry): InboxEntry {
  const { subject, text, html, rich, headers, ...plain } = entry;
  const content = JSON.stringify({ subject, text, html, rich, headers });
  const sealed = sealText(vault, content, sealedFor.captured(entry.id));
  return { ...plain, ...NO_CONTENT, sensitive: true, sealed };
}

/** Returns the message with its content. VaultError if the key of a sensitive one is missing. */
export function openEntry(vault: Vault, { sealed, ...entry }: InboxEntry): InboxEntry {
  if (sealed === undefined) return entry;
  const content = openText(vault, sealed, sealedFor.captured(entry.id));
  return { ...entry, ...(JSON.parse(content) as Partial<InboxEntry>) };
}

export type InboxStore = ReturnType<typeof createInboxStore>;

export function createInboxStore(connection: mongoose.Connection) {
  const model = connection.model<StoredEntry>('InboxEntry', schema);
  return {
    /** Stores a message, unless one of this id is stored. */
    capture: async ({ id, headers, rich, ...entry }: InboxEntry) => {
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
    /** Newest first. */
    list: async ({ to, limit }: { to?: string; limit: number }): Promise<InboxEntry[]> => {
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
    removeOf: async (contactId: string) => {
      await model.deleteMany({ contactId });
    },
  };
}
