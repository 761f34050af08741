import type mongoose from 'mongoose';
import { type ScheduleRun, KEPT_RUNS } from '../../core/schedules/run';
import type { Channel } from '../../core/shared/channels';
import type { Scope } from '../../core/shared/scope';
import { EVER, findAndUpdate, hasMatched, pendingBy } from '../queries';
import { Mixed, schemaOf } from '../schema';

/** A recipient of a schedule. */
interface ScheduleRecipient {
  /** Its entry of `to`, as JSON text, so that names of callers never become names of fields. */
  to: string;
  /** The keys of contacts that it names (core/contacts/keys.ts), by which an erasure finds it. */
  keys: string[];
}

/** What a push of a schedule sets. */
export interface ScheduleContent {
  event: string;
  cron: string;
  zone: string;
  /** Whether `to` is an array. */
  isArray: boolean;
  recipients: ScheduleRecipient[];
  /** JSON text. */
  payload: string;
  language: string | null;
  /** Id of the tenant in whose name it sends. Null or absent: none. */
  tenant?: string | null;
  channel: Channel | null;
  startAt: Date | null;
  endAt: Date | null;
  catchUpMs: number;
}

/** A schedule of an application. It is the truth: its Temporal Schedule is made from it. */
export interface Schedule extends Scope, ScheduleContent {
  /** Derived from application, environment and name (core/shared/ids.ts). */
  _id: string;
  name: string;
  paused: boolean;
  /** Changes with what a run sends. */
  content: string;
  /** Changes with every change. The Temporal Schedule has that of which it was made. */
  revision: string;
  /** Since when the Temporal Schedule has to be made equal. Absent: it is. */
  pending?: Date;
  /** It is deleted, and its Temporal Schedule is not yet. */
  removed?: true;
  updatedAt: Date;
  /** The oldest first. */
  runs: ScheduleRun[];
}

const schema = schemaOf<Schedule>('schedules', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  name: { type: String, required: true },
  event: { type: String, required: true },
  cron: { type: String, required: true },
  zone: { type: String, required: true },
  isArray: { type: Boolean, required: true },
  recipients: { type: Mixed, required: true },
  payload: { type: String, required: true },
  language: { type: String, default: null },
  tenant: { type: String, default: null },
  channel: { type: String, default: null },
  startAt: { type: Date, default: null },
  endAt: { type: Date, default: null },
  catchUpMs: { type: Number, required: true },
  paused: { type: Boolean, required: true },
  content: { type: String, required: true },
  revision: { type: String, required: true },
  pending: { type: Date },
  removed: { type: Boolean },
  updatedAt: { type: Date, required: true },
  runs: { type: Mixed, required: true },
});
// All of an environment, by name.
schema.index({ applicationId: 1, environment: 1, name: 1 });
// Those whose Temporal Schedule the sweep makes equal.
schema.index({ pending: 1 }, { sparse: true });
// Those that name a contact that is erased.
schema.index({ 'recipients.keys': 1 });

const ABSENT = { $exists: false } as const;

export type ScheduleStore = ReturnType<typeof createScheduleStore>;

