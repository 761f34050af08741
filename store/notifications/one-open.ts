import { CLOSED_STATUSES } from '../../core/shared/statuses';
import { type Notification, type NotificationModel, open } from './model';

/** An open notification that has a reference. */
export type WithReference = Pick<Notification, '_id' | 'recipient' | 'startedAt' | 'tenant'> & {
  reference: string;
};

/** Of notifications that were sent with `if_open`, a unique index allows one for each key (core/sending/reference.ts). */
export function createOneOpenStore(model: NotificationModel) {
  return {
    /** Returns the open notifications of an event to these recipients that have one of these references. */
    withReference: (recipients: string[], event: string, references: string[]) =>
      model
        .find(
          { recipient: { $in: recipients }, event, status: open, reference: { $in: references } },
          { recipient: 1, reference: 1, startedAt: 1, tenant: 1 },
        )
        .lean<WithReference[]>()
        .exec(),
    /** Takes these keys from notifications that have ended. They keep them until another one wants them. */
    releaseKeys: async (openKeys: string[]) => {
      await model.updateMany(
        { openKey: { $in: openKeys }, status: { $in: [...CLOSED_STATUSES] } },
        { $unset: { openKey: 1 } },
      );
    },
  };
}
