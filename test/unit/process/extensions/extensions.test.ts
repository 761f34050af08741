import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { catalog } from '../../../../channels/catalog';
import { SEQUENCE_NAMES } from '../../../../core/sequences/names';
import { hashOfExtensions } from '../../../../process/extensions/files';
import { loadExtensions } from '../../../../process/extensions/load';
import { applySettings } from '../../../../process/extensions/settings';
import { parseEventFile } from '../../../../rendering/event-files';
import { checkSequences } from '../../../../worker/extension-bundle';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'extensions-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [name, code] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), code);
  }
}

const SEQUENCE = `
import type { SequenceApi } from 'heliograph/sequences';
import { DAY } from './parts/times';
export default async function ({ send, wait }: SequenceApi): Promise<void> {
  await send('offer');
  await wait('a day', DAY);
}`;
const SETTINGS = `
import { defineSettings } from 'heliograph/settings';
import { z } from 'zod';
export default defineSettings(
  {
    ACME_REGION: z.enum(['eu', 'us']).default('eu').describe('Region of the account.'),
    ACME_TOKEN: z.string().min(8, { error: (issue) => 'is too short: ' + issue.input }).describe('Token of the region.'),
  },
  { secrets: ['ACME_TOKEN'] },
);`;
const PROVIDER = `
import { defineProvider } from 'heliograph/providers';
import { z } from 'zod';
import settings from '../../settings';
import { urlOf } from './urls';
export default defineProvider({
  name: 'acme',
  channels: ['sms'],
  settings: z.strictObject({ key: z.string().describe('Key.') }),
  secrets: ['key'],
  open: () => ({
    send: async () => ({ outcome: 'sent', providerMessageId: urlOf(settings.values.ACME_REGION), response: 'ok' }),
  }),
});`;
const FILES = {
  'sequences/win-back.ts': SEQUENCE,
  'sequences/parts/times.ts': 'export const DAY: number = 86_400_000;',
  'sequences/win-back.test.ts': 'throw new Error("a test is no sequence");',
  'sequences/_notes.ts': 'throw new Error("no sequence");',
  'providers/acme/provider.ts': PROVIDER,
  'providers/acme/urls.ts':
    'export const urlOf = (region: string): string => `https://${region}.acme.example`;',
  'settings.ts': SETTINGS,
};

/** The error of a start with these files in place of the good ones. */
async function refusal(files: Record<string, string>): Promise<string> {
  write({ ...FILES, ...files });
  try {
    const extensions = await loadExtensions(folder);
    checkSequences(extensions);
  } catch (error) {
    expect(error).toMatchObject({ name: 'ExtensionError' });
    return (error as Error).message.replaceAll(path.relative('', folder), 'extensions');
  }
  throw new Error('nothing was refused');
}

it('loads sequences by the names of their files, providers and settings', async () => {
  write(FILES);
  const { sequences, known, providers, settings, load } = await loadExtensions(folder);
  expect(sequences).toEqual([{ name: 'win-back', file: path.join(folder, 'sequences/win-back.ts') }]);
  expect(() => checkSequences({ sequences, load })).not.toThrow();
  applySettings(settings!, { ACME_TOKEN: 'secret-1', ACME_REGION: 'us' });
  const [acme] = providers;
  const provider = acme!.open({ key: 'k' }, {} as never, 'sms');
  expect(provider.name).toBe('acme');
  await expect(provider.close()).resolves.toBeUndefined();
  const message = { id: 'm', notificationId: 'n', contactId: null, to: '+15005550006', content: {} };
  expect(await provider.send(message, new AbortController().signal)).toMatchObject({
    providerMessageId: 'https://us.acme.example',
  });
  const file = 'templates: { sms: { en: { text: Hi } } }\nsequence: { code: win-back }\nstep_templates:\n';
  const read = parseEventFile('e.yaml', `${file}  offr: { sms: { en: { text: Ho } } }`, known);
  expect(read).toMatchObject({ ok: true, event: { code: 'win-back' } });
  expect(read).toMatchObject({ warnings: [{ message: expect.stringContaining('did you mean "offer"?') }] });
});

it('does nothing without a folder', async () => {
  const { folder: none, sequences, providers, known } = await loadExtensions(undefined);
  expect({ none, sequences, providers, names: known.names }).toEqual({
    ...{ none: null, sequences: [], providers: [] },
    names: SEQUENCE_NAMES,
  });
});

it.each([
  [
    'a folder that is not there',
    () => path.join(tmpdir(), 'no-such-folder'),
    /^HELIOGRAPH_EXTENSIONS: \S+no-such-folder is not a folder\. Create it, mount it, or do not set/,
  ],
  ['a folder with nothing in it', () => folder, /has no sequences\/, no providers\/ and no settings\.ts/],
])('refuses %s', async (_what, given, message) => {
  await expect(loadExtensions(given())).rejects.toThrow(message);
});

const provider = (changed: string): Record<string, string> => ({
  'providers/other.ts': `import { z } from 'zod';\nexport default { name: 'other', channels: ['sms'], settings: z.strictObject({}), secrets: [], open: () => ({}), ${changed} };`,
});

