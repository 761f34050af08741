import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { catalog } from '../../../channels/catalog';
import { receiptsAddress } from '../../../channels/receipts/address';

const TESTS = path.join(__dirname, '../..');

// SMTP is no HTTP: its suite speaks to a mail server.
const overHttp = catalog.map(({ name }) => name).filter((name) => name !== 'smtp');

it.each(overHttp)('the provider %s has a suite that keeps the rules of all providers', (name) => {
  const file = path.join(TESTS, 'providers', `${name.replaceAll('_', '-')}.test.ts`);
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toMatch(/^const \w+ = testProvider\(/m);
});

it('the provider smtp has a suite of its own', () => {
  expect(existsSync(path.join(TESTS, 'integration/channels/smtp.test.ts'))).toBe(true);
});

describe('the folder of every provider', () => {
  const CHANNELS = path.join(TESTS, '../channels');
  const imports = readFileSync(path.join(CHANNELS, 'catalog.ts'), 'utf8').matchAll(
    /^import \{ \w+ \} from '\.\/(\w+\/(\w+))\/(\w+)';$/gm,
  );
  const rows = [...imports].map(([, folder = '', provider = '', file = '']) => ({ folder, provider, file }));

  it('is named in one line of the catalog', () => {
    expect(rows).toHaveLength(catalog.length);
    // A webhook of Discord speaks the same API as its bot.
    const apart = rows.filter(({ file }) => file !== 'provider').map(({ file }) => file);
    expect(apart).toEqual(['webhook']);
  });

  it.each(rows)('$folder classifies in errors.ts, by the one signature', ({ folder, provider }) => {
    const source = readFileSync(path.join(CHANNELS, folder, 'errors.ts'), 'utf8');
    const classify = `classify${provider[0]?.toUpperCase()}${provider.slice(1)}`;
    expect(source.match(/\bclassify[A-Z]\w*: Classify\b/g)).toEqual([`${classify}: Classify`]);
    expect(source).toContain(`export const ${classify}: Classify`);
    // What an outcome means is the verdict's to say.
    expect(source).not.toMatch(/outcome: '(?:permanent|rate_limited|unknown)'/);
  });
});

it('the settings of every provider that can name a callback address take ours', () => {
  for (const definition of catalog) {
    const { shape } = definition.settings as { shape: Record<string, z.ZodType> };
    const address = receiptsAddress(
      { id: 'x', provider: definition.name },
      'https://notify.example.com/heliograph',
    );
    if (shape.callback_url) expect(shape.callback_url.safeParse(address).success).toBe(true);
  }
});
