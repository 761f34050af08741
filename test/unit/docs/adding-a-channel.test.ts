import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readToyChannel } from '../../support/toy-channel';

const ROOT = path.join(__dirname, '../../..');

describe('docs/internals/adding-a-channel.md', () => {
  it('shows a channel in one folder, and at most five lines outside of it', async () => {
    const { files, changes } = await readToyChannel();
    expect(files.map(({ file }) => file)).toEqual([
      'channels/pager/channel.ts',
      'channels/pager/content.ts',
      'channels/pager/beep/errors.ts',
      'channels/pager/beep/provider.ts',
      'channels/pager/providers.ts',
    ]);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.reduce((sum, { added }) => sum + added, 0)).toBeLessThanOrEqual(5);
  });

  it('shows where the lines go', async () => {
    const { changes } = await readToyChannel();
    for (const { file, before } of changes)
      expect(readFileSync(path.join(ROOT, file), 'utf8').split(before)).toHaveLength(2);
  });
});
