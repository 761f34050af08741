import type { Answer } from '../../support/http-api';
import { type Stack, startStack } from '../../support/stack';
import { type TestApplication, expectRefusal, makeApplication } from '../../support/application';
import { heliograph } from '../../unit/cli/admin-stub';

interface Change {
  name: string;
  change: string;
  version: number | null;
  parts: string[];
  messages: { step: string | null; channel: string; language: string; before?: object; after?: object }[];
}
interface Pushed {
  applied: string[];
  changes: Change[];
  parts?: { name: string; change: string; version: number | null }[];
  warnings?: { file: string; line: number; message: string }[];
  problems?: { file: string; line: number; message: string }[];
}

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  app = await makeApplication(stack);
});

const admin = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> => stack.admin.request<T>(method, `${app.path}/${path}`, body);
const push = (files: Record<string, string>, more: object = {}) =>
  admin<Pushed>('PUT', 'events/production', {
    files: Object.entries(files).map(([name, content]) => ({ name, content })),
    ...more,
  });
const EVENT = (subject: string, layout = 'base'): string => `layout: ${layout}
templates:
  email:
    en: { subject: ${subject}, html: '<p>Hello {{name}}</p>' }
examples: { ada: { name: Ada } }
payload: { properties: { name: { type: string } } }
`;
const PLAIN = 'templates: { sms: { en: { text: "Hi" } } }';
const BASE = (title: string): string => `<h1>${title}</h1>\n{{#block "content"}}{{/block}}\n{{> footer}}\n`;
const PARTS = { 'layouts/base.html': BASE('Shop'), 'partials/footer.html': '<p>Bye</p>\n' };
const htmlOf = async (name: string): Promise<string> =>
  (
    await admin<{ rendered: { html: string } }>('POST', `events/production/${name}/render`, {
      channel: 'email',
    })
  ).body.rendered.html;
const versionsOf = async (path: string) =>
  (await admin<{ versions: { version: number; via: string; parts: object[] }[] }>('GET', `${path}/versions`))
    .body.versions;

test('layouts and partials are pushed with their events, and a push of one makes the events that use it again', async () => {
  const first = await push({
    'one.yaml': EVENT('One'),
    'two.yaml': EVENT('Two'),
    'plain.yaml': PLAIN,
    ...PARTS,
  });
  expect(first.body).toMatchObject({
    applied: ['one', 'two', 'plain'],
    parts: [
      { name: 'layouts/base.html', change: 'created', version: 1 },
      { name: 'partials/footer.html', change: 'created', version: 1 },
    ],
  });
  expect(await htmlOf('one')).toBe('<h1>Shop</h1>\n<p>Hello Ada</p>\n<p>Bye</p>');

  const dry = await push({ 'partials/footer.html': '<p>Ciao</p>\n' }, { dry_run: true, differences: true });
  const messages = [
    {
      ...{ step: null, channel: 'email', language: 'en' },
      before: {
        subject: 'One',
        text: 'Shop\n\nHello Ada\n\nBye',
        html: '<h1>Shop</h1>\n<p>Hello Ada</p>\n<p>Bye</p>',
      },
      after: {
        subject: 'One',
        text: 'Shop\n\nHello Ada\n\nCiao',
        html: '<h1>Shop</h1>\n<p>Hello Ada</p>\n<p>Ciao</p>',
      },
    },
  ];
  expect(dry.body.changes).toEqual([
    { name: 'one', change: 'changed', version: 1, parts: ['partials/footer.html'], messages },
    expect.objectContaining({ name: 'two', parts: ['partials/footer.html'] }),
  ]);
  expect(await htmlOf('one')).toContain('Bye');

  const second = await push({ 'partials/footer.html': '<p>Ciao</p>\n' }, { via: 'cli' });
  expect(second.body.applied).toEqual(['one', 'two']);
  expect(second.body.changes[0]!.messages).toEqual([{ step: null, channel: 'email', language: 'en' }]);
  expect(await htmlOf('two')).toBe('<h1>Shop</h1>\n<p>Hello Ada</p>\n<p>Ciao</p>');
  expect((await versionsOf('events/production/one'))[0]).toMatchObject({
    ...{ version: 2, via: 'cli' },
    parts: [{ file: 'partials/footer.html', version: 2 }],
  });
  expect(await versionsOf('events/production/plain')).toHaveLength(1);

  expect((await admin('GET', 'parts/production')).body.parts).toEqual([
    expect.objectContaining({
      name: 'layouts/base.html',
      kind: 'layout',
      version: 1,
      events: ['one', 'two'],
    }),
    expect.objectContaining({ name: 'partials/footer.html', kind: 'partial', version: 2 }),
  ]);
  expect((await admin('GET', 'parts/production/partials/footer.html')).body.part).toMatchObject({
    content: '<p>Ciao</p>\n',
  });
  // An event of the same content stays as it is, and so does a part.
  expect(
    (await push({ 'two.yaml': EVENT('Two'), ...PARTS, 'partials/footer.html': '<p>Ciao</p>\n' })).body,
  ).toMatchObject({
    changes: [{ name: 'two', change: 'unchanged', version: 2 }],
    parts: [{ change: 'unchanged' }, { change: 'unchanged', version: 2 }],
  });
});

