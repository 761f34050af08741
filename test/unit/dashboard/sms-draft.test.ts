import type { Application } from '../../../dashboard/src/api/types';
import { changesIn, draftOf } from '../../../dashboard/src/pages/applications/sms/draft';

type Limit = Application['limits'][number];
const OTHER: Limit = {
  ...{ name: 'daily', channel: 'email', most: 2, per: 'day', of: 'contact', timezone: 'Europe/Berlin' },
  ...{ over: 'skip', required: false },
};
const CODES: Limit = {
  ...OTHER,
  ...{ name: 'mine', channel: 'sms', most: 3, per: '10m', of: 'address', events: ['verify'] },
};
const applicationOf = (part: Partial<Application>): Application =>
  ({ sms_countries: null, sms_guard: null, limits: [OTHER], ...part }) as Application;

describe('what stops SMS pumping', () => {
  it('changes nothing unless something is typed, also a guard that has other numbers than the form', () => {
    const application = applicationOf({
      ...{ sms_countries: ['DE'], limits: [CODES, OTHER] },
      sms_guard: { events: ['verify', 'login'], share: 0.575, at_least: 5, hold_minutes: 60 },
    });
    expect(changesIn(application, draftOf(application))).toEqual({});
    expect(changesIn(applicationOf({}), draftOf(applicationOf({})))).toEqual({});
  });

  it.each<[typed: string, draft: Partial<ReturnType<typeof draftOf>>, changes: object]>([
    ['countries', { countries: 'de  at,ch' }, { sms_countries: ['DE', 'AT', 'CH'] }],
    [
      'the guard',
      { isGuarded: true, events: 'verify, login', share: 57 },
      { sms_guard: { events: ['verify', 'login'], share: 0.57, at_least: 20, hold_minutes: 30 } },
    ],
    [
      'a limit to a prefix',
      { events: 'verify', prefix: 20 },
      {
        limits: [
          OTHER,
          {
            ...{ name: 'code-prefix', channel: 'sms', per: '10m', of: 'prefix', timezone: 'UTC' },
            ...{ over: 'skip', most: 20, required: false, events: ['verify'] },
          },
        ],
      },
    ],
  ])('sets %s alone', (_typed, draft, changes) => {
    const application = applicationOf({});
    expect(changesIn(application, { ...draftOf(application), ...draft })).toEqual(changes);
  });

  it('keeps the name and the place of a limit that it changes, and removes one that is emptied', () => {
    const application = applicationOf({ limits: [CODES, OTHER] });
    const draft = draftOf(application);
    expect(draft).toMatchObject({ events: 'verify', address: 3, prefix: '', isGuarded: false });
    expect(changesIn(application, { ...draft, address: 5 }).limits).toEqual([{ ...CODES, most: 5 }, OTHER]);
    expect(changesIn(application, { ...draft, address: '' }).limits).toEqual([OTHER]);
  });
});
