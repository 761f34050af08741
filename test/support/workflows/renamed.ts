import { setHandler } from '@temporalio/workflow';
import { converted } from '../../../workflows/sequences/trial-ending';
import { SEQUENCES } from '../../../workflows/sequences/registry';

/** A change that forgot about the runs that sleep: the same calls, with the SENDs' names moved. */
SEQUENCES['trial-ending'] = async ({ send, waitFor }) => {
  let hasConverted = false;
  setHandler(converted, () => void (hasConverted = true));
  await send('reminder-2');
  await waitFor('conversion, 3 days', () => hasConverted, 3 * 86_400_000);
  await send('reminder-1', { channel: 'email' });
};

export * from '../../../workflows/index';