test('a version of a layout is restored with its events, and a version of an event gets the layout of today', async () => {
  await push({ 'one.yaml': EVENT('One'), ...PARTS });
  await push({ 'layouts/base.html': BASE('New') });
  await push({ 'one.yaml': EVENT('Other') });
  expect((await admin('POST', 'events/production/one/versions/1/restore', {})).status).toBe(200);
  expect(await htmlOf('one')).toContain('<h1>New</h1>');
  const refused = await admin('POST', 'parts/production/layouts/base.html/versions/1/restore', {
    expected_version: 1,
  });
  expectRefusal(refused, 409, 'EVENT_CHANGED');
  expect(
    (await admin('POST', 'parts/production/layouts/base.html/versions/1/restore', {})).body,
  ).toMatchObject({
    part: { name: 'layouts/base.html', change: 'changed', version: 3 },
    changes: [{ name: 'one', change: 'changed', parts: ['layouts/base.html'] }],
  });
  expect(await htmlOf('one')).toContain('<h1>Shop</h1>');
  expect((await versionsOf('events/production/one'))[0]).toMatchObject({
    ...{ via: 'restore', restored: null, parts: [{ file: 'layouts/base.html', version: 3 }] },
  });
  expect(await versionsOf('parts/production/layouts/base.html')).toEqual([
    expect.objectContaining({ version: 3, via: 'restore', restored: 1 }),
    expect.objectContaining({ version: 2 }),
    expect.objectContaining({ version: 1 }),
  ]);
  expect((await admin('GET', 'parts/production/layouts/base.html/versions/2')).body.version).toMatchObject({
    content: BASE('New'),
  });
});

test('the command line lists the versions of a partial, and restores one that was deleted', async () => {
  await push({ 'partials/bye.txt': 'Bye' });
  await push({ 'partials/bye.txt': 'Farewell' });
  const env = { HELIOGRAPH_ADMIN_URL: stack.admin.baseUrl, HELIOGRAPH_ADMIN_KEY: stack.admin.key ?? '' };
  const run = (...args: string[]) =>
    heliograph(['events', ...args, '--app', app.id, '--env', 'production'], { env });
  const listed = await run('part-versions', 'partials/bye.txt');
  expect(listed.stdout).toMatch(/^2 .+\n1 /m);
  await run('delete-part', 'partials/bye.txt');
  const restored = await run('restore-part', 'partials/bye.txt', '1');
  expect(restored.stdout).toMatch(/^partials\/bye\.txt of production has the content of version 1 again/);
  expect((await admin('GET', 'parts/production/partials/bye.txt')).body.part).toMatchObject({
    content: 'Bye',
  });
  const wrong = await run('restore-part', 'bye.txt', '1');
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('such as partials/footer.txt') as string,
  });
  expect((await run('restore-part', 'partials/bye.txt', 'first')).stderr).toContain('must be a number');
});

test('a push of a layout that breaks an event is refused, and names the event', async () => {
  await push({ 'one.yaml': EVENT('One'), ...PARTS });
  const refused = await push({ 'layouts/base.html': '<h1>{{nme}}</h1>', 'two.yaml': EVENT('Two') });
  expect(refused.status).toBe(400);
  expect(refused.body.problems!.map(({ file, line, message }) => `${file}:${line}: ${message}`)).toEqual([
    'two.yaml:4: "templates.email.en.html": the layout "base" has no block "content"',
    'the event one:4: "templates.email.en.html": the layout "base" has no block "content"',
  ]);
  expect((await admin('GET', 'events/production')).body.events).toHaveLength(2);
  expect(await versionsOf('parts/production/layouts/base.html')).toHaveLength(1);
  const based = await push(
    { 'layouts/base.html': BASE('x') },
    { expected_versions: { 'layouts/base.html': 7 } },
  );
  expect(based).toMatchObject({ status: 409, body: { code: 'EVENT_CHANGED' } });
  const other = await admin('PUT', 'events/sandbox', {
    files: [{ name: 'one.yaml', content: EVENT('One') }],
  });
  expect(other.body.problems).toEqual([
    expect.objectContaining({ message: '"templates.email.en.html": there is no layout "base"' }),
  ]);
});

