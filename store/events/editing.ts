import type mongoose from 'mongoose';
import type { Scope } from '../../core/shared/scope';
import { Mixed, schemaOf } from '../schema';
import { eventKey } from './events';

/** Somebody who has an event open in an editor. */
export interface Editing {
  /** `<scope>:<event name>:<id of the operator>`. */
  _id: string;
  /** `<scope>:<event name>`. */
  event: string;
  by: { id: string; name: string };
  since: Date;
  /** Each sign of life postpones it. */
  expiresAt: Date;
}

const schema = schemaOf<Editing>('editings', {
  _id: { type: String, required: true },
  event: { type: String, required: true },
  by: { type: Mixed, required: true },
  since: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
// Who edits an event.
schema.index({ event: 1, since: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Who has which event open in an editor. */
export function createEditingStore(connection: mongoose.Connection) {
  const model = connection.model<Editing>('Editing', schema);
  return {
    /** Notes a sign of life of somebody who edits an event. */
    note: async (
      scope: Scope,
      name: string,
      by: Editing['by'],
      { now, forMs }: { now: Date; forMs: number },
    ) => {
      const event = eventKey(scope, name);
      await model.updateOne(
        { _id: `${event}:${by.id}` },
        { $set: { event, by, expiresAt: new Date(now.getTime() + forMs) }, $setOnInsert: { since: now } },
        { upsert: true },
      );
    },
    /** Forgets somebody who closed the editor. */
    end: async (scope: Scope, name: string, by: string) => {
      await model.deleteOne({ _id: `${eventKey(scope, name)}:${by}` });
    },
    /** Returns who edits an event, the longest first. */
    of: (scope: Scope, name: string, now: Date) =>
      model
        .find({ event: eventKey(scope, name), expiresAt: { $gt: now } })
        .sort({ since: 1 })
        .lean<Editing[]>()
        .exec(),
  };
}
