import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually';
import type { Answer } from '../../support/http-api';
import { untilEnded } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import {
  type TestApplication,
  expectRefusal,
  makeApplication,
  newEmail,
  newPhone,
  PING,
} from '../../support/application';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());
const admin = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> => stack.admin.request<T>(method, path, body);

describe('events', () => {
  beforeEach(async () => {
    app = await makeApplication(stack);
  });
  const push = (files: { name: string; content: string }[], environment = 'production'): Promise<Answer> =>
    admin('PUT', `${app.path}/events/${environment}`, { files });
  const list = async (environment = 'production') =>
    (await admin<{ events: { name: string }[] }>('GET', `${app.path}/events/${environment}`)).body.events;
  const file = (name: string, content = PING.replace('ping', name)) => ({ name: `${name}.yaml`, content });

  test('are pushed to one environment, those that exist stay, and are listed', async () => {
    const [before, sandbox] = [await list(), await list('sandbox')];
    const answer = await push([file('one'), file('two')]);
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status: 200,
      body: {
        success: true,
        applied: ['one', 'two'],
        changes: [
          { name: 'one', change: 'created', version: 1 },
          { name: 'two', change: 'created', version: 1 },
        ],
      },
    });
    const after = await list();
    expect(after.map(({ name }) => name)).toEqual(['one', 'ping', 'two']);
    expect(after).toContainEqual(before[0]);
    expect(after[0]).toEqual({
      name: 'one',
      category: null,
      channels: ['email', 'sms'],
      languages: ['en'],
      steps: [{ type: 'send', name: 'send' }],
      version: 1,
      updated_at: expect.stringMatching(ISO),
      pause: null,
    });
    expect(await list('sandbox')).toEqual(sandbox);
    const to = newEmail();
    expect((await app.production.post('/v1/send/one', { to })).status).toBe(200);
    expectRefusal(await app.sandbox.post('/v1/send/one', { to }), 404, 'EVENT_NOT_FOUND');
  });

  test('whose channels lack a language are applied with a warning', async () => {
    const content =
      'templates:\n  email: { en: { subject: Hi, text: Hi }, de: { subject: Hi, text: Hi } }\n  sms: { en: { text: Hi } }\n';
    expect(await push([file('partly', content)])).toMatchObject({
      status: 200,
      body: {
        applied: ['partly'],
        warnings: [
          { file: 'partly.yaml', line: 3 },
          { file: 'partly.yaml', line: 1 },
        ],
      },
    });
    expect(await push([file('one')], 'sandbox')).not.toHaveProperty('body.warnings');
  });

  test('of production whose channel has no provider are applied with one warning for each channel', async () => {
    const content = 'templates:\n  email: { en: { subject: Hi, text: Hi } }\n  sms: { en: { text: Hi } }\n';
    const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => file(name, content));
    const message =
      'the application has no integration for sms, so sms messages of a, b, c, d, e and 1 more fail in production with NO_PROVIDER. Add an integration.';
    expect(await push(files)).toMatchObject({
      status: 200,
      body: { warnings: [{ file: 'a.yaml', line: 1, message }] },
    });
    expect(await push(files, 'sandbox')).not.toHaveProperty('body.warnings');
    const integration = {
      ...{ channel: 'sms', provider: 'twilio', name: 'Twilio', check: false },
      settings: { account_sid: `AC${'0'.repeat(32)}`, auth_token: '0'.repeat(32) },
    };
    expect((await admin('POST', `${app.path}/integrations`, integration)).status).toBe(201);
    expect(await push(files)).not.toHaveProperty('body.warnings');
  });

  test('with templates of a SEND that no sequence in code has are applied with a warning', async () => {
    const send = (name: string): string => `  ${name}: { email: { en: { subject: Hi, text: Hi } } }\n`;
    const code = `sequence: { code: trial-ending }\nstep_templates:\n`;
    const content = `${code}${send('thanks')}${send('last-wort')}${send('reminder-2')}`;
    expect(await push([file('coded', content)])).toMatchObject({
      status: 200,
      body: {
        applied: ['coded'],
        warnings: [
          {
            ...{ file: 'coded.yaml', line: 4 },
            message:
              '"step_templates.last-wort": no sequence in code has a SEND of this name, did you mean "last-word"?',
          },
        ],
      },
    });
  });

  test('that are pushed again are what the next send uses', async () => {
    const to = newEmail();
    await push([file('one', 'name: one\nchannels: [sms]\ntemplates:\n  sms:\n    en: { text: One }\n')]);
    expectRefusal(await app.production.post('/v1/send/one', { to }), 400, 'IDENTIFIER_MISSING');
    await push([file('one')]);
    expect((await app.production.post('/v1/send/one', { to })).status).toBe(200);
  });

  test('with a broken file among them are 400 with its name, line and fault, and nothing is applied', async () => {
    const before = await list();
    const broken = PING.replace('ping', 'broken').replace('<p>Ping</p>', '<p>{{#if}}</p>');
    const answer = await push([
      file('ping', PING.replace('Ping', 'Pong')),
      file('good'),
      file('broken', broken),
    ]);
    expectRefusal(answer, 400, 'VALIDATION_ERROR', {
      field: 'files',
      problems: [
        {
          file: 'broken.yaml',
          // PING begins with an empty line.
          line: broken.split('\n').findIndex((line) => line.includes('html:')) + 1,
          message: expect.stringMatching(/\S/),
        },
      ],
    });
    expect(await list()).toEqual(before);
    const to = newEmail();
    expectRefusal(await app.production.post('/v1/send/good', { to }), 404, 'EVENT_NOT_FOUND');
    const id = await app.production.send('ping', { to });
    await untilEnded(app.production, id);
    expect(stack.smtp.mailsTo(to)[0]?.subject).toBe('Ping');
  });

  test('with several faults are told all of them', async () => {
    const answer = await push([
      file('one', 'name: [\n'),
      file('two', 'name: two\nchannels: [fax]\n'),
      file('three'),
      { name: 'again.yaml', content: file('three').content },
    ]);
    expect(answer.status).toBe(400);
    const { problems } = answer.body as { problems: { file: string; line: number; message: string }[] };
    expect(new Set(problems.map(({ file: name }) => name))).toEqual(
      new Set(['one.yaml', 'two.yaml', 'again.yaml']),
    );
    for (const problem of problems) {
      expect(problem).toEqual({
        file: expect.any(String),
        line: expect.any(Number),
        message: expect.stringMatching(/\S/),
      });
    }
  });

  test('that are large are read in a thread, and one that is too large is 400', async () => {
    const large = `${file('large').content}\n${'#\n'.repeat(20_000)}`;
    // 503: the machine is too busy, and the push may come again.
    const answer = await eventually('the check of a large file', async () => {
      const one = await push([file('large', large)]);
      return one.status !== 503 && one;
    });
    expect(answer.body).toMatchObject({ success: true, applied: ['large'] });
    expectRefusal(await push([file('large', '#'.repeat(262_145))]), 400, 'VALIDATION_ERROR', {
      field: 'files',
      problems: [{ file: 'large.yaml', line: 1, message: expect.stringContaining('has 262,145 bytes') }],
    });
  });

  test.each([true, false])(
    'that are large with their aliases expanded are 400 (dry run: %s)',
    async (dryRun) => {
      const sms = [
        'en: &t',
        `  text: ${'a'.repeat(200_000)}`,
        ...[...'abcde'].map((one) => `${one}${one}: *t`),
      ];
      const content = `templates:\n  sms:\n${sms.map((line) => `    ${line}`).join('\n')}\n`;
      const files = [{ name: 'expanded.yaml', content }];
      const answer = await admin('PUT', `${app.path}/events/production`, { files, dry_run: dryRun });
      expectRefusal(answer, 400, 'VALIDATION_ERROR', {
        field: 'files',
        problems: [
          { file: 'expanded.yaml', line: 1, message: expect.stringContaining('too many bytes of text') },
        ],
      });
      expect(await list()).not.toContainEqual(expect.objectContaining({ name: 'expanded' }));
    },
  );

  test.each([
    [{}, 'files'],
    [{ files: [] }, 'files'],
    [{ files: [{ name: 'x.yaml' }] }, 'files[0].content'],
    [{ files: [{ name: '', content: '' }] }, 'files[0].name'],
  ])('as %j are 400 with field %s', async (body, field) => {
    const answer = await admin('PUT', `${app.path}/events/production`, body);
    expectRefusal(answer, 400, 'VALIDATION_ERROR', { field });
  });

  test('say what a push changes; a dry run says the same and applies nothing', async () => {
    await push([file('same'), file('other')]);
    const other = file('other', PING.replace('ping', 'other').replace('subject: Ping', 'subject: Pong'));
    const files = [file('new'), { ...file('same'), content: `# a comment\n${file('same').content}` }, other];
    const changes = [
      { name: 'new', change: 'created', version: null },
      { name: 'same', change: 'unchanged', version: 1 },
      { name: 'other', change: 'changed', version: 1 },
    ];
    const before = await list();
    const dryRun = (some: typeof files): Promise<Answer> =>
      admin('PUT', `${app.path}/events/production`, { files: some, dry_run: true });
    expect((await dryRun(files)).body).toMatchObject({ success: true, applied: [], changes });
    expect(await list()).toEqual(before);
    expectRefusal(await dryRun([file('bad', 'name: [')]), 400, 'VALIDATION_ERROR', {
      field: 'files',
      problems: expect.any(Array),
    });
    const versions: Record<string, number> = { new: 1, same: 2, other: 2 };
    expect((await push(files)).body).toMatchObject({
      applied: ['new', 'same', 'other'],
      changes: changes.map((one) => ({ ...one, version: versions[one.name] })),
    });
    expect((await dryRun(files)).body.changes).toMatchObject(
      changes.map(({ name }) => ({ name, change: 'unchanged', version: versions[name] })),
    );
  });

  test('keep the content of their files; one that an older version stored has none', async () => {
    const { name, content } = file('one', `# with a comment\n${PING.replace('ping', 'one')}`);
    await push([{ name, content }]);
    const find = (event: string): Promise<Answer> => admin('GET', `${app.path}/events/production/${event}`);
    const [one] = await list();
    expect((await find('one')).body).toEqual({
      success: true,
      event: { ...one, payload: null, examples: [], source: content, names: expect.any(Object) as object },
    });
    const scope = { applicationId: app.id, environment: 'production' } as const;
    const { definition } = (await stack.store.events.find(scope, 'one'))!;
    const version = { id: '', number: 0, by: null, via: null };
    await stack.store.events.put(scope, [
      { definition, source: null, updatedAt: new Date(), version, over: 1 },
    ]);
    expect((await find('one')).body).toMatchObject({ event: { source: null, version: 0 } });
    expectRefusal(await find('two'), 404, 'EVENT_NOT_FOUND');
  });

  test('are deleted; one with open notifications only by force, and their later messages fail', async () => {
    const content = `${PING.replace('ping', 'slow')}\nsequence: [{ send: email }, { wait: 1h }, { send: email }]`;
    await push([file('one'), file('slow', content)]);
    const remove = (name: string, body?: object): Promise<Answer> =>
      admin('DELETE', `${app.path}/events/production/${name}`, body);
    const to = newEmail();
    const id = await app.production.send('slow', { to });

    expect((await remove('one')).body).toEqual({ success: true, open: 0 });
    expectRefusal(await app.production.post('/v1/send/one', { to }), 404, 'EVENT_NOT_FOUND');
    expectRefusal(await remove('one'), 404, 'EVENT_NOT_FOUND');

    const refused = await remove('slow');
    expectRefusal(refused, 409, 'EVENT_IN_USE');
    expect(refused.body.error).toMatch(/^1 open notification needs its templates\./);
    expect((await list()).map(({ name }) => name)).toEqual(['ping', 'slow']);
    expect((await list('sandbox')).map(({ name }) => name)).toEqual(['ping']);
    expect((await remove('slow', { force: true })).body).toEqual({ success: true, open: 1 });
    expectRefusal(await app.production.post('/v1/send/slow', { to }), 404, 'EVENT_NOT_FOUND');
    await admin('POST', `/admin/v1/notifications/${id}/cancel`);
  });

  test('of no environment are 400 with field', async () => {
    expectRefusal(await push([file('one')], 'staging'), 400, 'VALIDATION_ERROR', { field: 'environment' });
  });
});

