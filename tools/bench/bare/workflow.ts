import { proxyActivities } from '@temporalio/workflow';

/** The activities of the bare worker. */
export interface BareActivities {
  nothing: () => Promise<void>;
}

const { nothing } = proxyActivities<BareActivities>({ startToCloseTimeout: '60s' });

/** The least that a durable piece of work can be: one activity that does nothing. */
export async function bare(): Promise<void> {
  await nothing();
}