test('a partial that an event needs is not deleted, and one in another language gives way', async () => {
  await push({ 'one.yaml': EVENT('One'), ...PARTS, 'partials/footer.en.html': '<p>Good bye</p>' });
  expect(await htmlOf('one')).toContain('Good bye');
  expect((await admin('DELETE', 'parts/production/partials/footer.en.html')).body.changes).toEqual([
    expect.objectContaining({
      name: 'one',
      change: 'changed',
      version: 2,
      parts: ['partials/footer.en.html'],
    }),
  ]);
  expect(await htmlOf('one')).toContain('<p>Bye</p>');
  const refused = await admin('DELETE', 'parts/production/partials/footer.html');
  expectRefusal(refused, 409, 'PART_IN_USE');
  expect(refused.body.error).toContain('partials/footer.html is used by one. Push these events');
  await push({ 'one.yaml': EVENT('One', 'plain'), 'layouts/plain.html': '{{#block "content"}}{{/block}}' });
  expect((await admin('DELETE', 'parts/production/layouts/base.html')).status).toBe(200);
  expect((await admin('DELETE', 'parts/production/partials/footer.html')).status).toBe(200);
  expectRefusal(await admin('DELETE', 'parts/production/partials/footer.html'), 404, 'PART_NOT_FOUND');
  // It goes on counting if it is created again.
  expect((await push({ ...PARTS })).body.parts).toMatchObject([{ version: 3 }, { version: 3 }]);
});

test('TEMPLATE-8: of pushes of a layout and its events at the same moment, no event keeps an earlier layout', async () => {
  await push({ 'e0.yaml': EVENT('E0'), ...PARTS });
  for (let round = 1; round <= 5; round += 1) {
    const title = `T${round}`;
    await Promise.all([
      push({ 'layouts/base.html': BASE(title) }),
      push({ [`e${round}.yaml`]: EVENT(`E${round}`) }),
      push({ 'e0.yaml': EVENT(`E0 of ${round}`) }),
      push({ 'partials/footer.html': `<p>${title}</p>` }),
      round % 2 === 0 ? push({ [`f${round}.yaml`]: EVENT('F') }) : null,
    ]);
    const names = (await admin<{ events: { name: string }[] }>('GET', 'events/production')).body.events;
    for (const { name } of names.filter((one) => one.name !== 'ping'))
      expect(`${name}: ${await htmlOf(name)}`).toBe(
        `${name}: <h1>${title}</h1>\n<p>Hello Ada</p>\n<p>${title}</p>`,
      );
  }
});

test('a preview of a file that is not pushed has the layout, or says what is wrong with it', async () => {
  await push({ 'one.yaml': EVENT('One'), ...PARTS });
  const preview = (file: string) => admin('POST', 'events/production/one/render', { channel: 'email', file });
  expect((await preview(EVENT('Draft'))).body.rendered).toMatchObject({
    ...{ subject: 'Draft', html: '<h1>Shop</h1>\n<p>Hello Ada</p>\n<p>Bye</p>' },
  });
  expect((await preview(EVENT('Draft', 'bse'))).body.problems).toEqual([
    {
      ...{ file: 'one.yaml', line: 4 },
      message: '"templates.email.en.html": there is no layout "bse", did you mean "base"?',
    },
  ]);
});

