import type { NotificationStatus } from '../core/statuses';

/** Thrown through a sequence to end it: the document says that nothing is left to do. */
export class Over extends Error {
  constructor(readonly status: NotificationStatus) {
    super(status);
  }
}
