import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { catalog } from '../../../channels/catalog';
import { receiptsAddress } from '../../../channels/receipts/address';
import { CHANNEL_ROWS, type ChannelRow, CHANNELS } from '../../../channels/table';

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
  const FOLDER = path.join(TESTS, '../channels');
  const rows = CHANNELS.flatMap((channel) =>
    [
      ...readFileSync(path.join(FOLDER, channel, 'providers.ts'), 'utf8').matchAll(
        /^import \{ [\w ]+ \} from '\.\/(\w+)\/(\w+)';$/gm,
      ),
    ].map(([, provider = '', file = '']) => ({ folder: `${channel}/${provider}`, provider, file })),
  );

  it('is named in one line of its channel', () => {
    expect(rows).toHaveLength(catalog.length);
    // A webhook of Discord speaks the same API as its bot.
    const apart = rows.filter(({ file }) => file !== 'provider').map(({ file }) => file);
    expect(apart).toEqual(['webhook']);
  });

  it.each(rows)('$folder classifies in errors.ts, by the one signature', ({ folder, provider }) => {
    const source = readFileSync(path.join(FOLDER, folder, 'errors.ts'), 'utf8');
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

describe.each(CHANNELS)('the row of %s', (channel) => {
  const row: ChannelRow = CHANNEL_ROWS[channel];
  const own = catalog.filter(({ channels }) => channels.includes(channel));

  it('says whether its providers report', () => {
    const reports = own.some(({ receipts }) => receipts !== undefined);
    expect(row.reports !== 'never').toBe(reports);
  });

  it('names the senders of its providers by settings that they have', () => {
    for (const [name, { only, pool }] of Object.entries(row.sendsAs ?? {})) {
      const settings = own.find((definition) => definition.name === name)?.settings.shape;
      for (const { setting } of [only ?? [], pool ?? []].flat()) expect(settings).toHaveProperty(setting);
    }
  });
});
