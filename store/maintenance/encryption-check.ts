import type mongoose from 'mongoose';
import { insertNew } from '../insert';
import { schemaOf } from '../schema';

interface StoredCheck {
  _id: string;
  /** A known text that the encryption key of this database sealed. */
  sealed: string;
}

const schema = schemaOf<StoredCheck>('encryptionchecks', {
  _id: { type: String, required: true },
  sealed: { type: String, required: true },
});

/** There is one. */
const ID = 'ENCRYPTION_KEY';

/** A sealed text by which a process recognizes a changed ENCRYPTION_KEY. */
export function createEncryptionCheckStore(connection: mongoose.Connection) {
  const model = connection.model<StoredCheck>('EncryptionCheck', schema);
  return {
    get: async () => (await model.findById(ID).lean<StoredCheck>().exec())?.sealed ?? null,
    /** Returns false if another process was faster. */
    putFirst: (sealed: string) => insertNew(model, { _id: ID, sealed }),
    replace: async (sealed: string) => {
      await model.updateOne({ _id: ID }, { $set: { sealed } }, { upsert: true });
    },
  };
}
