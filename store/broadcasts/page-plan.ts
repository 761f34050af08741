import type { Blocked } from '../../core/broadcasts/broadcast';
import type { Contact } from '../contacts/model';
import type { Notification } from '../notifications/model';
import type { Broadcast } from './broadcasts';

/** A recipient of a broadcast, as it becomes durable. */
export interface PlannedRecipient {
  notification: Notification;
  /**
   * `page`: its one SEND is made in the page; `workflow`: it waits, or has more to do than one SEND; `skipped`: it has ended, because
   * no channel reaches it.
   */
  by: 'page' | 'workflow' | 'skipped';
}

/** The recipients of a page, with the numbers of warm-ups that were taken for them. The quota has counted them. */
export interface PagePlan {
  recipients: PlannedRecipient[];
  /** Whether contacts after the last of these stay ahead, because of a warm-up. */
  isCut: boolean;
  /** The least rate of the paced integrations in whose queues some of them wait. Null: there is none. */
  perSecond: number | null;
  /** Gives back the numbers of all but these. */
  keep(made: readonly PlannedRecipient[]): Promise<void>;
  /** Counts those that were made, in statistics and metrics. */
  count(made: readonly PlannedRecipient[]): void;
}

/**
 * Plans the notifications of contacts of a broadcast, by the steps of a send to an array. It changes nothing but the quota
 * and the days of warm-ups. It returns why the broadcast cannot go on now, if it cannot.
 */
export type PlanPage = (broadcast: Broadcast, contacts: readonly Contact[]) => Promise<PagePlan | NotNow>;

/** Why a broadcast cannot go on now, and when it can. Absent: that is not known. */
export type NotNow = Pick<Blocked, 'code'> & { until?: Date };
