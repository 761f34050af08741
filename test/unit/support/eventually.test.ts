import { eventually } from '../../support/eventually';

/** A machine that stands still for so long at each look. */
function standsStill(ms: number): void {
  let at = Date.UTC(2026, 10, 28);
  jest.spyOn(Date, 'now').mockImplementation(() => (at += ms));
}
afterEach(() => jest.restoreAllMocks());

/** Answers true from the fourth look on. */
const fourth = () => {
  let looks = 0;
  return () => (looks += 1) > 3;
};

test('a machine that stands still takes little of a long limit', async () => {
  standsStill(30_000);
  await expect(eventually('it', fourth(), 50_000)).resolves.toBe(true);
});

test('a long limit ends after twice its time', async () => {
  standsStill(60_000);
  await expect(eventually('it', fourth(), 50_000)).rejects.toThrow('waited 50000 ms for: it');
});

test('a short limit is a proof, and ends at its time', async () => {
  standsStill(30_000);
  await expect(eventually('it', fourth(), 49_999)).rejects.toThrow('waited 49999 ms for: it');
});
