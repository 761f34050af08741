import type mongoose from 'mongoose';
import { type ApplicationPause, pausedThing } from '../../core/sending/pauses';
import { hasMatched } from '../queries';
import type { Application } from './applications';

/** Pauses that one application may have. Every send reads them. */
export const MOST_PAUSES = 100;

/** The pauses of events, integrations, broadcasts and prefixes, stored in their application. Needs the model of applications. */
export function createPauseStore(connection: mongoose.Connection) {
  const model = connection.model<Application>('Application');
  const one = (_id: string, id: string) => ({ _id, 'pauses.id': id });
  return {
    /** Adds a pause, unless its thing is paused or the application has too many. A pause that was resumed is replaced. */
    add: async (_id: string, pause: ApplicationPause): Promise<boolean> => {
      const { of } = pause;
      const replaced = model.updateOne(
        { _id, pauses: { $elemMatch: { of, resumedAt: { $ne: null } } } },
        { $set: { 'pauses.$[p]': pause } },
        { arrayFilters: [{ 'p.of': of }] },
      );
      if (await hasMatched(replaced)) return true;
      return hasMatched(
        model.updateOne(
          { _id, 'pauses.of': { $ne: of }, [`pauses.${MOST_PAUSES - 1}`]: { $exists: false } },
          { $push: { pauses: pause } },
        ),
      );
    },
    /** Notes that a pause was resumed. It still holds what it has not held yet. */
    resume: (_id: string, id: string, at: Date): Promise<boolean> =>
      hasMatched(
        model.updateOne(
          { _id, pauses: { $elemMatch: { id, resumedAt: null } } },
          { $set: { 'pauses.$[p].resumedAt': at } },
          { arrayFilters: [{ 'p.id': id }] },
        ),
      ),
    /** Lets everything pass that a resumed pause would hold. */
    open: (_id: string, id: string): Promise<boolean> =>
      hasMatched(
        model.updateOne(
          one(_id, id),
          { $set: { 'pauses.$[p].opened': true } },
          { arrayFilters: [{ 'p.id': id }] },
        ),
      ),
    /** Removes a pause that holds nothing any more. */
    remove: async (_id: string, id: string): Promise<void> => {
      await model.updateOne(one(_id, id), { $pull: { pauses: { id } } });
    },
    /** Returns the applications with pauses that end before `before`. Some may be resumed already. */
    endingBefore: (before: Date, limit: number) =>
      model
        .find({ 'pauses.endsAt': { $lt: before } }, { pauses: 1 })
        .limit(limit)
        .lean<Pick<Application, '_id' | 'pauses'>[]>()
        .exec(),
    /** Counts the prefixes that are held and were not resumed. */
    heldPrefixes: async (): Promise<number> => {
      const found = await model
        .find({ 'pauses.endsAt': { $gt: new Date(0) } }, { pauses: 1 })
        .lean<Pick<Application, 'pauses'>[]>()
        .exec();
      const isHeld = ({ of, endsAt, resumedAt, opened }: ApplicationPause): boolean =>
        endsAt !== undefined && !resumedAt && !opened && pausedThing(of).kind === 'prefix';
      return found.reduce((sum, { pauses = [] }) => sum + pauses.filter(isHeld).length, 0);
    },
    /** Returns the applications with pauses that were resumed before `before` and are not over. */
    resumedBefore: (before: Date, limit: number) =>
      model
        .find({ 'pauses.resumedAt': { $lt: before } }, { pauses: 1 })
        .limit(limit)
        .lean<Pick<Application, '_id' | 'pauses'>[]>()
        .exec(),
  };
}
