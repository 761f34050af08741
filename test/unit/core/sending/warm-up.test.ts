import { type WarmUp, warmUpDay } from '../../../../core/sending/warm-up';
import { createIntegrationBody } from '../../../../core/schemas/integration';

const plan: WarmUp = { firstDay: 500, factor: 2, until: 5000, startedAt: '2026-11-27' };
const dayAt = (at: string, warmUp: WarmUp | null = plan) => warmUpDay({ id: 'i', warmUp }, new Date(at));

describe('BROADCAST-13: the number of a day', () => {
  it.each([
    ['2026-11-27T00:00:00Z', 1, 500],
    ['2026-11-27T23:59:59.999Z', 1, 500],
    ['2026-11-28T00:00:00Z', 2, 1000],
    ['2026-11-30T12:00:00Z', 4, 4000],
    ['2026-11-26T23:59:00Z', 1, 500],
  ])('at %s it is day %i: %i', (at, day, most) => {
    expect(dayAt(at)).toMatchObject({ day, most });
  });

  it('ends on the day whose number would reach `until`', () => {
    expect(dayAt('2026-12-01T00:00:00Z')).toBeNull();
    expect(dayAt('2126-12-01T00:00:00Z')).toBeNull();
    expect(dayAt('2026-11-27T00:00:00Z', null)).toBeNull();
  });

  it('is rounded down, counts by integration and UTC day, and ends at midnight', () => {
    expect(dayAt('2026-11-29T10:00:00Z', { ...plan, firstDay: 5, factor: 1.5 })).toEqual({
      ...{ id: 'warmup:i:day:2026-11-29', day: 3, most: 11 },
      endsAt: new Date('2026-11-30T00:00:00Z'),
    });
  });
});

it.each([
  ['warm_up.first_day', { first_day: 0, until: 10 }],
  ['warm_up.factor', { first_day: 1, factor: 1, until: 10 }],
  ['warm_up.until', { first_day: 10, until: 10 }],
  ['warm_up.started_at', { first_day: 1, until: 10, started_at: 'today' }],
])('a plan with a wrong %s is refused', (field, warmUp) => {
  const { error } = createIntegrationBody.safeParse({ channel: 'email', provider: 'smtp', warm_up: warmUp });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
});
