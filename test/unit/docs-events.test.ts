import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEventFile } from '../../core/schemas/event-file';

const text = ['events.md', 'scheduling.md', 'sequences.md']
  .map((page) => readFileSync(path.join(__dirname, '../../docs', page), 'utf8'))
  .join('\n');
const examples = [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, source = '']) => ({
  name: /^name: (.*)$/m.exec(source)?.[1] ?? '(without a name)',
  source,
}));

describe('docs/events.md, docs/scheduling.md and docs/sequences.md', () => {
  it('has examples', () => expect(examples.length).toBeGreaterThanOrEqual(7));

  it.each(examples)('shows $name as a file that is accepted', ({ name, source }) => {
    const parsed = parseEventFile('example.yaml', source);
    expect(parsed).toMatchObject({ ok: true, event: { name } });
  });
});
