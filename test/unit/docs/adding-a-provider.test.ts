import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../../..');
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The page's blocks that begin with the name of a file. */
const blocks = [
  ...textOf('docs/internals/adding-a-provider.md').matchAll(/^```ts\n\/\/ (\S+\.ts)\n(.*?)^```$/gms),
].map(([, file = '', code = '']) => ({ file, code }));

describe('docs/internals/adding-a-provider.md', () => {
  it('shows every file of its example', () => {
    expect(blocks.map(({ file }) => file)).toEqual([
      'extensions/providers/acme/errors.ts',
      'extensions/providers/acme/provider.ts',
      'extensions/test/acme-server.ts',
      'extensions/test/acme.test.ts',
    ]);
  });

  it.each(blocks)('shows $file as it is tested', ({ file, code }) => {
    expect(code).toBe(textOf(`examples/${file}`));
  });

  it('names each verdict', () => {
    const [, table = ''] = /const RESULTS = \{(.*?)\n\}/s.exec(textOf('channels/http/verdict.ts')) ?? [];
    const verdicts = [...table.matchAll(/^  (\w+): /gm)].map(([, verdict]) => verdict);
    const rows = [...textOf('docs/internals/adding-a-provider.md').matchAll(/^\| `(\w+)` /gm)];
    expect(rows.map(([, verdict]) => verdict)).toEqual(verdicts);
  });
});
