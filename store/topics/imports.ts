import type mongoose from 'mongoose';
import type { Place } from '../../core/shared/place';
import type { Scope } from '../../core/shared/scope';
import type { ImportCounts, ImportFormat, ImportState } from '../../core/topics/import';
import { afterPlace, findAndUpdate, hasMatched, idsOf, pendingBy } from '../queries';
import { Mixed, schemaOf } from '../schema';

/** A file of contacts that are added to a topic. Its document is the truth, and its workflow only does the next page. */
export interface TopicImport extends Scope {
  _id: string;
  topicId: string;
  format: ImportFormat;
  /** First record of a CSV. */
  header: string | null;
  state: ImportState;
  /** Rows of the file. */
  rows: number;
  pages: number;
  /** The page that is under way, or comes next. */
  page: number;
  counts: ImportCounts;
  startedAt: Date;
  endedAt: Date | null;
  /** When the sweep looks after its workflow. Absent: it does not run. */
  pending?: Date;
}

const schema = schemaOf<TopicImport>('topicimports', {
  _id: { type: String, required: true },
  applicationId: { type: String, required: true },
  environment: { type: String, required: true },
  topicId: { type: String, required: true },
  format: { type: String, required: true },
  header: { type: String, default: null },
  state: { type: String, required: true },
  rows: { type: Number, required: true },
  pages: { type: Number, required: true },
  page: { type: Number, required: true },
  counts: { type: Mixed, required: true },
  startedAt: { type: Date, required: true },
  endedAt: { type: Date, default: null },
  pending: { type: Date },
});
// The list of a topic, newest first, and the removal of a topic.
schema.index({ topicId: 1, startedAt: -1, _id: -1 });
// Those that run, whose workflow the sweep looks after.
schema.index({ pending: 1 }, { sparse: true });
// Retention, also of files that did not come whole, and the numbers of those that are not done.
schema.index({ state: 1, startedAt: 1 });

export type TopicImportStore = ReturnType<typeof createTopicImportStore>;

/** Imports of topics. Every change is one conditional update, so a repeated page counts once. */
export function createTopicImportStore(connection: mongoose.Connection) {
  const model = connection.model<TopicImport>('TopicImport', schema);
  const pending = pendingBy<
    TopicImport,
    Pick<TopicImport, '_id' | 'applicationId' | 'startedAt'> & { pending: Date }
  >(model, 'pending', { applicationId: 1, startedAt: 1, pending: 1 });
  const get = (id: string): Promise<TopicImport | null> => model.findById(id).lean<TopicImport>().exec();
  return {
    insert: async (one: TopicImport): Promise<void> => {
      await model.insertMany([one], { lean: true });
    },
    get,
    /** Newest first. */
    list: (
      topicId: string,
      { after, limit }: { after?: Place | undefined; limit: number },
    ): Promise<TopicImport[]> =>
      model
        .find({
          topicId,
          ...(after && { startedAt: { $lte: after.at }, ...afterPlace('startedAt', after) }),
        })
        .sort({ startedAt: -1, _id: -1 })
        .limit(limit)
        .lean<TopicImport[]>()
        .exec(),
    /** Lets an import begin whose file is stored. Returns it; null if it is gone. */
    begin: (
      id: string,
      file: Pick<TopicImport, 'rows' | 'pages' | 'header'>,
      at: Date,
    ): Promise<TopicImport | null> =>
      findAndUpdate(
        model,
        { _id: id, state: 'receiving' },
        { $set: { ...file, state: 'running', pending: at } },
      ),
    /**
     * Ends a page, once, and adds what its rows came to. An import whose last page it was is done. Returns the import as it is
     * after that; null if it is gone.
     */
    endPage: async (
      { _id, page, pages }: TopicImport,
      counts: ImportCounts,
      at: Date,
    ): Promise<TopicImport | null> => {
      const isLast = page + 1 >= pages;
      const increased = Object.entries(counts).map(([name, count]) => [`counts.${name}`, count as number]);
      const ended = await findAndUpdate(
        model,
        { _id, page, state: { $ne: 'done' } },
        {
          $inc: { page: 1, ...(Object.fromEntries(increased) as Record<string, number>) },
          ...(isLast && { $set: { state: 'done', endedAt: at }, $unset: { pending: 1 } }),
        },
      );
      // Another attempt has ended it.
      return ended ?? get(_id);
    },
    /** Stops a running import, which finishes its page. Returns false if it does not run. */
    stop: (id: string): Promise<boolean> =>
      hasMatched(
        model.updateOne(
          { _id: id, state: 'running' },
          { $set: { state: 'stopped' }, $unset: { pending: 1 } },
        ),
      ),
    /** Lets a stopped import continue. Returns false if it is not stopped. */
    resume: (id: string, at: Date): Promise<boolean> =>
      hasMatched(model.updateOne({ _id: id, state: 'stopped' }, { $set: { state: 'running', pending: at } })),
    /** Returns those whose workflow the sweep looks after. */
    pending: pending.due,
    postpone: pending.postpone,
    /** Returns the ids of imports in one of these states that began before `before`. */
    old: async (states: readonly ImportState[], before: Date, limit: number): Promise<string[]> => {
      const found = await model
        .find({ state: { $in: [...states] }, startedAt: { $lt: before } }, { _id: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>()
        .exec();
      return idsOf(found);
    },
    /** Counts the imports that are not done, by their state. */
    counts: async (): Promise<Record<Exclude<ImportState, 'done'>, number>> => {
      const of = (state: ImportState): Promise<number> => model.countDocuments({ state }).exec();
      const [receiving, running, stopped] = await Promise.all([
        of('receiving'),
        of('running'),
        of('stopped'),
      ]);
      return { receiving, running, stopped };
    },
    remove: async (id: string): Promise<void> => {
      await model.deleteOne({ _id: id });
    },
  };
}
