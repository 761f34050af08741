import { SEQUENCES } from '../../../workflows/sequences/registry';

/** The example of a sequence in code, with waits that a test can sit through. */
SEQUENCES['trial-ending'] = async ({ send, wait, waitUntil, facts }) => {
  await Promise.all([send('reminder-1'), send('reminder-2')]);
  await wait('long enough to be shown', 6_000);
  await send(`of-${facts.event}`);
  await waitUntil('two seconds', new Date(Date.now() + 2_000));
  await send('thanks');
};

export * from '../../../workflows/index';
