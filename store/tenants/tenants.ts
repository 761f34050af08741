import type mongoose from 'mongoose';
import type { Tenant } from '../../core/tenants/tenant';
import { insertNew } from '../insert';
import { findAndUpdate } from '../queries';
import { Mixed, schemaOf } from '../schema';

/** A tenant as it is stored. */
export interface StoredTenant extends Tenant {
  /** `<application id>:<id>`, so that the index of ids is unique over both, and has an application's tenants in order. */
  _id: string;
  applicationId: string;
  createdAt: Date;
  updatedAt: Date;
}

/** What a change of a tenant replaces. */
export type TenantChange = Omit<StoredTenant, '_id' | 'applicationId' | 'id' | 'createdAt'>;

const schema = schemaOf<StoredTenant>(
  'tenants',
  {
    _id: { type: String, required: true },
    applicationId: { type: String, required: true },
    id: { type: String, required: true },
    name: { type: String, required: true },
    brand: { type: Mixed },
    sender: { type: Mixed },
    integrations: { type: Mixed },
    variables: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { minimize: false },
);

/** Returns the `_id` of a tenant. */
export const tenantKey = (applicationId: string, id: string): string => `${applicationId}:${id}`;

/** Returns the range of `_id` of an application's tenants. `;` comes after `:`. */
const ofApplication = (applicationId: string) => ({
  $gt: tenantKey(applicationId, ''),
  $lt: `${applicationId};`,
});

export function createTenantStore(connection: mongoose.Connection) {
  const model = connection.model<StoredTenant>('Tenant', schema);
  const idsIn = async (_id: object, order: 1 | -1, limit: number): Promise<string[]> =>
    (
      await model
        .find({ _id }, { id: 1 })
        .sort({ _id: order })
        .limit(limit)
        .lean<Pick<StoredTenant, 'id'>[]>()
    ).map(({ id }) => id);
  const byKey = (key: string) => model.findById(key).lean<StoredTenant>().exec();
  return {
    get: (applicationId: string, id: string) => byKey(tenantKey(applicationId, id)),
    byKey,
    /** Returns a page of an application's tenants, in the order of their ids. */
    list: (applicationId: string, { after = '', limit }: { after?: string; limit: number }) =>
      model
        .find({ _id: { ...ofApplication(applicationId), $gt: tenantKey(applicationId, after) } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<StoredTenant[]>()
        .exec(),
    /** Returns ids of an application's tenants: at most `limit` before and `limit` after this one. */
    near: async (applicationId: string, id: string, limit: number) => {
      const range = ofApplication(applicationId);
      const key = tenantKey(applicationId, id);
      const found = await Promise.all([
        idsIn({ ...range, $lt: key }, -1, limit),
        idsIn({ ...range, $gt: key }, 1, limit),
      ]);
      return found.flat();
    },
    count: (applicationId: string) => model.countDocuments({ _id: ofApplication(applicationId) }).exec(),
    /** Returns false if there is one already. */
    insert: (tenant: StoredTenant) => insertNew(model, tenant),
    /** Returns null if there is none. */
    replace: (applicationId: string, id: string, change: TenantChange) =>
      findAndUpdate(model, { _id: tenantKey(applicationId, id) }, { $set: change }),
    remove: async (applicationId: string, id: string) => {
      await model.deleteOne({ _id: tenantKey(applicationId, id) });
    },
  };
}
