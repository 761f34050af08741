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
  await mkdir(path.join(folder, 'events'));
});
afterEach(() => rm(folder, { recursive: true }));

const run = (...args: string[]): Promise<Ran> =>
  heliograph([...args, '--url', `${stub.url}/`, '--admin-key', 'admin-key'], { cwd: folder });
const file = (name: string, content: string): Promise<void> =>
  writeFile(path.join(folder, 'events', name), content);
const ROUTE = 'PUT applications/demo/events/sandbox';
const push = (...more: string[]) =>
  run('events', 'push', 'events', '--app', 'demo', '--env', 'sandbox', ...more);

describe('heliograph events push', () => {
  it('hands over the YAML files of the folder, and nothing else of it', async () => {
    await file('b.yml', 'name: b\ntext: Å');
    await file('a.yaml', 'name: a');
    await file('notes.md', '#');
    await file('.hidden.yaml', '#');
    const changes = [
      { name: 'a', change: 'created' },
      { name: 'b', change: 'created' },
    ];
    stub.answer(ROUTE, 200, { success: true, applied: ['a', 'b'], changes });
    expect(await push()).toEqual({
      code: 0,
      stdout: 'Applied to sandbox:\n  created  a, b\n',
      stderr: '',
    });
    expect(stub.calls).toEqual([
      {
        method: 'PUT',
        url: '/admin/v1/applications/demo/events/sandbox',
        authorization: 'Bearer admin-key',
        body: {
          files: [
            { name: 'a.yaml', content: 'name: a' },
            { name: 'b.yml', content: 'name: b\ntext: Å' },
          ],
          via: 'cli',
        },
      },
    ]);
  });

  it('asks for a dry run, and says what a push would be', async () => {
    await file('a.yaml', 'name: a');
    const changes = ['unchanged', 'changed', 'created'].map((change) => ({ name: `is-${change}`, change }));
    stub.answer(ROUTE, 200, { success: true, applied: [], changes });
    expect((await push('--dry-run')).stdout.split('\n')).toEqual([
      'Nothing was applied. A push to sandbox would change:',
      '  created    is-created',
      '  changed    is-changed',
      '  unchanged  is-unchanged',
      '',
    ]);
    expect(stub.calls[0]?.body).toMatchObject({ dry_run: true });
    expect(JSON.parse((await push('--dry-run', '--json')).stdout)).toEqual({ applied: [], changes });
  });

  it('prints warnings on the error stream', async () => {
    await file('a.yaml', 'name: a');
    const changes = [{ name: 'a', change: 'created' }];
    const warnings = [{ file: 'a.yaml', line: 4, message: '"templates.sms" has no "de"' }];
    stub.answer(ROUTE, 200, { success: true, applied: ['a'], changes, warnings });
    expect(await push()).toEqual({
      code: 0,
      stdout: expect.stringContaining('created  a') as string,
      stderr: 'events/a.yaml:4: warning: "templates.sms" has no "de"\n',
    });
  });

  it('sends nothing when the files are too large together', async () => {
    const content = `#${'\n'.repeat(250_000)}`;
    await Promise.all(Array.from({ length: 17 }, (_, index) => file(`e${index + 10}.yaml`, content)));
    expect(await push()).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        `heliograph: cannot push events: the files have 8,500,601 bytes as JSON; a push may have at most 8,388,608 (8 MB)`,
        'Nothing was applied. Push the files in several folders or one at a time.',
        '',
      ].join('\n'),
    });
    expect(stub.calls).toEqual([]);
  });

  it('sends nothing when a file is too large', async () => {
    await file('a.yaml', 'name: a');
    await file('b.yaml', `name: ${'å'.repeat(128 * 1024)}`);
    expect(await push()).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'events/b.yaml:1: the file has 262,150 bytes; an event file may have at most 262,144 (256 kB)',
        'heliograph: cannot push event files that are too large',
        'Nothing was applied.',
        '',
      ].join('\n'),
    });
    expect(stub.calls).toEqual([]);
  });

  describe('of a broken file', () => {
    const problems = [
      { file: 'a.yaml', line: 12, message: 'unknown key "foo"' },
      { file: 'b.yml', line: 3, message: 'not http://../x' },
    ];
    beforeEach(async () => {
      await file('a.yaml', '');
      stub.answer(ROUTE, 400, {
        error: 'The event files have problems. Nothing was applied.',
        code: 'VALIDATION_ERROR',
        problems,
      });
    });

    it('prints file, line and reason, and that nothing was applied', async () => {
      const ran = await push();
      expect(ran).toMatchObject({ code: 1, stdout: '' });
      expect(ran.stderr.split('\n')).toEqual([
        'events/a.yaml:12: unknown key "foo"',
        'events/b.yml:3: not http://../x',
        'heliograph: cannot apply the events of events to sandbox of "demo": The event files have problems. Nothing was applied. [VALIDATION_ERROR]',
        '',
      ]);
    });

    it('prints the same as JSON', async () => {
      const ran = await push('--json');
      expect(ran).toMatchObject({ code: 1, stdout: '' });
      expect(JSON.parse(ran.stderr)).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: ['events/a.yaml:12: unknown key "foo"', 'events/b.yml:3: not http://../x'],
      });
    });
  });

  it('takes a single file, whose problems are named with its path', async () => {
    await file('a.yaml', 'name: a');
    await file('b.yaml', 'name: b');
    stub.answer(ROUTE, 200, { success: true, applied: ['b'], changes: [{ name: 'b', change: 'changed' }] });
    const one = () => run('events', 'push', 'events/b.yaml', '--app', 'demo', '--env', 'sandbox');
    expect((await one()).stdout).toBe('Applied to sandbox:\n  changed  b\n');
    expect(stub.calls[0]?.body).toEqual({ files: [{ name: 'b.yaml', content: 'name: b' }], via: 'cli' });
    const problems = [{ file: 'b.yaml', line: 1, message: 'no' }];
    stub.answer(ROUTE, 400, { error: 'There is 1 problem.', code: 'VALIDATION_ERROR', problems });
    expect((await one()).stderr).toMatch(
      /^events\/b\.yaml:1: no\nheliograph: .* events of events\/b\.yaml to/,
    );
  });

  it('refuses a folder without event files and one that is not there, before it asks anything', async () => {
    expect(await push()).toMatchObject({
      code: 1,
      stderr: 'heliograph: there is no event file (*.yaml, *.yml) in events\n',
    });
    const missing = await run('events', 'push', 'nowhere', '--env', 'sandbox');
    expect(missing).toMatchObject({
      code: 1,
      stderr:
        'heliograph: there is no file or folder nowhere\nGive the folder with the event files, or one of the files.\n',
    });
    expect(stub.calls).toEqual([]);
  });

  it('wants to know the environment', async () => {
    const ran = await run('events', 'push', 'events', '--app', 'demo');
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("required option '--env <environment>' not specified");
  });
});