/** The schedules of applications, with their last runs. */
export function createScheduleStore(connection: mongoose.Connection) {
  const model = connection.model<Schedule>('Schedule', schema);
  const pending = pendingBy<Schedule, Schedule & { pending: Date }>(model, 'pending');
  /** Changes a schedule that exists. Returns it as it is after that. */
  const change = (id: string, revision: string, at: Date, fields: Partial<Schedule>) =>
    findAndUpdate(
      model,
      { _id: id, removed: ABSENT },
      { $set: { ...fields, revision, updatedAt: at, pending: at } },
    );
  return {
    /** By name. */
    list: ({ applicationId, environment }: Scope): Promise<Schedule[]> =>
      model.find({ applicationId, environment, removed: ABSENT }).sort({ name: 1 }).lean<Schedule[]>().exec(),
    get: (id: string): Promise<Schedule | null> =>
      model.findOne({ _id: id, removed: ABSENT }).lean<Schedule>().exec(),
    /** Stores a schedule. One that exists keeps its runs, and is paused as before if `paused` is undefined. */
    put: async (
      { _id, name, applicationId, environment }: Pick<Schedule, '_id' | 'name'> & Scope,
      fields: ScheduleContent & Pick<Schedule, 'content' | 'revision'>,
      { paused, at }: { paused?: boolean; at: Date },
    ): Promise<Schedule> => {
      const stored = await findAndUpdate(
        model,
        { _id },
        {
          $set: { ...fields, updatedAt: at, pending: at, ...(paused !== undefined && { paused }) },
          $setOnInsert: {
            ...{ name, applicationId, environment, runs: [] },
            ...(paused === undefined && { paused: false }),
          },
          $unset: { removed: 1 },
        },
        { upsert: true },
      );
      if (!stored) throw new Error('An upsert has returned nothing.');
      return stored;
    },
    setPaused: (id: string, revision: string, at: Date, paused: boolean) =>
      change(id, revision, at, { paused }),
    /** Deletes a schedule. Only what its Temporal Schedule is found by is left, until that is deleted too. */
    remove: (id: string, revision: string, at: Date) =>
      change(id, revision, at, { removed: true, paused: false, recipients: [], payload: '{}', runs: [] }),
    /** Removes the entries that name one of these contacts' keys. Returns how many schedules had one. */
    forget: async (keys: string[], content: string): Promise<number> => {
      const { modifiedCount } = await model.updateMany(
        { 'recipients.keys': { $in: keys } },
        {
          $pull: { recipients: { keys: { $in: keys } } },
          $set: { content },
        },
      );
      return modifiedCount;
    },
    /** Notes a run that begins, unless it has begun already. Returns the schedule with it. Null: there is no schedule. */
    beginRun: async (id: string, run: ScheduleRun): Promise<Schedule | null> => {
      const of = { _id: id, removed: ABSENT };
      const begun = await findAndUpdate(
        model,
        { ...of, 'runs.id': { $ne: run.id } },
        { $push: { runs: { $each: [run], $slice: -KEPT_RUNS } } },
      );
      return begun ?? model.findOne(of).lean<Schedule>().exec();
    },
    /** Replaces what is noted of a run. */
    putRun: async (id: string, run: ScheduleRun): Promise<void> => {
      await model.updateOne({ _id: id, 'runs.id': run.id }, { $set: { 'runs.$': run } });
    },
    /** Returns those whose Temporal Schedule is not made equal, also deleted ones. */
    pending: pending.due,
    postpone: pending.postpone,
    /** Notes that the Temporal Schedule equals this revision. If another one came in between, it is made equal again. */
    markEqual: async ({ _id, revision }: Pick<Schedule, '_id' | 'revision'>): Promise<void> => {
      if (await hasMatched(model.updateOne({ _id, revision }, { $unset: { pending: 1 } }))) return;
      await model.updateOne({ _id }, { $set: { pending: EVER } });
    },
    /** Removes a deleted schedule whose Temporal Schedule is deleted. If it was pushed again, that is made again. */
    erase: async ({ _id, revision }: Pick<Schedule, '_id' | 'revision'>): Promise<void> => {
      const { deletedCount } = await model.deleteOne({ _id, revision, removed: true });
      if (deletedCount === 0) await model.updateOne({ _id }, { $set: { pending: EVER } });
    },
    /** Has the Temporal Schedules of these made equal again. */
    setPending: async (ids: string[]): Promise<void> => {
      await model.updateMany({ _id: { $in: ids } }, { $set: { pending: EVER } });
    },
    /** Returns a page of all schedules, for the comparison with Temporal, also deleted ones. */
    revisions: (after: string, limit: number): Promise<Pick<Schedule, '_id' | 'revision'>[]> =>
      model
        .find({ _id: { $gt: after } }, { revision: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Pick<Schedule, '_id' | 'revision'>[]>()
        .exec(),
  };
}
