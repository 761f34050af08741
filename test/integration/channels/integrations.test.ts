import mongoose from 'mongoose';
import type { Finding } from '../../../core/doctor/finding';
import { eventually } from '../../support/eventually';
import { untilEnded } from '../../support/journey';
import { startProcess } from '../../support/service';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';
import { type Stack, startStack } from '../../support/stack';
import {
  type TestApplication,
  expectRefusal,
  makeApplication,
  newEmail,
  newPhone,
} from '../../support/application';

interface Shown {
  id: string;
  provider: string;
  name: string;
  priority: number;
  settings: Record<string, unknown>;
  secrets: string[];
}

let stack: Stack;
let own: SmtpSink;
let app: TestApplication;
beforeAll(async () => {
  [stack, own] = await Promise.all([startStack(), startSmtpSink()]);
});
afterAll(async () => {
  await Promise.all([stack.stop(), own.stop()]);
});
beforeEach(async () => {
  app = await makeApplication(stack);
});

const add = (body: object) =>
  stack.admin.post<{ integration: Shown; checked?: string }>(`${app.path}/integrations`, {
    channel: 'email',
    provider: 'smtp',
    check: false,
    ...body,
  });
const withPassword = (sink: SmtpSink): string => sink.url.replace('smtp://', 'smtp://user:s3cretpass@');
const reachable = () => add({ settings: { url: own.url }, name: 'ours' });

