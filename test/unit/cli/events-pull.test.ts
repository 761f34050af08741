import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
let folder: string;

beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(async () => {
  stub.reset();
  folder = await mkdtemp(path.join(tmpdir(), 'heliograph-cli-'));
});
afterEach(() => rm(folder, { recursive: true }));

const run = (command: string, ...more: string[]): Promise<Ran> =>
  heliograph(
    [
      ...['events', command, 'events', '--app', 'demo', '--env', 'sandbox', ...more],
      ...['--url', stub.url, '--admin-key', 'admin-key'],
    ],
    { cwd: folder },
  );
const SOURCE = 'templates:\n  sms:\n    en: { text: Hi }\n';
const CHANGED = SOURCE.replace('Hi', 'Hello');
const local = (name: string): string => path.join(folder, 'events', name);
const contentOf = (name: string): Promise<string> => readFile(local(name), 'utf8');

/** What the environment has: the content of each event's file. */
function stored(sources: Record<string, string | null>): void {
  const events = 'applications/demo/events/sandbox';
  const all = Object.keys(sources).map((name) => ({ name }));
  stub.answer(`GET ${events}`, 200, { success: true, events: all });
  for (const [name, source] of Object.entries(sources))
    stub.answer(`GET ${events}/${name}`, 200, { success: true, event: { name, source } });
}
async function files(contents: Record<string, string>): Promise<void> {
  await mkdir(path.join(folder, 'events'));
  for (const [name, content] of Object.entries(contents)) await writeFile(local(name), content);
}

describe('heliograph events pull', () => {
  it('writes the files of events to a new folder, and names those that have none', async () => {
    stored({ a: SOURCE, old: null });
    expect((await run('pull')).stdout).toBe(
      'Written: events/a.yaml\nAn older release pushed it without storing its file. Push it again to store the file: old\n',
    );
    expect(await contentOf('a.yaml')).toBe(SOURCE);
    expect(JSON.parse((await run('pull', '--json')).stdout)).toEqual({ written: [], without_file: ['old'] });
  });

  it('overwrites a file that differs only by force, under the name that it has', async () => {
    const named = `name: a\n${SOURCE}`;
    await files({ 'other-name.yml': `# mine\n${named}` });
    stored({ a: named, b: SOURCE });
    const refused = await run('pull');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('events/other-name.yml would be overwritten\nNothing was written.');
    await expect(contentOf('b.yaml')).rejects.toThrow('ENOENT');
    expect((await run('pull', '--force')).stdout).toBe('Written: events/other-name.yml, events/b.yaml\n');
    expect(await contentOf('other-name.yml')).toBe(named);
    expect((await run('pull')).stdout).toBe('events is up to date.\n');
  });
});

describe('heliograph events diff', () => {
  it('shows the lines that differ, and what only one side has', async () => {
    await files({ 'a.yaml': CHANGED, 'b.yaml': SOURCE, 'mine.yaml': SOURCE, 'old.yaml': SOURCE });
    stored({ a: SOURCE, b: SOURCE, old: null, theirs: SOURCE });
    expect((await run('diff')).stdout.split('\n')).toEqual([
      '--- sandbox',
      '+++ events/a.yaml',
      '@@ 3 @@',
      '-    en: { text: Hi }',
      '+    en: { text: Hello }',
      '',
      'events/mine.yaml: sandbox does not have it.',
      '',
      'old: An older release pushed it without storing its file. Push it again to store the file.',
      '',
      'theirs: only sandbox has it.',
      '',
    ]);
  });

  it('says that nothing differs, and refuses a folder that is not there', async () => {
    stored({ a: SOURCE });
    expect((await run('diff')).stderr).toContain('there is no file or folder events');
    await files({ 'a.yaml': SOURCE });
    expect((await run('diff')).stdout).toBe('events has what sandbox has.\n');
  });
});

describe('layouts and partials', () => {
  const PARTS = 'applications/demo/parts/sandbox';
  const LAID_OUT = "layout: base\ntemplates: { email: { en: { subject: Hi, html: '<p>Hi' } } }\n";
  const BASE = '{{#block "content"}}{{/block}}\n';
  const storedParts = (contents: Record<string, string>): void => {
    const parts = Object.keys(contents).map((name) => ({ name, events: ['a'], version: 1 }));
    stub.answer(`GET ${PARTS}`, 200, { success: true, parts });
    for (const [name, content] of Object.entries(contents))
      stub.answer(`GET ${PARTS}/${name}`, 200, { success: true, part: { name, content } });
  };

  it('are pulled into their folders, and compared', async () => {
    stored({ a: LAID_OUT });
    storedParts({ 'layouts/base.html': BASE, 'partials/footer.txt': 'Bye\n' });
    expect((await run('pull')).stdout).toBe(
      'Written: events/a.yaml, events/layouts/base.html, events/partials/footer.txt\n',
    );
    expect(await contentOf('layouts/base.html')).toBe(BASE);
    expect((await run('diff')).stdout).toBe('events has what sandbox has.\n');
    await writeFile(local('partials/footer.txt'), 'Ciao\n');
    expect((await run('diff')).stdout).toBe(
      '--- sandbox\n+++ events/partials/footer.txt\n@@ 1 @@\n-Bye\n+Ciao\n',
    );
    expect((await run('pull')).stderr).toContain('events/partials/footer.txt would be overwritten');
  });

  it('stay next to a folder "events" that has its others there', async () => {
    await files({ 'a.yaml': LAID_OUT });
    await mkdir(path.join(folder, 'layouts'));
    await writeFile(path.join(folder, 'layouts/base.html'), BASE);
    stored({ a: LAID_OUT });
    storedParts({ 'layouts/base.html': BASE, 'partials/footer.txt': 'Bye\n' });
    expect((await run('pull')).stdout).toBe('Written: partials/footer.txt\n');
    expect((await run('diff')).stdout).toBe('events has what sandbox has.\n');
  });
});

describe('categories', () => {
  const CATEGORIES = 'applications/demo/categories/sandbox';
  const news = { name: 'news', labels: { en: { name: 'News' } }, default: true, position: 100, events: [] };
  const storedCategories = (...categories: object[]): void =>
    stub.answer(`GET ${CATEGORIES}`, 200, { success: true, categories });

  it('are pulled into their folder, and a file that says the same stays as it is', async () => {
    stored({ a: SOURCE });
    storedCategories({ ...news, bulk: true, required: false });
    expect((await run('pull')).stdout).toBe('Written: events/a.yaml, events/categories/news.yaml\n');
    expect(await contentOf('categories/news.yaml')).toBe('labels:\n  en:\n    name: News\nbulk: true\n');
    await writeFile(local('categories/news.yaml'), '# Weekly\nbulk: true\nlabels: { en: { name: News } }\n');
    expect((await run('pull')).stdout).toBe('events is up to date.\n');
    storedCategories(
      { ...news, bulk: false, required: false },
      { ...news, name: 'offers', bulk: false, required: false },
    );
    expect((await run('diff')).stdout).toMatch(
      /^\+\+\+ events\/categories\/news\.yaml\n[^]+categories\/offers\.yaml: only sandbox has it\.\n$/m,
    );
  });
});
