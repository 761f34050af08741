import { SEQUENCES } from '../../../workflows/sequences/registry';

/** The example of a sequence in code, as one that gathers. */
SEQUENCES['trial-ending'] = async ({ digest, send }) => {
  await digest('gathered', 5_000);
  await send('thanks');
};

export * from '../../../workflows/index';
