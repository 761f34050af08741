import { sendNamesIn } from '../../../../core/sequences/send-names';

const { has, known } = sendNamesIn([
  `
  /** Don't 'count' these, nor \`these\`. */
  import x from './elsewhere'; // the customer's 'comment'
  for (const name of ['soon', "late"]) await send(name);
  await send(\`reminder-\${index + 1}\`);
  await send('step-' + n); await send(n + '-th');
  `,
]);

test.each([
  ['soon', true],
  ['late', true],
  ['reminder-1', true],
  ['reminder-', false],
  ['step-2', true],
  ['5-th', true],
  ['count', false],
  ['these', false],
  ['comment', false],
  ['last-chanse', false],
])('code may send under the name %s: %s', (name, expected) => {
  expect(has(name)).toBe(expected);
});

test('the known names are those without a variable part', () => {
  expect(known).toEqual(['soon', 'late']);
});