test('a promotion says which layouts and partials production lacks or has otherwise, and takes them along if asked', async () => {
  const files = { ...PARTS, 'hello.yaml': EVENT('Hello') };
  const inSandbox = Object.entries(files).map(([name, content]) => ({ name, content }));
  await admin('PUT', 'events/sandbox', { files: inSandbox });
  await push({ 'layouts/base.html': BASE('Older'), 'partials/footer.html': PARTS['partials/footer.html'] });
  await push({ 'other.yaml': EVENT('Other') });
  const promote = (body: object) => admin('POST', 'events/sandbox/hello/promote', body);

  const tried = await promote({ dry_run: true, with_parts: true });
  expect(tried.body).toMatchObject({
    applied: [],
    changes: [
      { name: 'hello', change: 'created' },
      { name: 'other', change: 'changed', parts: ['layouts/base.html'] },
    ],
    parts: [
      {
        ...{ name: 'layouts/base.html', state: 'different', promoted: true },
        ...{ version: 1, production_version: 1, before: BASE('Older'), after: BASE('Shop') },
      },
      { name: 'partials/footer.html', state: 'same', promoted: false },
    ],
  });
  // Without them, production uses its own.
  const plain = await promote({});
  expect(plain.body).toMatchObject({
    applied: ['hello'],
    parts: [{ state: 'different', promoted: false }, {}],
  });
  expect(await htmlOf('hello')).toContain('Older');
  const stale = await promote({ with_parts: true, expected_versions: { 'layouts/base.html': 7 } });
  expectRefusal(stale, 409, 'EVENT_CHANGED');
  const whole = await promote({ with_parts: true, expected_versions: { 'layouts/base.html': 1 } });
  expect(whole.body).toMatchObject({ applied: ['hello', 'other'] });
  for (const name of ['hello', 'other']) expect(await htmlOf(name)).toContain('Shop');
  expect((await versionsOf('parts/production/layouts/base.html'))[0]).toMatchObject({ via: 'promotion' });

  // What production lacks is named.
  await admin('PUT', 'events/sandbox', {
    files: [
      { name: 'partials/lead.html', content: '<p>Lead</p>' },
      { name: 'led.yaml', content: 'templates: { email: { en: { subject: Hi, html: "{{> lead}}" } } }' },
    ],
  });
  const lacking = await admin('POST', 'events/sandbox/led/promote', {});
  expect(lacking).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', field: 'with_parts' } });
  expect(String(lacking.body.error)).toContain('without partials/lead.html');
  const led = await admin('POST', 'events/sandbox/led/promote', { with_parts: true });
  expect(led.body).toMatchObject({
    applied: ['led'],
    parts: [{ state: 'missing', production_version: null }],
  });
  expectRefusal(await admin('POST', 'events/production/led/promote', {}), 400, 'VALIDATION_ERROR', {
    field: 'environment',
  });
});

test('TEMPLATE-9: a push of a translation alone makes the events that use it again, and none of it is read by a send', async () => {
  const TEXT = `templates: { sms: { en: { text: '{{t "hello" name=name}}' } } }`;
  const EN = 'hello: Hello {name}\n';
  await push({ 'one.yaml': TEXT, 'plain.yaml': PLAIN, 'translations/en.yaml': EN });
  const textOf = async (language: string): Promise<string> =>
    (
      await admin<{ rendered: { text: string } }>('POST', 'events/production/one/render', {
        ...{ channel: 'sms', language, payload: { name: 'Ada' } },
      })
    ).body.rendered.text;
  expect(await textOf('ar')).toBe('Hello Ada');

  const AR = { 'translations/ar.yaml': 'hello: مرحبا {name}\n' };
  const dry = await push(AR, { dry_run: true, differences: true });
  expect(dry.body).toMatchObject({
    changes: [
      {
        ...{ name: 'one', change: 'changed', parts: ['translations/ar.yaml'] },
        messages: [{ channel: 'sms', language: 'ar', before: null, after: { text: 'مرحبا' } }],
      },
    ],
    parts: [{ name: 'translations/ar.yaml', change: 'created', version: null }],
  });
  await push(AR);
  expect(await textOf('ar-EG')).toBe('مرحبا Ada');
  expect(await textOf('de')).toBe('Hello Ada');
  expect((await admin('GET', 'parts/production')).body.parts).toMatchObject([
    { name: 'translations/ar.yaml', kind: 'translation', language: 'ar', version: 1, events: ['one'] },
    { name: 'translations/en.yaml', kind: 'translation', language: 'en' },
  ]);

  expect(await textOf('en-XA')).toBe('[Ĥéļļö Ada ~]');
  expect(await textOf('ar-XB')).toBe('\u202eHello\u202c Ada');

  const broken = await push({ 'translations/ar.yaml': 'hello: مرحبا {nme}\n' });
  expect(broken.body.problems).toMatchObject([
    {
      ...{ file: 'translations/ar.yaml', line: 1 },
      message: expect.stringContaining('"hello" has {nme}, which {{t "hello"}} does not pass') as string,
    },
  ]);
  expectRefusal(await admin('DELETE', 'parts/production/translations/en.yaml'), 409, 'PART_IN_USE');
  expect((await admin('DELETE', 'parts/production/translations/ar.yaml')).body.changes).toMatchObject([
    { name: 'one', messages: [{ language: 'ar' }] },
  ]);
  expect(await textOf('ar')).toBe('Hello Ada');
  const path = 'parts/production/translations/ar.yaml/versions/1/restore';
  expect((await admin('POST', path, {})).body.part).toMatchObject({ change: 'created', version: 3 });
  expect(await textOf('ar')).toBe('مرحبا Ada');
});
