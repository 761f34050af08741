import { type Scope, scopeKey } from '../../core/shared/scope';
import { Mixed, schemaOf } from '../schema';

/** A quota, or a day of a warm-up, as it is stored. */
export interface StoredQuota {
  /** `<scope>:<period>`. */
  _id: string;
  used: number;
  /** Unfinished reservations with their shares. A takeover finds its own share here, so it takes nothing twice. */
  holders: Holder[];
  /** How far broadcasts that have not ended are counted. Absent: none was. */
  counted?: CountedPart[];
  expiresAt: Date;
}

export interface Holder {
  id: string;
  amount: number;
  /** When it last took a share; absent in documents of older versions. */
  at?: Date;
}

/** How far a quota has counted the audience of a broadcast, which is in the order of its contacts. */
export interface CountedPart {
  broadcast: string;
  /** Id of the last contact that is counted. */
  to: string;
}

export const quotaSchema = schemaOf<StoredQuota>('quotas', {
  _id: { type: String, required: true },
  used: { type: Number, required: true },
  holders: { type: Mixed },
  counted: { type: Mixed },
  expiresAt: { type: Date, required: true },
});
quotaSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// The sweep, for shares of requests that ended without an answer.
quotaSchema.index({ 'holders.at': 1 }, { sparse: true });

/** Returns the filter of all quotas of a scope: a range of their ids. */
export function quotasIn(scope: Scope) {
  const id = `${scopeKey(scope)}:`;
  return { _id: { $gte: id, $lt: `${id}~` } };
}