describe('an integration', () => {
  test('takes the messages of its application, and of no other', async () => {
    await reachable();
    const other = await makeApplication(stack);
    const to = newEmail();
    await untilEnded(app.production, await app.production.send('ping', { to }));
    expect(own.mailsTo(to)).toHaveLength(1);
    const elsewhere = newEmail();
    await untilEnded(other.production, await other.production.send('ping', { to: elsewhere }));
    expect(own.mailsTo(elsewhere)).toHaveLength(0);
    expect(stack.smtp.mailsTo(elsewhere)).toHaveLength(1);
  });

  test('of the lowest priority goes first, and once removed the next one does', async () => {
    await add({ settings: { url: 'smtp://127.0.0.1:9' }, priority: 200 });
    const first = (await add({ settings: { url: own.url }, priority: 10 })).body.integration;
    const to = newEmail();
    await untilEnded(app.production, await app.production.send('ping', { to }));
    expect(own.mailsTo(to)).toHaveLength(1);
    await stack.admin.request('DELETE', `${app.path}/integrations/${first.id}`);
    const second = await app.production.send('ping', { to });
    await eventually('an attempt at the other one', async () => {
      const found = await stack.store.notifications.get(second);
      return found?.messages[0]?.attempts[0]?.outcome === 'transient';
    });
    expect(own.mailsTo(to)).toHaveLength(1);
  });

  test('never shows its credentials, and keeps them sealed', async () => {
    const made = await add({ settings: { url: withPassword(own) } });
    expect(made.status).toBe(201);
    expect(made.body.integration).toMatchObject({
      provider: 'smtp',
      settings: { pool_size: 10, allow_plaintext: false },
      secrets: ['url'],
    });
    const { id } = made.body.integration;
    const listed = await stack.admin.get(`${app.path}/integrations`);
    const shown = await stack.admin.get(`${app.path}/integrations/${id}`);
    const application = await stack.admin.get(app.path);
    const connection = await mongoose.createConnection(stack.apiEnv.MONGODB_URI!).asPromise();
    const stored = await connection.collection('applications').findOne({ 'integrations.id': id });
    await connection.close();
    expect(stored).not.toBeNull();
    for (const where of [made.body, listed.body, shown.body, application.body, stored, stack.api.output()]) {
      expect(JSON.stringify(where)).not.toContain('s3cretpass');
    }
  });

  test('whose credentials are wrong keeps messages waiting until they are put right', async () => {
    own.answer = () => null;
    const made = await add({ settings: { url: 'smtp://127.0.0.1:9' } });
    const to = newEmail();
    const id = await app.production.send('ping', { to });
    await eventually(
      'a first attempt',
      async () => (await stack.store.notifications.get(id))?.messages[0]?.attempts[0],
    );
    const changed = await stack.admin.request(
      'PATCH',
      `${app.path}/integrations/${made.body.integration.id}`,
      {
        settings: { url: own.url },
        check: false,
      },
    );
    expect(changed.status).toBe(200);
    expect((await untilEnded(app.production, id)).status).toBe('completed');
    expect(own.mailsTo(to)).toHaveLength(1);
  });

  test('can be renamed without naming its credentials again', async () => {
    const { id } = (await reachable()).body.integration;
    const changed = await stack.admin.request<{ integration: Shown }>(
      'PATCH',
      `${app.path}/integrations/${id}`,
      {
        name: 'renamed',
        priority: 3,
      },
    );
    expect(changed.body.integration).toMatchObject({ name: 'renamed', priority: 3 });
    const to = newEmail();
    await untilEnded(app.production, await app.production.send('ping', { to }));
    expect(own.mailsTo(to)).toHaveLength(1);
  });

  test('sends a test message', async () => {
    const { id } = (await reachable()).body.integration;
    const to = newEmail();
    const tested = await stack.admin.post(`${app.path}/integrations/${id}/test`, { to });
    expect(tested.body).toMatchObject({ success: true, ok: true });
    expect(own.mailsTo(to)[0]?.subject).toBe('Test message');
    own.answer = () => ({ code: 550, text: '5.1.1 no such user' });
    const refused = await stack.admin.post<{ ok: boolean; detail: string }>(
      `${app.path}/integrations/${id}/test`,
      { to },
    );
    own.answer = () => null;
    expect(refused.body).toMatchObject({ ok: false });
    expect(refused.body.detail).toContain('INVALID_RECIPIENT');
  });

  test('is refused with the field that is wrong', async () => {
    expectRefusal(await add({ provider: 'pigeon' }), 400, 'VALIDATION_ERROR', { field: 'provider' });
    expectRefusal(await add({ channel: 'sms', settings: {} }), 400, 'VALIDATION_ERROR', { field: 'channel' });
    expectRefusal(await add({ settings: {} }), 400, 'VALIDATION_ERROR', { field: 'settings.url' });
    expectRefusal(await add({ settings: { url: own.url, typo: 1 } }), 400, 'VALIDATION_ERROR', {
      field: 'settings.typo',
    });
    expectRefusal(await add({ settings: { url: { $gt: '' } } }), 400, 'VALIDATION_ERROR', {
      field: 'settings.url',
    });
    const unknown = await stack.admin.get(`${app.path}/integrations/nope`);
    expectRefusal(unknown, 404, 'INTEGRATION_NOT_FOUND');
  });

  test('is described with what it wants', async () => {
    const { body } = await stack.admin.get<{ providers: { name: string; settings: object[] }[] }>(
      '/admin/v1/providers',
    );
    const smtp = body.providers.find(({ name }) => name === 'smtp');
    expect(smtp).toMatchObject({
      channels: ['email'],
      settings: [
        { name: 'url', secret: true, required: true },
        { name: 'pool_size', secret: false, required: false },
        { name: 'allow_plaintext', secret: false, required: false },
        { name: 'ehlo_name', secret: false, required: false },
      ],
    });
    for (const { settings } of body.providers) {
      for (const setting of settings) {
        expect((setting as { description: string }).description).not.toBe('');
      }
    }
  });
});

