import type mongoose from 'mongoose';
import {
  type AudienceOf,
  type Blocked,
  type BroadcastCounts,
  type BroadcastState,
  LIVE_STATES,
} from '../../core/broadcasts/broadcast';
import type { Place } from '../../core/shared/place';
import type { Scope } from '../../core/shared/scope';
import { insertNew } from '../insert';
import { afterPlace, EVER, findAndUpdate, hasMatched, pendingBy } from '../queries';
import { removeSome } from '../maintenance/remove-some';
import { Mixed, schemaOf } from '../schema';

/** Counts of a broadcast, and when they were made. */
export interface Counted extends BroadcastCounts {
  at: Date;
  /** How long the count took, milliseconds. The next one waits for a multiple of it. */
  tookMs: number;
  /** Recipients a second that were reached about then. Absent or null: that is not known. */
  rate?: number | null;
}

/**
 * An event for an audience. Its document is the truth, and its workflow only does the next pages. Payload and overrides are in
 * the batch of the same id, which the notifications share. Each recipient is a notification with that `batchId`.
 */
export interface Broadcast extends Scope {
  _id: string;
  event: string;
  /** For people; null: it has none. */
  name: string | null;
  audience: AudienceOf;
  language: string | null;
  /** When it begins; null: at once. */
  sendAt: Date | null;
  /** Time of day in the zone of each recipient, `09:00`; null: the recipients do not wait. */
  localTime: string | null;
  /** Recipients a second at most; null: as fast as it goes. */
  perSecond: number | null;
  /** Id of the tenant in whose name it is sent; null: it has none. */
  tenant: string | null;
  state: BroadcastState;
  by: { id: string; name: string };
  createdAt: Date;
  /** When it began: who joins the audience later is not in it. Null: it has not. */
  startedAt: Date | null;
  endedAt: Date | null;
  /** Size of the audience at the start. Null: it is not counted yet. */
  total: number | null;
  /** How far the count of the audience is: the contacts up to `after` are `size`. Absent: it has not begun, or it is done. */
  counting?: { after: string | null; size: number };
  /** The last contact of the last page; empty: there was none. */
  after: string;
  /** When the whole audience was reached. Null: it is not. */
  reachedAt: Date | null;
  /** The run of a page that may go on. An earlier one that lives still stops at its next step. */
  runner?: string;
  blocked: Blocked | null;
  /** The last count. Null: there was none. */
  counted: Counted | null;
  /** When the sweep looks after its workflow. Absent: it does not run. */
  pending?: Date;
}

const schema = schemaOf<Broadcast>(
  'broadcasts',
  {
    _id: { type: String, required: true },
    applicationId: { type: String, required: true },
    environment: { type: String, required: true },
    event: { type: String, required: true },
    name: { type: String, default: null },
    audience: { type: Mixed, required: true },
    language: { type: String, default: null },
    sendAt: { type: Date, default: null },
    localTime: { type: String, default: null },
    perSecond: { type: Number, default: null },
    tenant: { type: String, default: null },
    state: { type: String, required: true },
    by: { type: Mixed, required: true },
    createdAt: { type: Date, required: true },
    startedAt: { type: Date, default: null },
    endedAt: { type: Date, default: null },
    total: { type: Number, default: null },
    counting: { type: Mixed },
    after: { type: String, default: '' },
    reachedAt: { type: Date, default: null },
    runner: { type: String },
    blocked: { type: Mixed, default: null },
    counted: { type: Mixed, default: null },
    pending: { type: Date },
  },
  { minimize: false },
);
// The list of an environment, newest first, and the newest of it for `explain`.
schema.index({ applicationId: 1, environment: 1, createdAt: -1, _id: -1 });
// Those that run, whose workflow the sweep looks after, and those of them of an application.
schema.index({ pending: 1 }, { sparse: true });
// Retention.
schema.index({ createdAt: 1 });

/** A broadcast as `explain` reads it. Its audience is that of a topic or of all contacts; of a segment it has neither. */
export type BroadcastOutline = Pick<
  Broadcast,
  '_id' | 'event' | 'name' | 'state' | 'createdAt' | 'startedAt' | 'endedAt' | 'blocked'
> & { audience: { topicId?: string; all?: true } };

const OUTLINE = {
  ...{ event: 1, name: 1, state: 1, createdAt: 1, startedAt: 1, endedAt: 1, blocked: 1 },
  ...{ 'audience.topicId': 1, 'audience.all': 1 },
};

interface BroadcastQuery {
  scope: Scope;
  after?: Place;
  limit: number;
}

const live = { $in: [...LIVE_STATES] };

