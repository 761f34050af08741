import { trialEnding } from '../../../workflows/sequences/trial-ending';
import { SEQUENCES } from '../../../workflows/sequences/registry';

/** A change that forgot about the runs that are asleep: a message before the reminders. */
SEQUENCES['trial-ending'] = async (api) => {
  await api.send('hint');
  await trialEnding(api);
};

export * from '../../../workflows/index';
