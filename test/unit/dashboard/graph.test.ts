import { flowOf } from '../../../dashboard/src/pages/events/file/flow';
import { graphOf } from '../../../dashboard/src/pages/events/steps/graph';

test('branches join in the next step, and a branch that ends joins nothing', () => {
  const sequence = [
    { if: { value: 'payload.plan', is: 'pro' }, then: [{ send: 'email' }] },
    { if: { value: 'payload.plan', is: 'free' }, then: [{ send: 'sms' }], else: [{ end: true }] },
  ];
  const { nodes, edges } = graphOf(flowOf({ channels: ['email', 'sms'], sequence }));
  const pairs = edges.map(({ from, to }) => `${from} → ${to}`);
  expect(pairs).toEqual([
    'sequence+0 → sequence.0',
    'sequence.0 → sequence.0.then+0',
    'sequence.0.then+0 → sequence.0.then.0',
    'sequence.0.then.0 → sequence.0.then+1',
    'sequence.0 → sequence.0.else+0',
    'sequence.0.then+1 → sequence+1',
    'sequence.0.else+0 → sequence+1',
    'sequence+1 → sequence.1',
    'sequence.1 → sequence.1.then+0',
    'sequence.1.then+0 → sequence.1.then.0',
    'sequence.1.then.0 → sequence.1.then+1',
    'sequence.1 → sequence.1.else+0',
    'sequence.1.else+0 → sequence.1.else.0',
    'sequence.1.then+1 → sequence+2',
    'sequence+2 → done',
  ]);
  expect(nodes.map(({ id }) => id).at(-1)).toBe('done');
  expect(nodes.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
});