describe('an event is rendered', () => {
  const GREETING = `
name: greeting
channels: [email, sms]
templates:
  email:
    en: { subject: 'Hello {{contact.firstName}}', html: '<p>{{order.id}} for {{contact.email}}</p>' }
    sv: { subject: 'Hej {{contact.firstName}}', html: '<p>{{order.id}}</p>' }
sequence:
  - send: email
  - send: { channel: sms, templates: { sms: { en: { text: 'Order {{order.id}}' } } } }
`;
  beforeAll(async () => {
    app = await makeApplication(stack, { 'greeting.yaml': GREETING });
  });
  const render = (body: object, name = 'greeting'): Promise<Answer<{ rendered: Record<string, unknown> }>> =>
    admin('POST', `${app.path}/events/production/${name}/render`, body);

  test('as a send renders it', async () => {
    const payload = { order: { id: 7 } };
    const contact = { email: newEmail(), name: 'Grace Hopper', language: 'sv' };
    const id = await app.production.send('greeting', { to: contact, payload });
    await untilEnded(app.production, id);
    const sent = (await stack.store.notifications.get(id))?.messages[0]?.rendered;
    const { body } = await render({ channel: 'email', payload, contact });
    expect(body.rendered).toMatchObject({
      subject: 'Hej Grace',
      html: expect.stringContaining('7'),
      language: 'sv',
    });
    // MongoDB stores null for what is undefined.
    const filled = Object.entries(sent ?? {}).filter(([, value]) => (value ?? null) !== null);
    const { origins, ...rendered } = body.rendered;
    expect(rendered).toEqual(Object.fromEntries(filled));
    expect(origins).toEqual({ sender: 'service', brand: {} });
  });

  test('with a sample recipient, in the language that is asked for, and of a step with templates of its own', async () => {
    expect((await render({ channel: 'email' })).body.rendered).toMatchObject({
      ...{ subject: 'Hello Ada', html: expect.stringContaining('for ada@example.com'), language: 'en' },
      from: expect.stringContaining('no-reply@example.com'),
    });
    expect((await render({ channel: 'email', language: 'sv' })).body.rendered.subject).toBe('Hej Ada');
    for (const step of [undefined, 'send-2'])
      expect(
        (await render({ channel: 'sms', step, payload: { order: { id: 7 } } })).body.rendered,
      ).toMatchObject({
        text: 'Order 7',
        rich: expect.stringContaining('GSM-7'),
      });
    const prices = { sms_prices: { currency: 'EUR', segments: { '+': 0.08 } } };
    expect(await admin('PATCH', app.path, prices)).toMatchObject({
      status: 200,
      body: { application: prices },
    });
    const priced = await render({ channel: 'sms', payload: { order: { id: 7 } } });
    expect(JSON.parse(String(priced.body.rendered.rich))).toMatchObject({
      price: { amount: 0.08, currency: 'EUR' },
    });
  });

  test.each([
    [{}, 'VALIDATION_ERROR', { field: 'channel' }],
    [{ channel: 'email', payload: 'x' }, 'VALIDATION_ERROR', { field: 'payload' }],
    [{ channel: 'email', contact: { email: 'nobody' } }, 'VALIDATION_ERROR', { field: 'contact.email' }],
    [{ channel: 'push' }, 'TEMPLATE_MISSING', { field: 'channel', channel: 'push' }],
    [{ channel: 'sms', step: 'send-9' }, 'TEMPLATE_MISSING', { field: 'step' }],
  ])('and %j is 400 %s with %j', async (body, code, details) => {
    expectRefusal(await render(body), 400, code, details);
  });

  test('with an example of the event if there is no payload: the first one, or the one that is named', async () => {
    const content = `
payload: { properties: { order: { properties: { id: { type: integer } } } } }
examples: { small: { order: { id: 1 } }, large: { order: { id: 1000 } } }
templates: { sms: { en: { text: 'Order {{order.id}}' } } }
`;
    await admin('PUT', `${app.path}/events/production`, { files: [{ name: 'sampled.yaml', content }] });
    const textOf = async (body: object) =>
      (await render({ channel: 'sms', ...body }, 'sampled')).body.rendered.text;
    expect(await textOf({})).toBe('Order 1');
    expect(await textOf({ example: 'large' })).toBe('Order 1000');
    expect(await textOf({ payload: { order: { id: 5 } } })).toBe('Order 5');
    for (const body of [{ example: 'huge' }, { example: 'large', payload: {} }])
      expectRefusal(await render({ channel: 'sms', ...body }, 'sampled'), 400, 'VALIDATION_ERROR', {
        field: 'example',
      });
    expectRefusal(await render({ channel: 'email', example: 'large' }), 400, 'VALIDATION_ERROR', {
      field: 'example',
    });
    const { event } = (await admin<{ event: object }>('GET', `${app.path}/events/production/sampled`)).body;
    expect(event).toMatchObject({
      payload: { type: ['object'], properties: { order: { type: ['object'] } } },
      examples: [{ name: 'small', payload: { order: { id: 1 } } }, { name: 'large' }],
      source: content,
    });
  });

  test('and one that does not exist is 404', async () => {
    expectRefusal(await render({ channel: 'email' }, 'nothing'), 404, 'EVENT_NOT_FOUND');
  });
});

