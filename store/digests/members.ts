import { type Notification, type NotificationModel, open } from '../notifications/model';
import { hasMatched, idsOf } from '../queries';

/** The content that a notification adds to a digest. */
export type DigestPart = Pick<Notification, '_id' | 'startedAt' | 'payload' | 'batchId'>;

/** The notifications of a digest. Each document says whether its notification is in it. */
export function createDigestMemberStore(model: NotificationModel) {
  return {
    /** Whether one of these is still open. */
    isAnyOpen: async (ids: string[]) => (await model.exists({ _id: { $in: ids }, status: open })) !== null,
    /** Makes a notification the carrier of its digest. Returns false if it has ended. */
    carry: (id: string, status: 'running' | 'waiting', key?: string) =>
      hasMatched(
        model.updateOne(
          { _id: id, status: open, inFlight: null },
          { $set: { digest: { of: id, ...(key !== undefined && { key }) }, status } },
        ),
      ),
    /** Completes the open ones, whose content the carrier sends. What was cancelled before stays out of the digest. */
    gather: async (ids: string[], carrier: string, at: Date) => {
      await model.updateMany(
        { _id: { $in: ids }, status: open, inFlight: null },
        {
          $set: { status: 'completed', completedAt: at, digestedInto: carrier },
          $unset: { startPending: 1, backlogOf: 1 },
        },
      );
    },
    /** Whether one of these has a message that waits for the digest of what is over a limit or, if `orInFlight`, is being attempted. */
    isAnyFolded: async (ids: string[], fold: string, { orInFlight }: { orInFlight: boolean }) => {
      const waits = { messages: { $elemMatch: { fold, status: 'queued' } } };
      const filter = orInFlight ? { $or: [waits, { inFlight: { $ne: null } }] } : waits;
      return (await model.exists({ _id: { $in: ids }, status: open, paused: null, ...filter })) !== null;
    },
    /**
     * Completes those whose message waits for a digest of what is over a limit, and takes the message out: the carrier sends its
     * content. What was combined into them before becomes the carrier's too.
     */
    gatherFolded: async (
      ids: string[],
      { fold, carrier, at }: { fold: string; carrier: string; at: Date },
    ) => {
      await model.updateMany(
        {
          ...{ _id: { $in: ids }, status: open, inFlight: null, paused: null },
          messages: { $elemMatch: { fold, status: 'queued' } },
        },
        {
          $set: { status: 'completed', completedAt: at, digestedInto: carrier },
          $unset: { startPending: 1, backlogOf: 1, failingAt: 1 },
          $pull: { messages: { fold, status: 'queued' } },
        },
      );
      const gathered = await model
        .find({ _id: { $in: ids }, digestedInto: carrier }, { _id: 1 })
        .lean()
        .exec();
      if (gathered.length === 0) return;
      // The second condition lets MongoDB use the index of parts.
      await model.updateMany(
        { digestedInto: { $in: idsOf(gathered), $gt: '' } },
        { $set: { digestedInto: carrier } },
      );
    },
    /** Makes what one carrier has gathered another one's. */
    adopt: async (ids: string[], from: string, to: string) => {
      await model.updateMany({ _id: { $in: ids }, digestedInto: from }, { $set: { digestedInto: to } });
    },
    /** Returns the first parts of a digest, without the carrier's own, and the number of all parts. */
    partsOf: async (carrier: string, limits: { parts: number; bytes: number }) => {
      const parts: DigestPart[] = [];
      let bytes = 0;
      const found = model
        .find({ digestedInto: carrier }, { startedAt: 1, payload: 1, batchId: 1 })
        .sort({ startedAt: 1 })
        .limit(limits.parts)
        .lean<DigestPart[]>()
        .cursor();
      for await (const part of found as AsyncIterable<DigestPart>) {
        bytes += (typeof part.payload === 'string' ? part.payload : part.payload?.sealed)?.length ?? 0;
        if (bytes > limits.bytes) break;
        parts.push(part);
      }
      const isAll = parts.length < limits.parts && bytes <= limits.bytes;
      return { parts, count: isAll ? parts.length : await model.countDocuments({ digestedInto: carrier }) };
    },
  };
}
