import { findingsOf } from '../../../core/doctor/finding';

test('a finding has its area, its level, and what to do, which of a good one is nothing', () => {
  const { ok, warning, problem } = findingsOf('mongodb');
  expect([ok('fine'), warning('slow', 'wait'), problem('away', 'start it')]).toEqual([
    { area: 'mongodb', level: 'ok', summary: 'fine', action: null },
    { area: 'mongodb', level: 'warning', summary: 'slow', action: 'wait' },
    { area: 'mongodb', level: 'problem', summary: 'away', action: 'start it' },
  ]);
});
