import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { Catalog } from '../../../cli/translations/catalog';
import { fromCsv, toCsv } from '../../../cli/translations/csv';
import type { Exchange } from '../../../cli/translations/exchange';
import { fromXliff, toXliff } from '../../../cli/translations/xliff';
import { heliograph, type Ran } from './admin-stub';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heliograph-cli-'));
  await mkdir(path.join(folder, 'shop/translations'), { recursive: true });
  await write('shop/e.yaml', `templates: { sms: { en: { text: '{{t "order.see"}}' } } }`);
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, content: string): Promise<void> => writeFile(path.join(folder, name), content);
const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');
const run = (...args: string[]): Promise<Ran> =>
  heliograph(['events', 'translations', ...args], { cwd: folder });

const EN = `# Shown on the button
order:
  # The button of the e-mail
  see: See your order
  # {count} is the number of items
  items: "{count, plural, one {# item} other {# items}}"
bye: "Bye, {name} & <all>"
`;

it('lists the texts that a language does not have, and exits with 1', async () => {
  await write('shop/translations/en.yaml', EN);
  await write('shop/translations/de.yaml', 'order: { see: Ansehen }\nbye:');
  await write('shop/translations/de-AT.yaml', 'order.items: "{count}"');
  const ran = await run('missing', 'shop');
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('3 texts are missing') as string });
  expect(ran.stdout.split('\n').map((line) => line.split(/ +/).join(' '))).toEqual([
    ...['KEY DE DE-AT', 'order.items missing -', 'bye missing missing', ''],
  ]);
  await write('shop/translations/de.yaml', 'order: { see: a, items: b }\nbye: c');
  expect(await run('missing', 'shop')).toEqual({
    ...{ code: 0, stderr: '', stdout: 'No text is missing in de, de-AT, en.\n' },
  });
});

it.each(['xliff', 'csv'])('takes a file of a translator back, as %s', async (format) => {
  await write('shop/translations/en.yaml', EN);
  await write('shop/translations/ar.yaml', '# by Noor\norder:\n  see: "اعرض" # short\n');
  expect(await run('export', 'shop', '--language', 'ar', '--format', format, '-o', 'ar.file')).toEqual({
    ...{ code: 0, stderr: '', stdout: 'ar.file has 3 texts, of which 2 are to translate.\n' },
  });
  const file = await read('ar.file');
  expect(file).toContain('The button of the e-mail');
  expect(await run('import', 'ar.file', 'shop')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('already') as string,
  });

  const done =
    format === 'csv'
      ? file.replace(/"Bye.*\r\n/, '"Bye, {name} & <all>","وداعا {name} & <b>"\r\n')
      : file.replace(
          /(<source>Bye[^]*?<\/source>)/,
          '$1<target>وداعا <mrk id="m1">{name}</mrk> &amp; <![CDATA[<b>]]></target>',
        );
  await write('ar.file', done);
  expect(await run('import', 'ar.file', 'shop')).toEqual({
    ...{ code: 0, stderr: '' },
    stdout:
      'shop/translations/ar.yaml: 1 text changed. Push it: heliograph events push shop/translations/ar.yaml --env sandbox\n',
  });
  expect(await read('shop/translations/ar.yaml')).toBe(
    '# by Noor\norder:\n  see: "اعرض" # short\nbye: وداعا {name} & <b>\n',
  );
});

it('writes nothing if a text of a translator is not valid, and warns of texts that have changed since', async () => {
  await write('shop/translations/en.yaml', EN);
  await write(
    'de.csv',
    'key;description;en;de\norder.see;;See it;Ansehen\ngone;;x;y\nbye;;"Bye, {name} & <all>";Ade {nme}\n',
  );
  const refused = await run('import', 'de.csv', 'shop');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('de.csv: "bye": it has {nme}, and the source has {name}');
  await expect(read('shop/translations/de.yaml')).rejects.toThrow('ENOENT');
  await write('de.csv', 'key;description;en;de\norder.see;;See it;Ansehen\ngone;;x;y\n');
  expect((await run('import', 'de.csv', 'shop')).stderr.split('\n')).toEqual([
    'de.csv: warning: "order.see" was translated from an earlier text: "See it"',
    'de.csv: warning: there is no text "gone" any more. It is left out',
    '',
  ]);
  expect(await read('shop/translations/de.yaml')).toBe('order:\n  see: Ansehen\n');
});

it.each([
  ['a table without our columns', 'a,b,c,d\n', 'does not begin with the columns'],
  ['another version', '<xliff version="1.2" source-language="en"/>', 'the file is XLIFF 1.2'],
  ['entities', '<!DOCTYPE x [<!ENTITY a "b">]><xliff/>', 'no valid XML: line 1'],
  ['an open element', '<xliff version="2.0" srcLang="en"><file>', '<file> is never closed'],
])('refuses %s', async (_what, content, problem) => {
  await write('shop/translations/en.yaml', EN);
  await write('x', content);
  expect(await run('import', 'x', 'shop', '--language', 'de')).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining(problem) as string },
  });
});

describe('any text comes back as it was', () => {
  const words = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({ unit: fc.constantFrom(...'"\'<>&{}#,;\n\r\t| :-ابת%=+]'), minLength: 1 }),
  );
  const units = fc.uniqueArray(
    fc.record({
      key: fc.stringMatching(/^[A-Za-z0-9_-]{1,8}(\.[A-Za-z0-9_-]{1,8}){0,2}$/),
      source: words,
      target: words,
      // A note of XLIFF has no control characters.
      description: words.map((text) => `d${text.replace(/[\p{Cc}\ufffe\uffff]/gu, '')}`),
    }),
    { selector: ({ key }) => key, maxLength: 8 },
  );
  const exchange = (all: Exchange['units']): Exchange => ({ source: 'en', language: 'ar', units: all });

  it('from a table', () => {
    fc.assert(fc.property(units, (all) => expect(fromCsv(toCsv(exchange(all)))).toEqual(exchange(all))));
  });

  it('from XLIFF', () => {
    fc.assert(fc.property(units, (all) => expect(fromXliff(toXliff(exchange(all)))).toEqual(exchange(all))));
  });

  it('from a file of translations, whose other texts stay', () => {
    fc.assert(
      fc.property(units, fc.boolean(), (all, isNested) => {
        const catalog = Catalog.read('# Head\nkept: Kept # here\n');
        for (const { key, target } of all) catalog.set(key, target, isNested ? key.split('.') : [key]);
        for (const { key, source } of all) catalog.set(key, source, [key]);
        const written = catalog.toString();
        const found = new Map(
          Catalog.read(written)
            .entries()
            .map(({ key, text }) => [key, text]),
        );
        for (const { key, source } of all) expect(found.get(key)).toBe(source);
        if (!all.some(({ key }) => /^kept\b/.test(key)))
          expect(written).toContain('# Head\nkept: Kept # here');
      }),
      { examples: [[[{ key: 'a', source: ' \n', target: '"', description: 'd' }], false]] },
    );
  });
});
