import { eventually } from '../../support/eventually';
import { stateOf } from '../../support/executions';
import { newAddress, untilEnded, untilStatus } from '../../support/journey';
import { sayingHello } from '../../support/operator';
import { type Stack, startStack } from '../../support/stack';
import { heliograph, type Ran } from '../../unit/cli/admin-stub';

const PATIENT = `${sayingHello('patient')}sequence:
  - send: email
  - wait: 1h
  - send: email
`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    events: { 'text-only.yaml': sayingHello('text-only'), 'patient.yaml': PATIENT },
  });
});
afterAll(() => stack.stop());

const cli = (...args: string[]): Promise<Ran> => {
  const { baseUrl, key = '' } = stack.admin;
  const env = { HELIOGRAPH_ADMIN_URL: baseUrl, HELIOGRAPH_ADMIN_KEY: key };
  return heliograph(args, { env });
};
const run = (...args: string[]): Promise<Ran> => cli('notifications', ...args);
const succeeded = async (ran: Promise<Ran>): Promise<string> => {
  const { code, stdout, stderr } = await ran;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

test('a message of text alone is shown', async () => {
  const id = await stack.production.send('text-only', { to: newAddress(), payload: { name: 'Ada' } });
  await untilEnded(stack.production, id);
  const { code, stdout, stderr } = await run('show', id);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/Subject: Hello\n\n {4}Hello Ada\n$/);
  expect(stdout).not.toContain('null');
});

test('what was sent to a contact is listed by any of its identifiers', async () => {
  const [to, externalId] = [newAddress(), `user-${Date.now()}`];
  const contact = { email: to, phone: '+12025550147', external_id: externalId };
  const id = await stack.production.send('text-only', { to: contact, payload: { name: 'Ada' } });
  await untilEnded(stack.production, id);
  const uuid = String((await stack.store.notifications.get(id))?.contactId);
  const list = (who: string, ...more: string[]): Promise<Ran> =>
    run('list', '--env', 'production', '--app', stack.applicationId, '--to-contact', who, ...more);
  for (const who of [to, to.toUpperCase(), '+12025550147', externalId, uuid]) {
    const [head, line, ...rest] = (await succeeded(list(who, '--since', '1h'))).split('\n');
    expect(head).toMatch(/^STARTED +EVENT +RECIPIENT +STATUS/);
    expect(line).toMatch(new RegExp(` text-only +${to} +completed .* ${id}$`));
    expect(rest).toEqual(['']);
  }
  expect(await succeeded(list(to, '--until', '1h'))).toBe('There are no notifications.\n');
  expect(await succeeded(list(to, '--status', 'failed', '--event', 'text-only'))).toBe(
    'There are no notifications.\n',
  );
  const unknown = await list('nobody@example.org');
  expect(unknown).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('[CONTACT_NOT_FOUND]') as string,
  });
});

test('the first eight characters of an id are enough; several that begin alike are named', async () => {
  const id = await stack.production.send('text-only', { to: newAddress(), payload: { name: 'Ada' } });
  await untilEnded(stack.production, id);
  const start = id.slice(0, 8).toUpperCase();
  expect(await succeeded(run('show', start))).toMatch(new RegExp(`^notification +${id}$`, 'm'));
  expect(await succeeded(run('cancel', start))).toBe(`${id} was not stopped. Its status is completed.\n`);
  for (const args of [['reopen'], ['retry'], ['signal', 'wake']]) {
    const [command = '', ...more] = args;
    const ran = await run(command, start, ...more);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('[NOTIFICATION_STATE]') as string });
  }
  const records = await stack.admin.get<{ records: { action: string }[] }>(`/admin/v1/audit?about=${id}`);
  const actions = ['signal', 'retry', 'reopen', 'cancel'].map((what) => `notification.${what}`);
  expect(records.body.records.map(({ action }) => action)).toEqual(actions);
  expect(await run('show', start.slice(0, 7))).toMatchObject({
    stderr: expect.stringContaining(
      'at least its first eight characters. [NOTIFICATION_NOT_FOUND]',
    ) as string,
  });

  const found = await stack.store.notifications.get(id);
  const twin = `${id.slice(0, 8)}-0000-4000-8000-000000000000`;
  await stack.store.notifications.insertAll([{ ...found!, _id: twin }]);
  const { code, stderr } = await run('cancel', start);
  expect(code).toBe(1);
  expect(stderr).toContain(`<id> ${id.slice(0, 8)} is the beginning of several ids (`);
  for (const one of [id, twin]) expect(stderr).toContain(one);
  expect(await succeeded(run('show', twin.slice(0, 13)))).toMatch(new RegExp(`^notification +${twin}$`, 'm'));
});

test('ERASURE-7: contacts are listed, shown and erased in one environment', async () => {
  const [email, name] = [newAddress(), `Listed ${Date.now()}`];
  for (const api of [stack.production, stack.sandbox]) await api.post('/v1/contacts', { email, name });
  const contacts = (what: string, ...more: string[]): Promise<Ran> =>
    cli('contacts', what, ...more, '--env', 'production', '--app', stack.applicationId);
  const list = (): Promise<string> => succeeded(contacts('list', '--search', name.toLowerCase()));
  expect(await list()).toMatch(new RegExp(`^${name} +${email} +- +- +\\S+\n$`, 'm'));
  expect(await succeeded(contacts('show', email.toUpperCase()))).toMatch(new RegExp(`^name +${name}$`, 'm'));
  expect(await succeeded(contacts('erase', email, '--yes'))).toMatch(/^The contact \S+ is erased\./);
  expect(await list()).toBe('There are no contacts.\n');
  expect(await contacts('erase', email, '--yes')).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('[CONTACT_NOT_FOUND]') as string },
  });
  const path = `/v1/contacts/${encodeURIComponent(email)}`;
  expect((await stack.production.get(path)).status).toBe(404);
  expect((await stack.sandbox.get(path)).status).toBe(200);
});

test('an open notification says until when it waits; without a worker it is shown all the same, soon', async () => {
  const id = await stack.production.send('patient', { to: newAddress(), payload: { name: 'Ada' } });
  await untilStatus(stack.production, id, 'waiting');
  const waits = /^now +waits until \d{4}-\d\d-\d\dT[\d:.]+Z \(WAIT wait-1\)$/m;
  await eventually('it to wait', async () => waits.test((await run('show', id)).stdout));
  await stack.worker?.stop();
  const begun = Date.now();
  const { body } = await stack.admin.get<{ notification: object }>(`/admin/v1/notifications/${id}`);
  expect(Date.now() - begun).toBeLessThan(9_000);
  expect(body.notification).toMatchObject({ status: 'waiting', details: null, task_failing: null });
  // An unanswered query says nothing of Temporal: what is sent meanwhile is started, not left to the sweep.
  const next = await stack.production.send('patient', { to: newAddress() });
  await eventually('its start', async () => (await stateOf(stack, next)) === 'RUNNING');
});