describe('heliograph events validate', () => {
  const validate = (...more: string[]): Promise<Ran> =>
    heliograph(['events', 'validate', 'events', ...more], { cwd: folder });
  const SMS = 'templates: { sms: { en: { text: Hi } } }';

  it('names the events of valid files, without a service', async () => {
    await file('a.yaml', SMS);
    await file('b.yaml', SMS);
    expect(await validate()).toEqual({ code: 0, stdout: 'Valid: a, b\n', stderr: '' });
    expect((await validate('--json')).stdout).toBe('[\n  "a",\n  "b"\n]\n');
  });

  it('prints what a push would warn of', async () => {
    await file(
      'a.yaml',
      'templates:\n  sms: { en: { text: Hi }, sv: { text: Hej } }\n  push: { en: { text: Hi } }\n',
    );
    expect(await validate()).toEqual({
      code: 0,
      stdout: 'Valid: a\n',
      stderr: expect.stringMatching(/^events\/a\.yaml:3: warning: [^\n]*sv[^\n]*\n$/) as string,
    });
  });

  it('prints file, line and reason of each problem', async () => {
    await file('a.yaml', SMS);
    await file('b.yaml', `${SMS}\nname: a\n`);
    await file('c.yaml', `${SMS}\nfoo: 1\n`);
    const ran = await validate();
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr.split('\n')).toEqual([
      'events/b.yaml:2: event "a" is also in a.yaml',
      expect.stringMatching(/^events\/c\.yaml:2: unknown key "foo"/),
      'heliograph: the event files of events have problems',
      '',
    ]);
  });
});

describe('heliograph events delete', () => {
  const EVENT = 'DELETE applications/demo/events/sandbox/welcome';
  const remove = (...more: string[]): Promise<Ran> =>
    run('events', 'delete', 'welcome', '--app', 'demo', '--env', 'sandbox', ...more);

  it('deletes an event, and by force one with open notifications', async () => {
    stub.answer(EVENT, 200, { success: true, open: 0 });
    expect((await remove()).stdout).toBe('The event welcome is deleted from sandbox.\n');
    stub.answer(EVENT, 200, { success: true, open: 2 });
    const forced = await remove('--force');
    expect(forced.stdout).toBe(
      'The event welcome is deleted from sandbox. 2 of its notifications are open.\n',
    );
    expect(stub.calls.map(({ body }) => body)).toEqual([{ force: false }, { force: true }]);
  });

  it('says how many notifications are open', async () => {
    const error = '2 open notifications need its templates.';
    stub.answer(EVENT, 409, { error, code: 'EVENT_IN_USE' });
    expect(await remove()).toMatchObject({
      code: 1,
      stderr: `heliograph: cannot delete the event welcome from sandbox of "demo": ${error} [EVENT_IN_USE]\n`,
    });
  });
});

