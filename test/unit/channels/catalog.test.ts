import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { catalog } from '../../../channels/catalog';
import { receiptsAddress } from '../../../channels/receipts-address';

const TESTS = path.join(__dirname, '../..');

// SMTP is no HTTP: its suite speaks to a mail server.
const overHttp = catalog.map(({ name }) => name).filter((name) => name !== 'smtp');

it.each(overHttp)('the provider %s has a suite that keeps the rules of all providers', (name) => {
  const file = path.join(TESTS, 'providers', `${name.replaceAll('_', '-')}.test.ts`);
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toMatch(/^const \w+ = testProvider\(/m);
});

it('the provider smtp has a suite of its own', () => {
  expect(existsSync(path.join(TESTS, 'integration/smtp.test.ts'))).toBe(true);
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
