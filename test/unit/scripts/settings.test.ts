import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeSettings } from '../../../process/config';
import { settingsDoc } from '../../../tools/scripts/settings';

const fileOf = (name: string): string => readFileSync(path.join(__dirname, '../../..', name), 'utf8');

/** The part of the document below a heading. */
function section(heading: string): string {
  const part = settingsDoc()
    .split(/^## /m)
    .find((one) => one.startsWith(heading));
  if (part === undefined) throw new Error(`no section ${heading}`);
  return part;
}

describe('docs/reference/settings.md', () => {
  it('is what `node --import tsx tools/scripts/settings.ts` writes', () => {
    expect(fileOf('docs/reference/settings.md')).toBe(settingsDoc());
  });

  it('has every setting of the service, with words', () => {
    for (const { name, text } of describeSettings()) {
      expect({ name, text }).toEqual({ name, text: expect.stringMatching(/\S/) });
      expect(section('API and worker')).toContain(`| \`${name}\``);
    }
  });

  it('has every variable that `npm start` reads', () => {
    const read = [...fileOf('tools/dev/settings.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
      ([, name]) => name,
    );
    expect(read.length).toBeGreaterThan(10);
    const own = section('`npm start`');
    // What its processes share with the service stands there.
    for (const name of read) expect(own + section('API and worker')).toContain(`| \`${name}\``);
  });

  it('has every variable that the command line reads', () => {
    const read = [...fileOf('cli/settings.ts').matchAll(/env\['([A-Z_]+)'\]/g)].map(([, name]) => name);
    expect(read).toContain('HELIOGRAPH_ADMIN_KEY');
    for (const name of read) expect(settingsDoc()).toContain(`\`${name}\``);
  });
});
