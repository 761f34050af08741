import { setHandler } from '@temporalio/workflow';
import { converted } from '../../../workflows/sequences/trial-ending';
import { SEQUENCES } from '../../../workflows/sequences/registry';

/** The calls that the history has, with another duration. */
SEQUENCES['trial-ending'] = async ({ send, waitFor }) => {
  let hasConverted = false;
  setHandler(converted, () => void (hasConverted = true));
  await send('reminder-1');
  await waitFor('conversion', () => hasConverted, 86_400_000);
  await send('thanks', { channel: 'email' });
};

export * from '../../../workflows/index';
