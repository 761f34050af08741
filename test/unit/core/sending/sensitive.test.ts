import { withoutQuotes } from '../../../../core/sending/sensitive';

test.each([
  ['404 Not Found: ada@example.org', '404 [sensitive]'],
  ['550 5.1.1 <ada@example.org> is unknown', '550 5.1.1 [sensitive]'],
  ['421-4.7.28 wait', '421-4.7.28 [sensitive]'],
  ['250 2.000.123', '250 2.000.123 [sensitive]'],
  ['550', '550 [sensitive]'],
  ['550: Ada', '550 [sensitive]'],
  ['550 3.1.1 Ada', '550 [sensitive]'],
  ['550 5.1.1234', '550 [sensitive]'],
  ['550 5.x.1', '550 [sensitive]'],
  ['550 5.1.x', '550 [sensitive]'],
  ['5501 is her code', '[sensitive]'],
  ['550.12 is the amount', '[sensitive]'],
  ['550_a', '[sensitive]'],
  ['55 is her age', '[sensitive]'],
  ['her code is 550', '[sensitive]'],
  ['', '[sensitive]'],
])('of %j is kept %j', (words, kept) => {
  expect(withoutQuotes(words)).toBe(kept);
});
