import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../../support/eventually';
import { AdminStub, heliograph, type Ran } from './admin-stub';

const stub = new AdminStub();
let folder: string;

beforeAll(() => stub.start());
afterAll(() => stub.stop());
beforeEach(async () => {
  stub.reset();
  folder = await mkdtemp(path.join(tmpdir(), 'heliograph-cli-'));
  await mkdir(path.join(folder, 'events'));
});
afterEach(() => rm(folder, { recursive: true }));

const run = (...args: string[]): Promise<Ran> =>
  heliograph([...args, '--url', `${stub.url}/`, '--admin-key', 'admin-key'], { cwd: folder });
const file = (name: string, content: string): Promise<void> =>
  writeFile(path.join(folder, 'events', name), content);

describe('heliograph events render', () => {
  const render = (...more: string[]): Promise<Ran> =>
    run('events', 'render', 'welcome', '--app', 'demo', '--env', 'sandbox', '--channel', 'sms', ...more);
  const rendered = { text: 'Hi', rich: '{"segments":{"count":1}}', language: 'sv', from: '+15005550006' };

  it('hands over payload and contact, and prints the message', async () => {
    await file('p.json', '{"n":1}');
    await file('c.json', '{"email":"ada@example.com"}');
    stub.answer('POST applications/demo/events/sandbox/welcome/render', 200, { success: true, rendered });
    const options = ['--language', 'sv', '--payload', 'events/p.json', '--contact', 'events/c.json'];
    expect((await render(...options)).stdout.split('\n')).toEqual([
      'from      +15005550006',
      'language  sv',
      'segments  {"count":1}',
      '',
      'Hi',
      '',
    ]);
    expect(stub.calls[0]?.body).toEqual({
      ...{ channel: 'sms', language: 'sv', payload: { n: 1 }, contact: { email: 'ada@example.com' } },
    });
    expect(JSON.parse((await render('--json')).stdout)).toEqual(rendered);
    await render('--example', 'large');
    expect(stub.calls.at(-1)?.body).toEqual({ channel: 'sms', example: 'large' });
  });

  it('refuses a file that is missing or not JSON, before it asks anything', async () => {
    await file('p.json', '{');
    const problems = {
      'p.json': 'cannot read events/p.json of --payload as JSON: ',
      'q.json': 'there is no file events/q.json (--payload)\n',
    };
    for (const [name, problem] of Object.entries(problems)) {
      const ran = await render('--payload', `events/${name}`);
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain(problem);
    }
    expect(stub.calls).toEqual([]);
  });

  it('needs a channel where it prints', async () => {
    expect(await run('events', 'render', 'welcome', '--app', 'demo', '--env', 'sandbox')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'heliograph: --channel is missing\nGive a channel, or use --open to see all messages\n',
    });
  });
});

