import {
  insertStep,
  moveStep,
  placeAfterMove,
  removeStep,
  setStep,
} from '../../../dashboard/src/pages/events/file/edit-steps';
import { parse } from 'yaml';

const SOURCE = `name: nudge   # two spaces stay
channels: [push,   email]

# What happens
sequence:
  # first the push
  - send: { name: hello, channel: push } # quick
  - if: { delivered: hello, within: 2h }
    else:
      # then the mail
      - send: email
  - wait: 1d

# The texts
templates:
  email: {   en: { subject: Hi, text: Hi } }
`;
const stepsOf = (source: string): unknown[] => (parse(source) as { sequence: unknown[] }).sequence;

test('a step is set; comments and each line outside the sequence stay', () => {
  const edited = setStep(SOURCE, ['sequence', 2], { wait: '3d' });
  expect(edited).toBe(SOURCE.replace('wait: 1d', 'wait: 3d'));
  const renamed = setStep(SOURCE, ['sequence', 0], { send: { name: 'hi', channel: 'push' } });
  expect(renamed).toBe(SOURCE.replace('name: hello,', 'name: hi,'));
});

test('steps are added to the sequence and to a branch that was not there', () => {
  const end = insertStep(SOURCE, ['sequence'], 3, { end: true });
  expect(end).toBe(SOURCE.replace('- wait: 1d\n', '- wait: 1d\n  - end: true\n'));
  const branch = insertStep(SOURCE, ['sequence', 1, 'then'], 0, { wait: '1h' });
  expect(stepsOf(branch)[1]).toMatchObject({ then: [{ wait: '1h' }], else: [{ send: 'email' }] });
  expect(branch).toContain('# then the mail');
});

test('steps are moved with their comments, and stay where they are', () => {
  const moved = moveStep(SOURCE, ['sequence', 2], ['sequence'], 1);
  expect(stepsOf(moved)[1]).toEqual({ wait: '1d' });
  expect(moved).toContain('# quick');
  for (const index of [2, 3]) expect(moveStep(SOURCE, ['sequence', 2], ['sequence'], index)).toBe(SOURCE);
});

test('steps are moved between branches, also from before their condition, but not into themselves', () => {
  const into = moveStep(SOURCE, ['sequence', 0], ['sequence', 1, 'else'], 1);
  expect(stepsOf(into)[0]).toMatchObject({
    else: [{ send: 'email' }, { send: { name: 'hello', channel: 'push' } }],
  });
  expect(placeAfterMove(['sequence', 0], ['sequence', 1, 'else'], 1)).toEqual(['sequence', 0, 'else', 1]);
  const out = moveStep(SOURCE, ['sequence', 1, 'else', 0], ['sequence'], 3);
  expect(stepsOf(out)).toEqual([
    { send: { name: 'hello', channel: 'push' } },
    { if: { delivered: 'hello', within: '2h' } },
    { wait: '1d' },
    { send: 'email' },
  ]);
  expect(out).toContain('# The texts');
  expect(moveStep(SOURCE, ['sequence', 1], ['sequence', 1, 'then'], 0)).toBe(SOURCE);
});

test('a step is removed, and with the last one its branch and the sequence', () => {
  const without = removeStep(SOURCE, ['sequence', 1, 'else', 0]);
  expect(stepsOf(without)[1]).toEqual({ if: { delivered: 'hello', within: '2h' } });
  const single = 'name: a\nsequence:\n  - send: email\n# The texts\ntemplates: {}\n';
  expect(parse(removeStep(single, ['sequence', 0]))).toEqual({ name: 'a', templates: {} });
});

test('an event without a sequence gets one with its SEND', () => {
  const source = 'name: a\n# The texts\ntemplates: {}\n';
  const edited = insertStep(source, ['sequence'], 1, { wait: '1d' });
  expect(stepsOf(edited)).toEqual([{ send: null }, { wait: '1d' }]);
  expect(edited).toContain('# The texts');
});
