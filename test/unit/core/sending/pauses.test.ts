import { candidatesFor, pausesOf, PUSH } from '../../../../core/sending/candidates';
import type { Integration } from '../../../../core/sending/integration';
import {
  type ApplicationPause,
  eventPause,
  holdBy,
  holderIn,
  integrationPause,
} from '../../../../core/sending/pauses';

const OF = eventPause({ applicationId: 'a', environment: 'production' }, 'ping');
const SINCE = new Date(1_000);
const pause = (change: Partial<ApplicationPause> = {}): ApplicationPause => ({
  ...{ id: 'p', of: OF, since: SINCE, by: 'ada', reason: null },
  ...change,
});

test.each([
  ['a pause holds', {}, [], true],
  ['a resumed one holds what it has not held', { resumedAt: SINCE }, [], true],
  ['a resumed one lets pass what it has released', { resumedAt: SINCE }, ['p'], false],
  ['a pause holds what an earlier pause released', {}, ['earlier', 'p'], true],
  ['an opened one holds nothing', { resumedAt: SINCE, opened: true as const }, [], false],
])('PAUSE-1, PAUSE-5: %s', (_name, change, released, holds) => {
  expect(holderIn([pause(change)], OF, released) !== undefined).toBe(holds);
});

test('a pause holds nothing else', () => {
  expect(holderIn([pause()], `${OF}-2`)).toBeUndefined();
  expect(holderIn(undefined, OF)).toBeUndefined();
});

test.each([
  ['the pause began', 500, 1_000],
  ['the SEND fell due, if that was later', 2_000, 2_000],
])('PAUSE-6: a hold counts from when %s', (_name, dueAt, from) => {
  expect(holdBy([pause()], dueAt).from).toEqual(new Date(from));
});

test('PAUSE-3: a push message waits for the services of its devices only', () => {
  const push = (id: string, provider: string): Integration => ({
    ...{ id, channel: 'push', provider, name: id, priority: 1, settings: '{}', sealed: '' },
    ...{ createdAt: SINCE, updatedAt: SINCE },
  });
  const request = (address: string) => ({
    application: {
      integrations: [push('i-fcm', 'fcm'), push('i-expo', 'expo')],
      pauses: [pause({ of: integrationPause('i-expo') })],
    },
    ...({ environment: 'production', channel: 'push', address } as const),
  });
  const heldOf = (address: string) => pausesOf(request(address), { id: PUSH }).length;
  expect(candidatesFor(request('token'), { serviceSmtp: false })).toMatchObject([{ id: PUSH }]);
  expect(heldOf('token')).toBe(0);
  expect(heldOf('token\nExponentPushToken[x]')).toBe(1);
});
