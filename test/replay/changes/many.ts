import { setHandler, sleep } from '@temporalio/workflow';
import { converted } from '../../../workflows/sequences/trial-ending';
import { SEQUENCES } from '../../../workflows/sequences/registry';
import type { SequenceApi } from '../../../workflows/engine/api';

type Change = (api: SequenceApi, isConverted: () => boolean) => Promise<void>;

const DAY_MS = 86_400_000;
const first: Change = async ({ send }) => void (await send('reminder-1'));
const wait: Change = async ({ waitFor }, isConverted) =>
  void (await waitFor('conversion, 3 days', isConverted, 3 * DAY_MS));
const last: Change = async ({ send }) => void (await send('thanks', { channel: 'email' }));
const hint: Change = async ({ send }) => void (await send('hint'));
const inTurn =
  (...calls: Change[]): Change =>
  async (api, isConverted) => {
    for (const call of calls) await call(api, isConverted);
  };

/** What the saved run did, changed in all ways, each under a name. */
const CHANGES: Record<string, Change> = {
  same: inTurn(first, wait, last),
  'SEND added': inTurn(first, hint, wait, last),
  'SEND added at the end': inTurn(first, wait, last, hint),
  'WAIT added': inTurn(first, wait, ({ wait }) => wait('a day', DAY_MS), last),
  'short WAIT added': inTurn(first, ({ wait }) => wait('a moment', 1000), wait, last),
  'timer added': inTurn(first, () => sleep(1000), wait, last),
  'SEND removed': inTurn(wait, last),
  'last SEND removed': inTurn(first, wait),
  'SEND renamed': inTurn(hint, wait, last),
  'WAIT removed': inTurn(first, last),
  'all removed': inTurn(),
  'SEND moved': inTurn(wait, first, last),
  'WAIT shortened': inTurn(
    first,
    async ({ waitFor }, isConverted) => void (await waitFor('conversion', isConverted, 1000)),
    last,
  ),
  'signal forgotten': (api) => inTurn(first, wait, last)(api, () => false),
  'WAIT that is over at once': inTurn(first, (api) => wait(api, () => true), last),
  'digest added': inTurn(({ digest }) => digest('gather', 1000), first, wait, last),
  'fault of two lines': inTurn(first, async () => {
    throw new Error('no "hint"\nis known');
  }),
};

/** Which of them a run does, its event says. */
SEQUENCES['trial-ending'] = async (api) => {
  let hasConverted = false;
  setHandler(converted, () => void (hasConverted = true));
  await CHANGES[api.facts.event]?.(api, () => hasConverted);
};

export * from '../../../workflows/index';