describe('heliograph events render --open', () => {
  const source = `
name: welcome
templates:
  email: { en: { subject: Hi, html: "<p>Hi</p>" }, sv: { subject: Hej, html: "<p>Hej</p>" } }
  sms: { en: { text: Hi } }
sequence: { code: trial-ending }
step_templates:
  later: { sms: { en: { text: Later } } }
`;
  const EVENT = 'applications/demo/events/sandbox/welcome';
  const HOSTILE = `"></iframe><script>alert(1)</script><img src=x onerror='alert(2)'>`;
  const rendered = {
    subject: `<b>${HOSTILE}`,
    html: `<p>${HOSTILE}</p>`,
    text: `text ${HOSTILE}`,
    rich: JSON.stringify({ segments: { encoding: 'UCS-2', count: 2 }, link: HOSTILE }),
    from: HOSTILE,
    language: 'en',
  };
  const open = async (...more: string[]): Promise<Ran & { page: string; opened: string }> => {
    // What opens the browser is started, and nobody waits for its end.
    const browser = path.join(folder, 'browser');
    await writeFile(
      browser,
      `#!/bin/sh\nprintf %s "$1" > ${folder}/opened.tmp; mv ${folder}/opened.tmp ${folder}/opened\n`,
      { mode: 0o700 },
    );
    stub.answer(`GET ${EVENT}`, 200, { success: true, event: { source } });
    stub.answer(`POST ${EVENT}/render`, 200, { success: true, rendered });
    const env = { BROWSER: browser, PATH: process.env.PATH ?? '' };
    const args = ['events', 'render', 'welcome', '--app', 'demo', '--env', 'sandbox', '--open', ...more];
    const ran = await heliograph([...args, '--url', `${stub.url}/`, '--admin-key', 'admin-key'], {
      cwd: folder,
      env,
    });
    if (ran.code !== 0) return { ...ran, page: '', opened: '' };
    const opened = await eventually('the browser', () =>
      readFile(path.join(folder, 'opened'), 'utf8').catch(() => null),
    );
    const page = await readFile(opened, 'utf8');
    expect((await stat(opened)).mode & 0o777).toBe(0o600);
    await rm(path.dirname(opened), { recursive: true });
    return { ...ran, page, opened };
  };
  const asked = () => stub.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

  it('opens a page with each template of each step in each language', async () => {
    const { stdout, opened, page } = await open();
    expect(stdout).toBe(`Opened ${opened}\n`);
    expect(asked()).toEqual([
      { channel: 'email', language: 'en' },
      { channel: 'email', language: 'sv' },
      { channel: 'sms', language: 'en' },
      { channel: 'sms', language: 'en', step: 'later' },
    ]);
    expect(page.match(/<section/g)).toHaveLength(4);
    expect(page).toContain('sms, en, step later');
    expect(page).toContain('<dt>Segments</dt><dd>2 (UCS-2)</dd>');
    for (const width of [640, 360]) expect(page).toContain(`style="width:${width}px"`);
  });

  it('shows what the options name, and says what there is if they name nothing', async () => {
    await open('--channel', 'email', '--language', 'sv');
    expect(asked()).toEqual([{ channel: 'email', language: 'sv' }]);
    expect((await open('--channel', 'push')).stderr).toBe(
      'heliograph: the event welcome has no such template\nIt has email en, email sv, sms en, sms en later\n',
    );
  });

  it('lets nothing of a message be a part of the page, and runs nothing', async () => {
    const { page } = await open('--channel', 'email', '--language', 'en');
    expect(page).not.toContain(HOSTILE);
    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain("default-src 'none'");
    const frames = page.match(/<iframe[^>]*>/g) ?? [];
    expect(frames).toHaveLength(2);
    for (const frame of frames) expect(frame).toMatch(/^<iframe sandbox title=/);
  });

  it.each([
    ['there is no browser', '/nowhere/browser'],
    ['it finds no screen', '/bin/false'],
  ])('says where the page is if %s', async (_what, BROWSER) => {
    stub.answer(`GET ${EVENT}`, 200, { success: true, event: { source } });
    stub.answer(`POST ${EVENT}/render`, 200, { success: true, rendered });
    const args = ['events', 'render', 'welcome', '--app', 'demo', '--env', 'sandbox', '--open'];
    const ran = await heliograph([...args, '--url', `${stub.url}/`, '--admin-key', 'admin-key'], {
      cwd: folder,
      env: { BROWSER },
    });
    const [, page = ''] =
      /^No browser could be opened. Open this file in a browser: (.*)\n$/.exec(ran.stdout) ?? [];
    expect(await readFile(page, 'utf8')).toContain('<h1>welcome</h1>');
    await rm(path.dirname(page), { recursive: true });
  });

  it('cannot show what was pushed before files were kept', async () => {
    stub.answer(`GET ${EVENT}`, 200, { success: true, event: { source: null } });
    expect(
      await run('events', 'render', 'welcome', '--app', 'demo', '--env', 'sandbox', '--open'),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'Push it again, or use --channel without --open to see one message',
      ) as string,
    });
  });
});
