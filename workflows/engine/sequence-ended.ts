import type { NotificationStatus } from '../../core/shared/statuses';

/** Thrown through a sequence to end it: the document says that nothing is left to do. */
export class SequenceEnded extends Error {
  constructor(readonly status: NotificationStatus) {
    super(status);
  }
}
