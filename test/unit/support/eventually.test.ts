import { eventually } from '../../support/eventually';

/** A machine that stands still for a minute at each look. */
function standsStill(): void {
  let at = Date.UTC(2026, 10, 28);
  jest.spyOn(Date, 'now').mockImplementation(() => (at += 60_000));
}
afterEach(() => jest.restoreAllMocks());

/** Answers true from the fourth look on. */
const fourth = () => {
  let looks = 0;
  return () => (looks += 1) > 3;
};

test('a machine that stands still takes nothing of a long limit', async () => {
  standsStill();
  await expect(eventually('it', fourth(), 50_000)).resolves.toBe(true);
});

test('a short limit is a proof, and ends at its time', async () => {
  standsStill();
  await expect(eventually('it', fourth(), 49_999)).rejects.toThrow('waited 49999 ms for: it');
});
