import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEventFile } from '../../core/schemas/event-file';

const docs = (name: string): string => readFileSync(path.join(__dirname, '../../docs', name), 'utf8');
const examples = [...`${docs('events.md')}\n${docs('sequences.md')}`.matchAll(/^```yaml\n(.*?)^```$/gms)].map(
  ([, source = '']) => ({
    name: /^name: (.*)$/m.exec(source)?.[1] ?? '(without a name)',
    source,
  }),
);

describe('docs/events.md and docs/sequences.md', () => {
  it('has examples', () => expect(examples.length).toBeGreaterThanOrEqual(6));

  it.each(examples)('shows $name as a file that is accepted', ({ name, source }) => {
    const parsed = parseEventFile('example.yaml', source);
    expect(parsed).toMatchObject({ ok: true, event: { name } });
  });
});
