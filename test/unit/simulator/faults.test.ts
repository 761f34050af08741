import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withFault } from '../../simulator/faults/fault';
import { FAULTS } from '../../simulator/faults/table';

const ROOT = path.join(__dirname, '..', '..', '..');

test.each(FAULTS.map((fault) => [fault.name, fault] as const))(
  'the fault %s fits its file',
  (_name, fault) => {
    const text = readFileSync(path.join(ROOT, fault.file), 'utf8');
    expect(withFault(text, fault)).not.toBe(text);
  },
);

test('each fault has a name of its own', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
});
