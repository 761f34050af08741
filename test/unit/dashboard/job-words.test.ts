import { resultText } from '../../../dashboard/src/pages/jobs/words';

test.each([
  ['retry', 'done', null, 'retried'],
  ['cancel', 'refused', 'ENDED', 'left: has ended already'],
  ['retry', 'refused', 'NOT_FAILED', 'left: did not fail'],
  ['pause', 'refused', 'OF_A_LATER_VERSION', 'left: is refused: OF_A_LATER_VERSION'],
] as const)('%s, %s with %s is shown as words', (action, result, code, text) => {
  expect(resultText(action, { result, code })).toBe(text);
});