describe('heliograph events send-test', () => {
  const sendTestTo = (...more: string[]): Promise<Ran> =>
    run('events', 'send-test', 'welcome', '--app', 'demo', '--env', 'sandbox', ...more);
  const sendTest = (...more: string[]): Promise<Ran> => sendTestTo('--to', 'ada@example.com', ...more);
  const answer = (messages: object[]) =>
    stub.answer('POST applications/demo/events/sandbox/welcome/send', 200, {
      ...{
        success: true,
        notification: { id: 'n-1', status: 'running', next: { text: 'Waits.' }, messages },
      },
    });
  const by = { provider: 'smtp', provider_id: 'i-1', integration: 'relay' };
  const message = { channel: 'email', address: 'ada@example.com', error: null };

  it('hands over recipient and payload, and says who took the message and with what words', async () => {
    await file('p.json', '{"n":1}');
    answer([{ ...message, status: 'sent', attempts: [{ ...by, response: '250 2.0.0\r\n queued' }] }]);
    const options = ['--channel', 'email', '--language', 'sv', '--payload', 'events/p.json', '--skip-waits'];
    expect(await sendTest(...options)).toEqual({
      code: 0,
      stdout:
        'The email message to ada@example.com is sent by smtp (relay): 250 2.0.0 queued\nMore: heliograph notifications show n-1\n',
      stderr: '',
    });
    expect(stub.calls[0]?.body).toEqual({
      ...{ to: 'ada@example.com', channel: 'email', language: 'sv', payload: { n: 1 }, skip_waits: true },
    });
  });

  it('takes the recipient from a file, and says what became of each message', async () => {
    await file('to.json', '{"email":"ada@example.com","phone":"+12025550123"}');
    const failed = { status: 'failed', error: 'INVALID_RECIPIENT: Give a push token.', attempts: [] };
    answer([
      { ...message, step: 'send-1', status: 'sent', attempts: [] },
      { ...message, ...failed, step: 'send-2', channel: 'push', address: null },
    ]);
    const ran = await sendTestTo('--contact', 'events/to.json', '--example', 'first', '--skip-waits');
    expect(ran).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'heliograph: The email message of step send-1 to ada@example.com is sent',
        'The push message of step send-2 failed: INVALID_RECIPIENT: Give a push token.',
        'See its attempts: heliograph notifications show n-1',
        '',
      ].join('\n'),
    });
    const to = { email: 'ada@example.com', phone: '+12025550123' };
    expect(stub.calls[0]?.body).toEqual({ to, example: 'first', skip_waits: true });
    const without = await sendTestTo();
    expect(without).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Give --to or --contact.') as string,
    });
  });

  it('fails where the message has failed, and says why', async () => {
    const error = 'INVALID_RECIPIENT: 550 no such user';
    answer([{ ...message, status: 'failed', error, attempts: [{ ...by, response: '550 no such user' }] }]);
    const ran = await sendTest();
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toContain(`The email message to ada@example.com failed at smtp (relay): ${error}`);
    expect(ran.stderr).toContain('heliograph notifications show n-1');
  });

  it('says what a notification without a message does', async () => {
    answer([]);
    expect((await sendTest()).stdout).toBe(
      'The notification is running and has no message yet. Waits.\nMore: heliograph notifications show n-1\n',
    );
  });
});

describe('heliograph events types', () => {
  const CONTENT = `payload: { required: [n], properties: { n: { type: number } } }\ntemplates: { sms: { en: { text: '{{n}}' } } }\n`;
  const TYPES = "  'is-due': {\n    n: number;\n  };\n";

  it('writes the types of files without a service, to the output or a file', async () => {
    await file('is-due.yaml', CONTENT);
    const { stdout } = await run('events', 'types', 'events/is-due.yaml');
    expect(stdout).toContain(`export interface SendEvents {\n${TYPES}}\n`);
    expect(await run('events', 'types', 'events/is-due.yaml', '--out', 'events/types.txt')).toMatchObject({
      ...{ code: 0, stdout: '' },
    });
    expect(await readFile(path.join(folder, 'events/types.txt'), 'utf8')).toBe(stdout);
    expect(stub.calls).toEqual([]);
  });

  it('writes the types of pushed events', async () => {
    const schema = { type: ['object'], required: ['n'], properties: { n: { type: ['number'] } } };
    stub.answer('GET applications/demo/events/sandbox', 200, {
      events: [{ name: 'is-due' }, { name: 'any' }],
    });
    stub.answer('GET applications/demo/events/sandbox/is-due', 200, {
      event: { name: 'is-due', payload: schema },
    });
    stub.answer('GET applications/demo/events/sandbox/any', 200, { event: { name: 'any', payload: null } });
    const { stdout } = await run('events', 'types', '--app', 'demo', '--env', 'sandbox');
    expect(stdout).toContain(`export interface SendEvents {\n  any: Record<string, unknown>;\n${TYPES}}\n`);
  });

  it('needs files that are valid, or an environment', async () => {
    await file('is-due.yaml', 'payload: 1');
    expect(await run('events', 'types', 'events/is-due.yaml')).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('is-due.yaml:1: "payload" must be a map') },
    });
    expect(await run('events', 'types', '--app', 'demo')).toMatchObject({ code: 2 });
  });
});