it.each<[what: string, files: Record<string, string>, message: string | RegExp]>([
  [
    'a sequence of a name that the service has',
    { [`sequences/${SEQUENCE_NAMES[0]}.ts`]: SEQUENCE },
    `extensions/sequences/${SEQUENCE_NAMES[0]}.ts: the service has a sequence ${SEQUENCE_NAMES[0]}. Rename the file.`,
  ],
  [
    'a sequence of a name that no file can have',
    { 'sequences/Win Back.ts': SEQUENCE },
    /^extensions\/sequences\/Win Back\.ts: the name of the file is/,
  ],
  [
    'a sequence without a function',
    { 'sequences/win-back.ts': 'export const steps = 3;' },
    /^extensions\/sequences\/win-back\.ts: it has no sequence\. Export the function: export default async function/,
  ],
  [
    'a sequence that throws',
    { 'sequences/win-back.ts': "throw new Error('no days');" },
    'extensions/sequences/win-back.ts cannot be loaded: no days',
  ],
  [
    'a file that a sequence imports and that throws',
    { 'sequences/parts/times.ts': "throw new Error('no times');\nexport const DAY = 1;" },
    'extensions/sequences/win-back.ts cannot be loaded: extensions/sequences/parts/times.ts: no times',
  ],
  [
    'what is no TypeScript',
    { 'providers/acme/urls.ts': 'export const urlOf = (;' },
    /^extensions\/providers\/acme\/provider\.ts cannot be loaded: [^]*urls\.ts/,
  ],
  [
    "an import of the service's sources",
    { 'providers/acme/urls.ts': "export * from '../../../channels/catalog';" },
    'extensions/providers/acme/urls.ts: "../../../channels/catalog" is outside the extensions. Import heliograph/… instead (docs/guides/extensions.md).',
  ],
  [
    'an import of a part that is not there',
    { 'providers/acme/urls.ts': "export * from 'heliograph/store';" },
    'extensions/providers/acme/urls.ts: there is no "heliograph/store". Import heliograph/providers, heliograph/sequences, heliograph/settings.',
  ],
  [
    'a package that is not installed',
    { 'providers/acme/urls.ts': "export * from 'acme-sdk-of-nobody';" },
    'extensions/providers/acme/urls.ts: there is no package "acme-sdk-of-nobody". Install it in the extensions folder.',
  ],
  [
    'a provider that is none',
    { 'providers/other.ts': 'export const other = {};' },
    /^extensions\/providers\/other\.ts: it has no provider\. Export one: export default defineProvider/,
  ],
  ['a provider without a name', provider('name: undefined'), /needs a "name" of a-z/],
  [
    `a provider of the service's name`,
    provider(`name: '${catalog[0]?.name}'`),
    `extensions/providers/other.ts: there is already a provider ${catalog[0]?.name}. Give this one another "name".`,
  ],
  ['two providers of one name', provider("name: 'acme'"), /there is already a provider acme/],
  [
    'a provider of no channel',
    provider("channels: ['fax']"),
    /"channels" of other must list one or more of email, /,
  ],
  ['a provider without settings', provider('settings: undefined'), /other needs "settings": z\.strictObject/],
  [
    'a setting without a text',
    provider('settings: z.strictObject({ key: z.string() })'),
    /the setting "key" of other needs a text/,
  ],
  ['a secret that is no setting', provider("secrets: ['key']"), /"secrets" of other must list the settings/],
  ['a provider without calls', provider('open: undefined'), /other needs "open", which returns its calls\.$/],
  [
    'settings that are none',
    { 'settings.ts': 'export const settings = {};' },
    /^extensions\/settings\.ts: it has no settings\. Export them: export default defineSettings/,
  ],
  [
    "a setting of the service's name",
    { 'settings.ts': SETTINGS.replaceAll('ACME_REGION', 'API_PORT') },
    'extensions/settings.ts: API_PORT is a name of the service. Begin yours with the name of your company.',
  ],
  [
    'a setting in small letters',
    { 'settings.ts': SETTINGS.replaceAll('ACME_REGION', 'region') },
    /"region" must be written as an environment variable/,
  ],
  [
    'a setting without a text',
    { 'settings.ts': SETTINGS.replace(".describe('Region of the account.')", '') },
    /ACME_REGION needs a text/,
  ],
])('refuses %s, with the file and what to do', async (_what, files, message) => {
  expect(await refusal(files)).toMatch(message);
});

describe('the settings of extensions', () => {
  const read = async (env: Record<string, string>) => {
    write(FILES);
    const { settings } = await loadExtensions(folder);
    applySettings(settings!, env);
    return settings!.values;
  };

  it('are read from the environment and from files, with their defaults', async () => {
    write({ token: 'from-a-file\n' });
    expect(await read({ ACME_TOKEN_FILE: path.join(folder, 'token') })).toEqual({
      ...{ ACME_REGION: 'eu', ACME_TOKEN: 'from-a-file' },
    });
  });

  it('are refused by their names, and no message has the value of a secret', async () => {
    await expect(read({ ACME_REGION: 'mars', ACME_TOKEN: 's3cret' })).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringMatching(
        /^These settings are not valid:\n  ACME_REGION: .+\n  ACME_TOKEN: is too short: \*\*\*$/,
      ),
    });
    await expect(read({})).rejects.toThrow('ACME_TOKEN: is missing. Token of the region.');
  });

  it('have no values before a start has read them', async () => {
    write(FILES);
    const { settings } = await loadExtensions(folder);
    expect(() => settings!.values).toThrow('use them in a function');
  });
});

it('the hash of extensions changes with every file of theirs, and not with what a build or an installation writes', () => {
  write(FILES);
  const before = hashOfExtensions(folder);
  write({ '.built/workflow-bundle.js': '1', 'node_modules/a/index.js': '1' });
  expect(hashOfExtensions(folder)).toBe(before);
  write({ 'sequences/parts/times.ts': 'export const DAY = 1;' });
  expect(hashOfExtensions(folder)).not.toBe(before);
});