describe('in production, an integration on an address that is not public', () => {
  test('is refused with its field, and named by the doctor with the setting that allows it', async () => {
    const host = (label: string) => `${label}-${app.id}.example`;
    stack.dns.zone = {
      ...{ [`A ${host('relay')}`]: ['10.1.2.3'], [`A ${host('listed')}`]: ['10.20.0.1'] },
      ...{ [`A ${host('cloud')}`]: ['169.254.169.254'], [`* ${host('stuck')}`]: 'drop' },
      [`A ${host('split')}`]: ['93.184.215.14', '127.0.0.1'],
    };
    // Development allows it. It is there when the service becomes one of production.
    const stored = (await reachable()).body.integration;
    const strict = await startProcess('api', {
      ...{ ...stack.apiEnv, HELIOGRAPH_MODE: 'production' },
      INTEGRATION_ALLOWED_SUBNETS: '10.20.0.0/16,169.254.0.0/16',
    });
    try {
      const admin = stack.admin.at(`http://127.0.0.1:${strict.ports.admin}`);
      const path = `${app.path}/integrations`;
      const write = (provider: string, settings: object) =>
        admin.post(path, { channel: 'email', provider, check: false, settings });
      const sendgrid = (address: string) => write('sendgrid', { api_key: 'SG.abc', base_url: address });

      for (const server of [
        '127.0.0.1:25',
        '[::1]:25',
        '10.1.2.3',
        '169.254.169.254:80',
        host('relay'),
        host('cloud'),
      ]) {
        const answer = await write('smtp', { url: `smtp://${server}` });
        expectRefusal(answer, 400, 'VALIDATION_ERROR', { field: 'settings.url' });
        expect(answer.body.error).toMatch(/not public\..*INTEGRATION_ALLOWED_SUBNETS/);
      }
      for (const name of [host('relay'), host('split'), '127.0.0.1', '[fd00:ec2::254]', 'localhost'])
        expectRefusal(await sendgrid(`https://${name}`), 400, 'VALIDATION_ERROR', {
          field: 'settings.base_url',
        });
      const resolved = await write('smtp', { url: `smtp://${host('relay')}` });
      expect(resolved.body.error).not.toContain('10.1.2.3');
      const stuck = await write('smtp', { url: `smtp://user:secret@${host('stuck')}` });
      expectRefusal(stuck, 400, 'VALIDATION_ERROR', { field: 'settings.url' });
      expect(stuck.body.error).toContain('DNS gave no answer');
      const change = await admin.request('PATCH', `${path}/${stored.id}`, {
        ...{ check: false, settings: { url: 'smtp://127.0.0.1:25' } },
      });
      expectRefusal(change, 400, 'VALIDATION_ERROR', { field: 'settings.url' });

      expect((await write('smtp', { url: `smtp://${host('listed')}` })).status).toBe(201);
      expect((await sendgrid('https://10.20.0.1')).status).toBe(201);
      expect((await sendgrid(`https://${host('none')}`)).status).toBe(201);
      expect((await write('sendgrid', { api_key: 'SG.abc' })).status).toBe(201);
      expect((await admin.request('PATCH', `${path}/${stored.id}`, { priority: 7 })).status).toBe(200);

      const before = own.attempts;
      const test = await admin.post(`${path}/${stored.id}/test`, { to: newEmail() });
      expect(test.body).toMatchObject({
        ok: false,
        detail: expect.stringContaining('INTEGRATION_ALLOWED_SUBNETS'),
      });
      expect(own.attempts).toBe(before);
      const { findings } = (await admin.get<{ findings: Finding[] }>('/admin/v1/doctor')).body;
      const { application } = (await admin.get<{ application: { name: string } }>(app.path)).body;
      const found = findings.filter(
        ({ area, summary }) => area === `application ${application.name}` && summary.includes('not public'),
      );
      expect(found).toEqual([
        expect.objectContaining({
          level: 'problem',
          summary: expect.stringContaining(
            'through the integration ours (smtp), because its setting url leads to',
          ),
          action: expect.stringContaining('INTEGRATION_ALLOWED_SUBNETS'),
        }),
      ]);
    } finally {
      await strict.stop();
    }
  });
});

describe('sandbox', () => {
  test('KEY-10: really delivers to those that the application lists, and to nobody else', async () => {
    await reachable();
    const listed = newEmail();
    const other = newEmail();
    const set = await stack.admin.request('PATCH', app.path, {
      sandbox_recipients: [listed.toUpperCase(), newPhone()],
    });
    expect(set.body).toMatchObject({ application: { sandbox_recipients: [listed, expect.any(String)] } });
    for (const to of [listed, other]) await untilEnded(app.sandbox, await app.sandbox.send('ping', { to }));
    expect(own.mailsTo(listed)).toHaveLength(1);
    expect(own.mailsTo(other)).toHaveLength(0);
    expect(await stack.store.inbox.list({ to: listed, limit: 5 })).toHaveLength(0);
    expect(await stack.store.inbox.list({ to: other, limit: 5 })).toHaveLength(1);
  });
});
