import { patched } from '@temporalio/workflow';
import { trialEnding } from '../../../workflows/sequences/trial-ending';
import { SEQUENCES } from '../../../workflows/sequences/registry';

/** The same change for new runs only. */
SEQUENCES['trial-ending'] = async (api) => {
  if (patched('trial-ending-hint')) await api.send('hint');
  await trialEnding(api);
};

export * from '../../../workflows/index';