/** Broadcasts. Every change is one conditional update. */
export function createBroadcastStore(connection: mongoose.Connection) {
  const model = connection.model<Broadcast>('Broadcast', schema);
  const pending = pendingBy<
    Broadcast,
    Pick<Broadcast, '_id' | 'applicationId' | 'event' | 'createdAt'> & { pending: Date }
  >(model, 'pending', { applicationId: 1, event: 1, createdAt: 1, pending: 1 });
  return {
    /** Returns false if the broadcast exists. */
    insert: (broadcast: Broadcast) => insertNew(model, broadcast),
    get: (id: string) => model.findById(id).lean<Broadcast>().exec(),
    /** Newest first. */
    list: ({ scope: { applicationId, environment }, after, limit }: BroadcastQuery): Promise<Broadcast[]> =>
      model
        .find({
          ...{ applicationId, environment },
          ...(after && { createdAt: { $lte: after.at }, ...afterPlace('createdAt', after) }),
        })
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<Broadcast[]>()
        .exec(),
    /** Returns the newest of an environment, without what only their sends need. */
    newest: ({ applicationId, environment }: Scope, limit: number): Promise<BroadcastOutline[]> =>
      model
        .find({ applicationId, environment }, OUTLINE)
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit)
        .lean<BroadcastOutline[]>()
        .exec(),
    /** Returns those of an application that run, also if something blocks them. */
    running: (applicationId: string, limit: number) =>
      model
        .find({ pending: { $gte: EVER }, applicationId, state: 'running' }, { applicationId: 1, event: 1 })
        .limit(limit)
        .lean<Pick<Broadcast, '_id' | 'applicationId' | 'event'>[]>()
        .exec(),
    /** Makes `runner` the one that goes on, and begins a broadcast whose time has come. Null: it does not run. */
    begin: async (id: string, runner: string, now: Date): Promise<Broadcast | null> => {
      await model.updateOne(
        { _id: id, state: 'scheduled', $or: [{ sendAt: null }, { sendAt: { $lte: now } }] },
        { $set: { state: 'running' } },
      );
      await model.updateOne({ _id: id, state: 'running', startedAt: null }, { $set: { startedAt: now } });
      return findAndUpdate(model, { _id: id, state: 'running' }, { $set: { runner } });
    },
    /** Stores the size of the audience, once. */
    setTotal: (id: string, total: number) =>
      hasMatched(model.updateOne({ _id: id, total: null }, { $set: { total }, $unset: { counting: 1 } })),
    /** Stores how far the count of the audience is. */
    setCounting: async (id: string, counting: Required<Broadcast>['counting']): Promise<void> => {
      await model.updateOne({ _id: id, total: null }, { $set: { counting } });
    },
    /** Records that the audience up to `after` is reached; with `isLast` all of it. Returns false if another one goes on. */
    advance: (id: string, runner: string, to: { after: string; isLast: boolean; at: Date }) =>
      hasMatched(
        model.updateOne(
          { _id: id, runner },
          { $set: { after: to.after, blocked: null, ...(to.isLast && { reachedAt: to.at }) } },
        ),
      ),
    /** Returns whether `runner` may go on: nobody else does, and the broadcast runs. */
    mayGoOn: async (id: string, runner: string): Promise<boolean> =>
      (await model.exists({ _id: id, runner, state: 'running' })) !== null,
    setBlocked: async (id: string, blocked: Blocked | null): Promise<void> => {
      await model.updateOne({ _id: id }, { $set: { blocked } });
    },
    /** Returns false if it does not run. */
    pause: (id: string) =>
      hasMatched(
        model.updateOne({ _id: id, state: { $in: ['scheduled', 'running'] } }, { $set: { state: 'paused' } }),
      ),
    /** Lets a paused broadcast go on. Returns false if it is not paused. */
    resume: async (id: string, at: Date): Promise<boolean> =>
      (await hasMatched(
        model.updateOne(
          { _id: id, state: 'paused', startedAt: null },
          { $set: { state: 'scheduled', pending: at } },
        ),
      )) ||
      hasMatched(model.updateOne({ _id: id, state: 'paused' }, { $set: { state: 'running', pending: at } })),
    /** Cancels a broadcast that has not ended. Its workflow cancels the recipients who wait. Returns false if it has ended. */
    cancel: (id: string, at: Date) =>
      hasMatched(
        model.updateOne({ _id: id, state: live }, { $set: { state: 'cancelled', endedAt: at, pending: at } }),
      ),
    /** Ends a broadcast that was reached whole, and all of whose recipients have their outcome. */
    complete: (id: string, at: Date) =>
      hasMatched(
        model.updateOne(
          { _id: id, state: 'running', reachedAt: { $ne: null } },
          { $set: { state: 'completed', endedAt: at }, $unset: { pending: 1 } },
        ),
      ),
    /** Its workflow has nothing to do any more. */
    settle: async (id: string): Promise<void> => {
      await model.updateOne(
        { _id: id, state: { $in: ['cancelled', 'completed'] } },
        { $unset: { pending: 1 } },
      );
    },
    /** Stores a count, unless a later one is stored. */
    setCounted: async (id: string, counted: Counted): Promise<void> => {
      const earlier = { $or: [{ counted: null }, { 'counted.at': { $lt: counted.at } }] };
      await model.updateOne({ _id: id, ...earlier }, { $set: { counted } });
    },
    /** Removes ended ones that were made before `before`. Returns how many. */
    removeOld: (before: Date, limit: number): Promise<number> =>
      removeSome(
        model,
        {
          ...{ createdAt: { $lt: before }, endedAt: { $lt: before }, pending: { $exists: false } },
          state: { $in: ['cancelled', 'completed'] },
        },
        limit,
      ),
    /** Returns those whose workflow the sweep looks after. */
    pending: pending.due,
    postpone: pending.postpone,
  };
}
