import { addressesOf, factsOf } from '../../../tools/dev/facts';
import { devSettings } from '../../../tools/dev/settings';

test('.data/dev.json names every process, and the one process for the API and for the worker', () => {
  const settings = devSettings({});
  const keys = { production: 'p', sandbox: 's', admin: 'a' };
  const pids = new Map([['heliograph', 7] as const, ['temporal', 8] as const]);
  expect(factsOf(addressesOf(settings), settings, keys, pids).pids).toEqual({
    ...{ temporal: 8, mongo: null, mail: null, api: 7, worker: 7, supervisor: process.pid },
  });
});
