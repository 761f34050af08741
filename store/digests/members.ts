import { OPEN_STATUSES } from '../../core/shared/statuses';
import type { Notification, NotificationModel } from '../notifications/model';

/** What a notification adds to a digest. */
export type DigestPart = Pick<Notification, '_id' | 'startedAt' | 'payload' | 'batchId'>;

/** The notifications of a digest: each one's own document says whether it is in it. */
export interface DigestMemberStore {
  /** Whether one of these is still open. */
  isAnyOpen(ids: string[]): Promise<boolean>;
  /** Says that a notification goes on for others, and with what; false where it has ended. */
  carry(id: string, status: 'running' | 'waiting'): Promise<boolean>;
  /** Ends into the carrier those that are open; a cancel that was faster keeps what it stopped out of the digest. */
  gather(ids: string[], carrier: string, at: Date): Promise<void>;
  /** What a digest says beside its carrier's own: the first ones, and how many there are. */
  partsOf(
    carrier: string,
    limits: { parts: number; bytes: number },
  ): Promise<{ parts: DigestPart[]; count: number }>;
}

const open = { $in: [...OPEN_STATUSES] };

export function createDigestMemberStore(model: NotificationModel): DigestMemberStore {
  return {
    isAnyOpen: async (ids) => (await model.exists({ _id: { $in: ids }, status: open })) !== null,
    carry: async (id, status) => {
      const carrying = await model.updateOne(
        { _id: id, status: open, inFlight: null },
        { $set: { digest: { of: id }, status } },
      );
      return carrying.matchedCount > 0;
    },
    gather: async (ids, carrier, at) => {
      await model.updateMany(
        { _id: { $in: ids }, status: open, inFlight: null },
        {
          $set: { status: 'completed', completedAt: at, digestedInto: carrier },
          $unset: { startPending: 1, backlogOf: 1 },
        },
      );
    },
    partsOf: async (carrier, limits) => {
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
