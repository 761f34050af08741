import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AdminStub, heliograph } from '../cli/admin-stub';

const ROOT = path.join(__dirname, '../../..');
const stub = new AdminStub();
let folder: string;
beforeAll(async () => {
  await stub.start();
  folder = await mkdtemp(path.join(tmpdir(), 'heliograph-guide-'));
  await cp(path.join(ROOT, 'examples/shop'), path.join(folder, 'examples/shop'), { recursive: true });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await stub.stop();
});

/** The commands of the guide, in its order. */
async function commands(): Promise<string[][]> {
  const guide = await readFile(path.join(ROOT, 'docs/guides/translations.md'), 'utf8');
  return [...guide.matchAll(/^npx heliograph (.*)$/gm)].map(([, words = '']) => words.split(' '));
}

test('the commands of the guide of translations do what it says', async () => {
  const rendered = {
    channel: 'email',
    language: 'en-XA',
    from: 'a',
    subject: 'a',
    text: 'a',
    html: null,
    rich: null,
  };
  stub.answer('POST applications/demo/events/sandbox/order-shipped/render', 200, { success: true, rendered });
  for (const env of ['sandbox', 'production'])
    stub.answer(`PUT applications/demo/events/${env}`, 200, {
      success: true,
      applied: [],
      changes: [],
      parts: [],
    });
  const ran: Record<string, string> = {};
  for (const words of await commands()) {
    const isOffline = words[1] === 'validate' || words[1] === 'translations';
    const service = ['--app', 'demo', '--url', `${stub.url}/`, '--admin-key', 'admin-key'];
    const { code, stdout, stderr } = await heliograph([...words, ...(isOffline ? [] : service)], {
      cwd: folder,
    });
    expect(`${words.join(' ')}: ${code} ${stderr}`).toBe(`${words.join(' ')}: 0 `);
    ran[words.slice(1, 3).join(' ')] = stdout;
    // The translator.
    const file = path.join(folder, 'sv.xlf');
    if (words[2] === 'export')
      await writeFile(
        file,
        (await readFile(file, 'utf8')).replaceAll(
          /<source>(.*)<\/source>/g,
          '<source>$1</source><target>[$1]</target>',
        ),
      );
  }
  expect(ran['translations missing']).toBe('No text is missing in ar, de, en.\n');
  expect(ran['translations import']).toContain('examples/shop/translations/sv.yaml: 5 texts changed.');
  const written = await readFile(path.join(folder, 'examples/shop/translations/sv.yaml'), 'utf8');
  expect(written).toContain('  subject: "[Order {number} is on its way]"');
  const pushed = stub.calls
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => (body as { files: { name: string }[] }).files.map(({ name }) => name));
  expect(pushed[0]).toContain('translations/ar.yaml');
  expect(pushed.slice(1)).toEqual([
    ['translations/de.yaml'],
    ['ar', 'de', 'en', 'sv'].map((tag) => `translations/${tag}.yaml`),
  ]);
});
