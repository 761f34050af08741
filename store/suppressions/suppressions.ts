import type mongoose from 'mongoose';
import type { SuppressionReason } from '../../core/receipts/suppression';
import type { Scope } from '../../core/shared/scope';
import { insertNew } from '../insert';
import { hasMatched, idsOf, pendingBy } from '../queries';
import {
  type Lift,
  type PendingChoice,
  type StoredSuppression,
  type SuppressedFor,
  type Suppression,
  suppressionModels,
} from './model';
import { bothReasons, readSuppression, reasonFields, withoutDetails } from './reasons';

export type { SuppressedFor, Suppression };

type SuppressionPage = { scope: Scope; limit: number; offset: number };

/** An address, and the reason that is added to it. */
export type NewReason = Pick<
  Suppression,
  '_id' | 'applicationId' | 'environment' | 'channel' | 'address' | 'contactId'
> & { reason: SuppressionReason } & SuppressedFor &
  Partial<PendingChoice>;

/** An opt-out at a provider, whose preferences were not changed yet. */
export type UnfinishedChoice = Pick<
  Suppression,
  '_id' | 'applicationId' | 'environment' | 'channel' | 'address' | 'createdAt'
> &
  PendingChoice;

/** Suppressions, each of which ends with its last reason. Every change is one conditional update, so none is lost. */
export function createSuppressionStore(connection: mongoose.Connection) {
  const { model, lifts } = suppressionModels(connection);
  const choices = pendingBy<StoredSuppression, UnfinishedChoice>(model, 'choicePending', {
    ...{ applicationId: 1, environment: 1, channel: 1, address: 1, createdAt: 1 },
    ...{ choicePending: 1, choiceName: 1 },
  });

  const read = (_id: string): Promise<StoredSuppression | null> =>
    model.findById(_id).lean<StoredSuppression>().exec();

  /** The filter for a document as it was read. Older releases change `at`, and no revision. */
  const asRead = ({ _id, revision, reason, at }: StoredSuppression) => ({
    _id,
    ...{ revision: revision ?? null, reason, at: at ?? null },
  });
  /** Stores the reasons that a suppression has now. Returns false if it has changed since it was read. */
  const replace = async (
    found: StoredSuppression,
    reasons: Suppression['reasons'],
    more: Partial<StoredSuppression> = {},
  ): Promise<boolean> => {
    const fields = reasonFields(reasons);
    if (!fields) return (await model.deleteOne(asRead(found))).deletedCount > 0;
    const change = { $set: { ...more, ...fields, revision: (found.revision ?? 0) + 1 } };
    return hasMatched(model.updateOne(asRead(found), change));
  };

  /** Returns true if the address had not been suppressed for this reason. */
  const put = async ({ reason, at, since, detail, notificationId, ...of }: NewReason): Promise<boolean> => {
    const added = { [reason]: { at, since, detail, notificationId } };
    for (;;) {
      const found = await read(of._id);
      if (!found) {
        const fields = { reason, at, detail, notificationId, reasons: added };
        if (await insertNew(model, { ...of, ...fields, createdAt: since, revision: 1 })) return true;
        continue;
      }
      const { reasons } = readSuppression(found);
      const known = reasons[reason];
      if (known && (reason === 'manual' || known.at >= at)) return false;
      // Of an erased contact only the hash is kept.
      const isErased = found.address === null;
      const next = bothReasons(reasons, isErased ? withoutDetails(added) : added);
      const { choicePending, choiceName } = of;
      const choice = choicePending && !isErased ? { choicePending, choiceName } : {};
      const contactId = isErased ? null : (found.contactId ?? of.contactId);
      if (await replace(found, next, { contactId, ...choice })) return known === undefined;
    }
  };

  const remove = async (_id: string, reason: SuppressionReason, until: Date): Promise<boolean> => {
    for (;;) {
      const found = await read(_id);
      if (!found) return false;
      const { [reason]: lifted, ...rest } = readSuppression(found).reasons;
      if (!lifted || lifted.at > until) return false;
      if (await replace(found, rest)) return true;
    }
  };
  const liftedUntil = async (_id: string, reason: SuppressionReason): Promise<Date> =>
    (await lifts.findById(_id).lean<Lift>().exec())?.until[reason] ?? new Date(0);

  const forget = async (_id: string): Promise<void> => {
    for (;;) {
      const found = await read(_id);
      if (!found) return;
      const reasons = withoutDetails(readSuppression(found).reasons);
      if (await replace(found, reasons, { address: null, contactId: null })) return;
    }
  };

  return {
    /** Adds a reason, unless a lift covers its time. Returns true if the address did not have it. */
    add: async (reason: NewReason): Promise<boolean> => {
      const { _id, at } = reason;
      if (at <= (await liftedUntil(_id, reason.reason))) return false;
      const isNew = await put(reason);
      // Adding and lifting each write before they read, so the second one sees both.
      const until = await liftedUntil(_id, reason.reason);
      if (at > until) return isNew;
      await remove(_id, reason.reason, until);
      return false;
    },
    /** Returns the suppression of an address with these ids, with the reasons of all of them; null if there is none. */
    get: async (ids: string[]): Promise<Suppression | null> => {
      const found = await model
        .find({ _id: { $in: ids } })
        .lean<StoredSuppression[]>()
        .exec();
      const inOrder = ids.flatMap((id) => found.find(({ _id }) => _id === id) ?? []).map(readSuppression);
      const [first, ...others] = inOrder;
      if (!first || others.length === 0) return first ?? null;
      const reasons = inOrder.map((one) => one.reasons).reduce(bothReasons);
      return { ...first, ...reasonFields(reasons) };
    },
    /** Returns those of the ids that are suppressed. */
    among: async (ids: string[]) =>
      new Set(ids.length === 0 ? [] : idsOf(await model.find({ _id: { $in: ids } }, { _id: 1 }).lean())),
    /** Newest first. */
    list: async ({ scope: { applicationId, environment }, limit, offset }: SuppressionPage) => {
      const found = await model
        .find({ applicationId, environment })
        .sort({ createdAt: -1, _id: 1 })
        .skip(offset)
        .limit(limit)
        .lean<StoredSuppression[]>()
        .exec();
      return found.map(readSuppression);
    },
    /**
     * Lifts a reason that happened up to `until`. Later reports of that time suppress nothing. Returns false if there was
     * none.
     */
    lift: async (id: string, reason: SuppressionReason, until: Date) => {
      await lifts.updateOne({ _id: id }, { $max: { [`until.${reason}`]: until } }, { upsert: true });
      return remove(id, reason, until);
    },
    /** Returns the time up to which reports of a reason no longer count. */
    liftedUntil,
    /** Returns opt-outs whose preferences the sweep changes. */
    unfinishedChoices: choices.due,
    postponeChoice: choices.postpone,
    /** Notes that the preferences are changed, unless the address has opted out again. */
    finishedChoice: async (_id: string, choicePending: Date): Promise<void> => {
      await model.updateOne({ _id, choicePending }, { $unset: { choicePending: 1, choiceName: 1 } });
    },
    /** Keeps only the hash of an erased contact's addresses. */
    forget: async (of: { ids: string[] } | { contactId: string }) => {
      const filter = 'ids' in of ? { _id: { $in: of.ids } } : of;
      for (const id of idsOf(await model.find(filter, { _id: 1 }).lean())) await forget(id);
    },
  };
}