describe('an event that an operator sends', () => {
  interface Sent {
    notification: {
      id: string;
      completed_at: string | null;
      messages: { status: string; error: string | null; attempts: { provider: string }[] }[];
    };
  }
  /** A busy machine may answer before the end. */
  const sendEvent = async (
    app: TestApplication,
    environment: 'production' | 'sandbox',
    body: object,
  ): Promise<Answer<Sent>> => {
    const answer = await admin<Sent>('POST', `${app.path}/events/${environment}/ping/send`, body);
    if (answer.status !== 200 || answer.body.notification.completed_at !== null) return answer;
    const { id } = answer.body.notification;
    await untilEnded(app[environment], id);
    return admin<Sent>('GET', `/admin/v1/notifications/${id}`);
  };

  test('goes the way of any send: to the provider, into the inbox of sandbox, and not to whom nothing is sent', async () => {
    const app = await makeApplication(stack);
    const to = newEmail();
    const sent = await sendEvent(app, 'production', { to, channel: 'email' });
    expect({ status: sent.status, messages: sent.body.notification.messages }).toMatchObject({
      ...{ status: 200, messages: [{ status: 'sent', attempts: [{ provider: 'smtp' }] }] },
    });
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);
    expect((await app.production.notification(sent.body.notification.id)).status).toBe('completed');

    const captured = await sendEvent(app, 'sandbox', { to, skip_waits: true });
    expect(captured.body.notification.messages).toMatchObject([{ attempts: [{ provider: 'sandbox' }] }]);
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);

    const address = { environment: 'production', channel: 'email', address: to };
    expect((await admin('POST', `${app.path}/suppressions`, address)).status).toBe(201);
    const refused = await sendEvent(app, 'production', { to, channel: 'email' });
    expect(refused.body.notification.messages).toMatchObject([
      { status: 'failed', error: expect.stringContaining('SUPPRESSED'), attempts: [] },
    ]);
    expect(stack.smtp.mailsTo(to)).toHaveLength(1);
  });

  test.each([
    [{}, 'to'],
    [{ to: 'ada@example.com', channel: 'fax' }, 'channel'],
    [{ to: 'ada@example.com', skip_waits: true }, 'skip_waits'],
    [{ to: 'ada@example.com', payload: ['x'] }, 'payload'],
  ])('is refused with %j, and the field is named', async (body, field) => {
    const app = await makeApplication(stack);
    const answer = await sendEvent(app, 'production', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', field } });
  });

  test('goes to a whole recipient, and with skipped waits to the end of the sequence', async () => {
    const app = await makeApplication(stack, {
      'ping.yaml': `${PING}sequence: [{ send: email }, { wait: 30d }, { send: email }]\nexamples: { one: {}, two: {} }\n`,
    });
    const to = { email: newEmail(), name: 'Ada Lovelace' };
    const { status, body } = await sendEvent(app, 'sandbox', { to, skip_waits: true, example: 'two' });
    expect(status).toBe(200);
    expect(body.notification).toMatchObject({
      status: 'completed',
      contact: { name: 'Ada Lovelace' },
      messages: [{ status: 'sent' }, { status: 'sent' }],
    });
    const unknown = await sendEvent(app, 'sandbox', { to, example: 'three' });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', field: 'example' } });
  });

  test('has the first example of the event as its payload, and fits what the event declares', async () => {
    const declared = `${PING.replace('Ping,', "'{{n}}',")}
payload: { required: [n], properties: { n: { type: string } } }
examples: { first: { n: One } }
`;
    const app = await makeApplication(stack, { 'ping.yaml': declared });
    const to = newEmail();
    expect((await sendEvent(app, 'production', { to })).status).toBe(200);
    expect(stack.smtp.mailsTo(to)[0]?.subject).toBe('One');
    const answer = await sendEvent(app, 'production', { to, payload: { n: 1 } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', field: 'payload.n' } });
  });
});

describe('a notification', () => {
  interface Detail {
    notification: { messages: Record<string, unknown>[] };
  }
  const detail = (id: string): Promise<Answer<Detail>> =>
    admin<Detail>('GET', `/admin/v1/notifications/${id}`);

  test('shows operators its attempts, the provider’s words and what was rendered', async () => {
    const to = newEmail();
    const contact = { email: to, name: 'Ada Lovelace' };
    const id = await stack.production.send('welcome', {
      to: contact,
      payload: { name: 'Ada' },
      language: 'sv',
    });
    const view = await untilEnded(stack.production, id);
    const { body } = await detail(id);
    const stored = await stack.store.notifications.get(id);
    expect(body).toEqual({
      success: true,
      notification: {
        ...view,
        application: 'demo',
        application_id: stack.applicationId,
        environment: 'production',
        event_version: 1,
        next: null,
        verdict: expect.objectContaining({ state: 'left', code: 'SENT', remedy: null }) as object,
        retry_of: null,
        sequence: null,
        steps: [expect.objectContaining({ name: 'send', state: 'done', code: null })],
        retried_as: null,
        reopened_at: null,
        followed_at: null,
        failure: null,
        pause: null,
        held_since: null,
        details: null,
        story: ['ACCEPTED', 'STEP', 'SENT', 'COMPLETED'].map(
          (code) => expect.objectContaining({ code, kind: 'done', notification_id: id }) as unknown,
        ),
        task_failing: null,
        contact_id: stored?.contactId,
        payload: { name: 'Ada' },
        in_flight_since: null,
        webhooks: [],
        messages: [
          {
            ...view.messages[0],
            step: 'send',
            address: to,
            provider: 'smtp',
            provider_message_id: `<${view.messages[0]?.id}@example.com>`,
            rest: null,
            rendered: {
              subject: 'Välkommen, Ada!',
              html: expect.stringContaining('<h1'),
              text: expect.stringContaining('Hej Ada'),
              from: expect.stringContaining('no-reply@example.com'),
              language: 'sv',
            },
            attempts: [
              {
                id: expect.stringMatching(UUID),
                at: expect.stringMatching(ISO),
                provider: 'smtp',
                provider_id: 'service_smtp',
                integration: null,
                duration_ms: expect.any(Number),
                outcome: 'sent',
                code: null,
                response: expect.stringMatching(/^250/),
                moves_on: false,
              },
            ],
            receipts: [],
            complained_at: null,
          },
        ],
      },
    });
  });

  test('shows each attempt of a message that was retried', async () => {
    const to = newEmail();
    let first = true;
    stack.smtp.answer = (address) => {
      if (address !== to || !first) return null;
      first = false;
      return { code: 451, text: 'come back later' };
    };
    const id = await stack.production.send('welcome', { to });
    await untilEnded(stack.production, id);
    const { body } = await detail(id);
    expect(body.notification.messages).toMatchObject([
      {
        status: 'sent',
        attempts: [
          {
            outcome: 'transient',
            code: expect.any(String),
            response: expect.stringContaining('come back later'),
          },
          { outcome: 'sent', code: null, response: expect.stringMatching(/^250/) },
        ],
      },
    ]);
  });

  test('shows the attempt of a message that was refused', async () => {
    const to = newEmail();
    stack.smtp.answer = (address) => (address === to ? { code: 554, text: 'we do not want it' } : null);
    const id = await stack.production.send('welcome', { to });
    const { status } = await untilEnded(stack.production, id);
    const { body } = await detail(id);
    expect(status).toBe('failed');
    expect(body.notification.messages).toMatchObject([
      {
        status: 'failed',
        error: expect.stringContaining('we do not want it'),
        sent_at: null,
        attempts: [{ outcome: 'permanent', response: expect.stringContaining('we do not want it') }],
      },
    ]);
  });

  test('that failed without a provider has no attempt', async () => {
    const id = await stack.production.send('welcome', { to: newPhone() });
    await untilEnded(stack.production, id);
    expect((await detail(id)).body.notification.messages).toMatchObject([
      { error: expect.stringMatching(/^NO_PROVIDER/), provider: null, attempts: [] },
    ]);
  });

  test('that does not exist is 404 NOTIFICATION_NOT_FOUND', async () => {
    const answer = await admin('GET', `/admin/v1/notifications/${randomUUID()}`);
    expectRefusal(answer, 404, 'NOTIFICATION_NOT_FOUND');
  });
});
