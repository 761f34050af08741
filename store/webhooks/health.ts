import type mongoose from 'mongoose';
import type { OwnerNotice, SwitchOff, WebhookEndpoint } from './endpoints';
import { hasMatched, pendingBy } from '../queries';

/** A disabled endpoint whose owner is not notified yet. */
export interface PendingNotice {
  _id: string;
  untoldSince: Date;
  switchedOff: Pick<SwitchOff, 'at'>;
}

/** The health of endpoints, and the notice to the owner of one that was disabled. Needs the model of endpoints. */
export function createWebhookHealthStore(connection: mongoose.Connection) {
  const model = connection.model<WebhookEndpoint>('WebhookEndpoint');
  const fields = { untoldSince: 1, 'switchedOff.at': 1 };
  const notices = pendingBy<WebhookEndpoint, PendingNotice>(model, 'untoldSince', fields);
  return {
    /** Stores the first failure after a success. A later failure changes nothing. */
    failed: async (_id: string, at: Date) => {
      await model.updateOne({ _id, failingSince: null }, { $set: { failingSince: at } });
    },
    /** Removes the failure after a success. */
    recovered: async (_id: string) => {
      await model.updateOne({ _id }, { $unset: { failingSince: 1 } });
    },
    /** Disables an endpoint that has failed since `failingSince`. Returns true to one caller, which notifies the owner. */
    switchOff: (_id: string, failingSince: Date, at: Date) => {
      const switchedOff: SwitchOff = { at, failingSince, notice: 'pending' };
      const change = { isActive: false, switchedOff, untoldSince: at, updatedAt: at };
      return hasMatched(model.updateOne({ _id, isActive: true, failingSince }, { $set: change }));
    },
    /** Disables an endpoint that answered 410, unless it has another URL now. Returns true to one caller. */
    switchOffGone: (
      { _id, url, failingSince: since }: Pick<WebhookEndpoint, '_id' | 'url' | 'failingSince'>,
      at: Date,
    ) => {
      const failingSince = since ?? at;
      const switchedOff: SwitchOff = { at, failingSince, notice: 'pending', reason: 'gone' };
      const change = { isActive: false, failingSince, switchedOff, untoldSince: at, updatedAt: at };
      return hasMatched(model.updateOne({ _id, isActive: true, url }, { $set: change }));
    },
    /** Stores the result of the notice. Does nothing if the endpoint is enabled again. */
    noteOwner: async (_id: string, { at }: Pick<SwitchOff, 'at'>, notice: OwnerNotice) => {
      await model.updateOne(
        { _id, 'switchedOff.at': at },
        { $set: { 'switchedOff.notice': notice }, $unset: { untoldSince: 1 } },
      );
    },
    /** Returns disabled endpoints whose owner's notice was due before `before`, oldest first. */
    pendingNotices: notices.due,
    /** Postpones the sweep's next attempt at a notice. */
    postpone: notices.postpone,
  };
}
