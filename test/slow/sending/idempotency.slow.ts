import { testCrashPoints } from '../../support/crash-points';
import { type Stack, startStack } from '../../support/stack';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ sweeps: true });
});
afterAll(() => stack.stop());

testCrashPoints(
  () => stack,
  ['after-reserve', 'after-quota', 'after-contacts', 'after-insert', 'before-answer'],
);
