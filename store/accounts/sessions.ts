import type mongoose from 'mongoose';
import { schemaOf } from '../schema';

export type SignInMethod = 'password' | 'link' | 'oidc';

/** A sign-in of an operator. The token itself is never stored. */
export interface Session {
  /** SHA-256, hex, of the token. */
  _id: string;
  operatorId: string;
  /** Whether a link signed in, not a password. */
  byLink: boolean;
  /** Absent in sessions of earlier releases, which began by a password or a link. */
  by?: SignInMethod;
  /** `accessEnds` of the operator when the session began. Absent: 0. */
  accessEnds?: number;
  createdAt: Date;
  /** Each use postpones it, up to a maximum from `createdAt`. */
  expiresAt: Date;
}

const schema = schemaOf<Session>('sessions', {
  _id: { type: String, required: true },
  operatorId: { type: String, required: true },
  byLink: { type: Boolean, required: true },
  by: { type: String },
  accessEnds: { type: Number },
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ operatorId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function createSessionStore(connection: mongoose.Connection) {
  const model = connection.model<Session>('Session', schema);
  return {
    insert: async (session: Session) => {
      await model.insertMany([session], { lean: true });
    },
    get: (id: string) => model.findById(id).lean<Session>().exec(),
    /** Sets when it ends. A session that was removed meanwhile stays removed. */
    postpone: async (id: string, expiresAt: Date) => {
      await model.updateOne({ _id: id }, { $set: { expiresAt } });
    },
    /** Forgets that a link began it, which lets its operator set a password without the current one. */
    useUpLink: async (id: string) => {
      await model.updateOne({ _id: id }, { $set: { byLink: false } });
    },
    remove: async (id: string) => {
      await model.deleteOne({ _id: id });
    },
    /** Ends all sessions of an operator, except one. */
    removeOf: async (operatorId: string, except: string | null) => {
      await model.deleteMany({ operatorId, ...(except !== null && { _id: { $ne: except } }) });
    },
  };
}
