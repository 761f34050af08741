import { flowOf } from '../../../dashboard/src/pages/events/file/flow';
import { graphOf } from '../../../dashboard/src/pages/events/steps/graph';

test('branches join in the next step, and a branch that ends joins nothing', () => {
  const sequence = [
    { if: { value: 'payload.plan', is: 'pro' }, then: [{ send: 'email' }] },
    { if: { value: 'payload.plan', is: 'free' }, then: [{ send: 'sms' }], else: [{ end: true }] },
  ];
  const { nodes, edges } = graphOf(flowOf({ channels: ['email', 'sms'], sequence }));
  expect(edges).toEqual([
    { from: 'sequence.0', to: 'sequence.0.then.0', label: 'Then' },
    { from: 'sequence.0.then.0', to: 'sequence.1' },
    { from: 'sequence.0', to: 'sequence.1', label: 'Otherwise' },
    { from: 'sequence.1', to: 'sequence.1.then.0', label: 'Then' },
    { from: 'sequence.1', to: 'sequence.1.else.0', label: 'Otherwise' },
    { from: 'sequence.1.then.0', to: 'done' },
  ]);
  expect(nodes.map(({ id }) => id).at(-1)).toBe('done');
  expect(nodes.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
});
