import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../../..');
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The page's blocks that begin with the name of a file. */
const blocks = [
  ...textOf('docs/internals/adding-a-provider.md').matchAll(/^```ts\n\/\/ (\S+\.ts)\n(.*?)^```$/gms),
].map(([, file = '', code = '']) => ({ file, code }));

/** The example stands two folders deeper than a provider, outside the catalog. */
const asOnThePage = (code: string): string =>
  code.replaceAll('../../../../channels/', '../../').replaceAll('/examples/channels/', '/channels/');

describe('docs/internals/adding-a-provider.md', () => {
  it('shows every file of its example', () => {
    expect(blocks.map(({ file }) => file)).toEqual([
      'channels/sms/acme/errors.ts',
      'channels/sms/acme/provider.ts',
      'test/support/providers/acme-server.ts',
      'test/providers/acme.test.ts',
    ]);
  });

  it.each(blocks)('shows $file as it is tested', ({ file, code }) => {
    const tested = file.startsWith('channels/') ? `examples/${file}` : file;
    expect(code).toBe(asOnThePage(textOf(tested)));
  });

  it('names each verdict', () => {
    const [, table = ''] = /const RESULTS = \{(.*?)\n\}/s.exec(textOf('channels/http/verdict.ts')) ?? [];
    const verdicts = [...table.matchAll(/^  (\w+): /gm)].map(([, verdict]) => verdict);
    const rows = [...textOf('docs/internals/adding-a-provider.md').matchAll(/^\| `(\w+)` /gm)];
    expect(rows.map(([, verdict]) => verdict)).toEqual(verdicts);
  });
});