describe('heliograph events list', () => {
  it('lists the events of an environment', async () => {
    const event = {
      name: 'welcome',
      channels: ['email', 'sms'],
      languages: ['en', 'sv'],
      steps: [{ type: 'send', name: 'send' }],
      updated_at: 'then',
    };
    stub.answer('GET applications/demo/events/production', 200, { success: true, events: [event] });
    const { stdout } = await run('events', 'list', '--app', 'demo', '--env', 'production');
    expect(stdout).toMatch(/welcome +- +email, sms +en, sv +send +then/);
  });
});

describe('layouts and partials', () => {
  const LAID_OUT = "layout: base\ntemplates: { email: { en: { subject: Hi, html: '<p>{{> bye}}' } } }\n";
  const put = async (name: string, content: string): Promise<void> => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  };
  beforeEach(async () => {
    await put('events/a.yaml', LAID_OUT);
    await put('events/layouts/base.html', '<main>\n{{#block "content"}}{{/block}}</main>\n');
    await put('partials/bye.txt', 'Bye\n');
    await put('partials/README.md', '#');
  });

  it('are pushed with the events of their folder, and the messages that change are shown', async () => {
    const side = (text: string) => ({ subject: 'Hi', text, html: `<main><p>${text}</p></main>` });
    const messages = [
      { step: null, channel: 'email', language: 'en', before: side('Ciao'), after: side('Bye') },
    ];
    const changes = [
      { name: 'a', change: 'unchanged', parts: [], messages: [] },
      { name: 'b', change: 'changed', parts: ['partials/bye.txt'], messages },
    ];
    const parts = [{ name: 'partials/bye.txt', change: 'changed', version: 2 }];
    stub.answer(ROUTE, 200, { success: true, applied: ['a', 'b'], changes, parts });
    expect((await push()).stdout.split('\n')).toEqual([
      'Applied to sandbox:',
      '  changed    b, partials/bye.txt',
      '  unchanged  a',
      'Messages that change:',
      '  b email en  (partials/bye.txt)',
      '    @@ 1 @@',
      '    -Ciao',
      '    +Bye',
      '    @@ 2 @@',
      '    -<p>Ciao</p>',
      '    +<p>Bye</p>',
      '',
    ]);
    expect(stub.calls[0]?.body).toMatchObject({
      differences: true,
      files: [{ name: 'a.yaml' }, { name: 'layouts/base.html' }, { name: '../partials/bye.txt' }],
    });
  });

  it('are pushed alone, and not with one event', async () => {
    stub.answer(ROUTE, 200, { success: true, applied: [], changes: [] });
    const pushed = async (given: string) => {
      await run('events', 'push', given, '--app', 'demo', '--env', 'sandbox');
      return (stub.calls.at(-1)?.body as { files: { name: string }[] }).files.map(({ name }) => name);
    };
    expect(await pushed('events/a.yaml')).toEqual(['a.yaml']);
    expect(await pushed('events/layouts/base.html')).toEqual(['layouts/base.html']);
    expect(await pushed('partials/bye.txt')).toEqual(['partials/bye.txt']);
  });

  it('are checked without a service, each with its own path', async () => {
    const validate = (given: string) => heliograph(['events', 'validate', given], { cwd: folder });
    expect((await validate('events')).stdout).toBe('Valid: a, layouts/base.html, partials/bye.txt\n');
    expect((await validate('events/a.yaml')).stdout).toBe('Valid: a\n');
    await put('partials/bye.txt', '{{#if}}');
    expect((await validate('events')).stderr).toMatch(/^partials\/bye\.txt:1: /);
    await put('events/layouts/base.html', '<main>');
    await put('partials/bye.txt', 'Bye');
    expect((await validate('events')).stderr).toContain(
      'events/a.yaml:2: "templates.email.en.html": the layout "base" has no block "content"',
    );
  });
});
