import type mongoose from 'mongoose';
import type { OwnerNotice, SwitchOff, WebhookEndpoint } from './endpoints';

/** An endpoint whose owner does not know yet that it was switched off. */
export interface UntoldOwner {
  _id: string;
  untoldSince: Date;
  switchedOff: Pick<SwitchOff, 'at'>;
}

/** How endpoints do, and which ones were switched off for it. */
export interface WebhookHealthStore {
  /** Notes the first failure since a success; a later one changes nothing. */
  failed(id: string, at: Date): Promise<void>;
  /** Forgets what failed before: there was a success. */
  recovered(id: string): Promise<void>;
  /** Switches an endpoint off that has failed since then; true for the one who did it, and has to see to its owner. */
  switchOff(id: string, failingSince: Date, at: Date): Promise<boolean>;
  /** Says what became of telling the owner about this switch-off; nothing where it is on again. */
  noteOwner(id: string, of: Pick<SwitchOff, 'at'>, notice: OwnerNotice): Promise<void>;
  /** Endpoints that the sweep was to look at before `before`, for their owner is still to be told; oldest first. */
  untold(before: Date, limit: number): Promise<UntoldOwner[]>;
  /** Puts the sweep's next look at one off. */
  postpone(of: UntoldOwner, until: Date): Promise<void>;
}

/** Made after the model of the endpoints. */
export function createWebhookHealthStore(connection: mongoose.Connection): WebhookHealthStore {
  const model = connection.model<WebhookEndpoint>('WebhookEndpoint');
  return {
    failed: async (_id, at) => {
      await model.updateOne({ _id, failingSince: null }, { $set: { failingSince: at } });
    },
    recovered: async (_id) => {
      await model.updateOne({ _id }, { $unset: { failingSince: 1 } });
    },
    switchOff: async (_id, failingSince, at) => {
      const switchedOff: SwitchOff = { at, failingSince, notice: 'pending' };
      const done = await model.updateOne(
        { _id, isActive: true, failingSince },
        { $set: { isActive: false, switchedOff, untoldSince: at, updatedAt: at } },
      );
      return done.matchedCount > 0;
    },
    noteOwner: async (_id, { at }, notice) => {
      await model.updateOne(
        { _id, 'switchedOff.at': at },
        { $set: { 'switchedOff.notice': notice }, $unset: { untoldSince: 1 } },
      );
    },
    untold: (before, limit) =>
      model
        .find({ untoldSince: { $lt: before } }, { untoldSince: 1, 'switchedOff.at': 1 })
        .sort({ untoldSince: 1 })
        .limit(limit)
        .lean<UntoldOwner[]>()
        .exec(),
    postpone: async ({ _id, untoldSince }, until) => {
      await model.updateOne({ _id, untoldSince }, { $set: { untoldSince: until } });
    },
  };
}
