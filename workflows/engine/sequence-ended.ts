import type { NotificationStatus } from '../../core/shared/statuses';

/** Thrown to end a sequence whose notification has ended, with the status in its document. */
export class SequenceEnded extends Error {
  constructor(readonly status: NotificationStatus) {
    super(status);
  }
}
