import { randomUUID } from 'node:crypto';
import { ADMIN_ROUTES } from '../../support/admin-routes';
import { ADMIN_ROLES, roleReaches } from '../../../core/access/admin-roles';
import { csrfTokenOf, hashToken } from '../../../core/access/session-token';
import { type TestApplication, expectRefusal, makeApplication } from '../../support/application';
import { eventually } from '../../support/eventually';
import { HttpApi } from '../../support/http-api';
import {
  inviteOperator,
  operatorOf,
  type OperatorView,
  SignedIn,
  signIn,
  tokenOf,
} from '../../support/signed-in';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';
import { type Stack, startStack } from '../../support/stack';

const OPERATORS = '/admin/v1/operators';
const SESSION = '/admin/v1/session';
const PASSWORD = 'correct horse battery staple';

let smtp: SmtpSink;
let stack: Stack;
let app: TestApplication;
beforeAll(async () => {
  smtp = await startSmtpSink();
  stack = await startStack({
    env: {
      SMTP_URL: smtp.url,
      DASHBOARD_URL: 'https://ops.example.com/dashboard/',
      TEMPORAL_UI_URL: 'http://127.0.0.1:8233/',
    },
  });
  app = await makeApplication(stack);
});
afterAll(async () => {
  await stack.stop();
  await smtp.stop();
});

const anyone = (): HttpApi => new HttpApi(stack.admin.baseUrl);

async function withPassword() {
  const { operator, session } = await operatorOf(stack.admin, 'editor');
  const set = await session.request('POST', `${SESSION}/new-password`, { password: PASSWORD });
  expect(set.status).toBe(200);
  return { operator, session, email: operator.email };
}

describe('an invitation', () => {
  test('is mailed, and its link signs in once', async () => {
    const email = `ada-${randomUUID()}@example.org`;
    const body = { email: email.toUpperCase(), name: 'Ada', role: 'editor' };
    const made = await stack.admin.post<{ operator: OperatorView; link: string }>(OPERATORS, body);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      mail: 'sent',
      operator: { email, role: 'editor', has_password: false },
    });
    const { link } = made.body;
    expect(link).toMatch(/^https:\/\/ops\.example\.com\/dashboard#signin=[\w-]{43}$/);
    const [mail] = smtp.mailsTo(email);
    expect(mail?.text).toContain(link);

    const { answer, session } = await signIn(stack.admin, { token: tokenOf(link) });
    expect(answer.body.operator).toMatchObject({ email, link_expires_at: null });
    expect((await session.request('GET', SESSION)).body).toMatchObject({
      operator: { email },
      csrf_token: session.csrf,
      workflow_url: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:8233\/namespaces\/[\w-]+\/workflows\/\{id\}$/,
      ),
    });
    const again = await signIn(stack.admin, { token: tokenOf(link) });
    expectRefusal(again.answer, 401, 'UNAUTHORIZED');
    expect(again.answer.headers.getSetCookie()).toEqual([]);
  });

  test('to an address that has one is refused', async () => {
    const { operator } = await inviteOperator(stack.admin, 'viewer');
    const again = { email: operator.email, name: 'Again', role: 'owner' };
    expectRefusal(await stack.admin.post(OPERATORS, again), 409, 'OPERATOR_EXISTS', { field: 'email' });
  });

  test('ends after a new link was made', async () => {
    const { operator, link: first } = await inviteOperator(stack.admin, 'viewer');
    const made = await stack.admin.post<{ link: string; mail: string }>(`${OPERATORS}/${operator.id}/link`, {
      mail: false,
    });
    expect(made.body.mail).toBe('not_asked');
    expectRefusal((await signIn(stack.admin, { token: tokenOf(first) })).answer, 401, 'UNAUTHORIZED');
    expect((await signIn(stack.admin, { token: tokenOf(made.body.link) })).answer.status).toBe(200);
    expectRefusal(await stack.admin.post(`${OPERATORS}/${randomUUID()}/link`, {}), 404, 'OPERATOR_NOT_FOUND');
  });

  test('says if it could not be mailed', async () => {
    const email = `refused-${randomUUID()}@example.org`;
    smtp.answer = (to) => (to === email ? { code: 554, text: '5.7.1 refused' } : null);
    const made = await stack.admin.post(OPERATORS, { email, name: 'Grace', role: 'viewer' });
    expect(made.body).toMatchObject({ mail: 'failed', link: expect.any(String) });
  });

  test.each([
    [{ email: 'nobody', name: 'A', role: 'viewer' }, 'email'],
    [{ email: 'a@example.org', name: '', role: 'viewer' }, 'name'],
    [{ email: 'a@example.org', name: 'setting', role: 'viewer' }, 'name'],
    [{ email: 'a@example.org', name: 'A', role: 'admin' }, 'role'],
  ])('of %j is refused', async (body, field) => {
    expectRefusal(await stack.admin.post(OPERATORS, body), 400, 'VALIDATION_ERROR', { field });
  });
});

describe('a session', () => {
  test('has a cookie that scripts cannot read and other sites cannot send', async () => {
    const { link } = await inviteOperator(stack.admin, 'viewer');
    const { answer } = await signIn(stack.admin, { token: tokenOf(link) });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^heliograph_session=[\w-]{43}; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/);
    const stored = await stack.connection.mongoose.collection('sessions').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(cookie.split(/[=;]/)[1]);
  });

  test('changes nothing without its token against forgery, and nothing for another site', async () => {
    const { session } = await operatorOf(stack.admin, 'owner');
    for (const csrf of [undefined, '', 'x'.repeat(43), session.csrf.slice(1)]) {
      const headers = { cookie: session.cookie, ...(csrf !== undefined && { 'x-csrf-token': csrf }) };
      expectRefusal(await anyone().request('PATCH', app.path, { daily_quota: 7 }, headers), 403, 'FORBIDDEN');
    }
    for (const site of ['cross-site', 'same-site']) {
      const headers = { cookie: session.cookie, 'x-csrf-token': session.csrf, 'sec-fetch-site': site };
      expectRefusal(await anyone().request('PATCH', app.path, { daily_quota: 7 }, headers), 403, 'FORBIDDEN');
    }
    expect((await session.request('PATCH', app.path, { daily_quota: 8 })).status).toBe(200);
  });

  test('may do on each route what the role may, and else is 403 FORBIDDEN with the role that is needed', async () => {
    for (const role of ADMIN_ROLES) {
      const { session } = await operatorOf(stack.admin, role);
      for (const [route, [needed]] of Object.entries(ADMIN_ROUTES)) {
        const [method = '', template = ''] = route.split(' ');
        // Signing out ends the session.
        if (needed === 'anyone' || route === `DELETE ${SESSION}`) continue;
        const path = template.replace(':environment', 'sandbox').replaceAll(/:\w+/g, randomUUID());
        const body = method === 'GET' || method === 'DELETE' ? undefined : { nothing: true };
        const answer = await session.request(method, path, body);
        const isRefused = answer.body.code === 'FORBIDDEN';
        expect({ route, role, isRefused }).toEqual({ route, role, isRefused: !roleReaches(role, needed) });
        if (isRefused)
          expect(answer.body.error).toBe(
            `This route needs the role ${needed}. The operator "${role}" has the role ${role}.`,
          );
      }
    }
  });

  test('ends when the operator signs out', async () => {
    const { session } = await operatorOf(stack.admin, 'viewer');
    const out = await session.request('DELETE', SESSION);
    expect(out.headers.getSetCookie()[0]).toMatch(/^heliograph_session=; .*Expires=Thu, 01 Jan 1970/);
    expectRefusal(await session.request('GET', SESSION), 401, 'UNAUTHORIZED');
  });

  test('ends when the operator is removed, and a new role counts at once', async () => {
    const { operator, session } = await operatorOf(stack.admin, 'viewer');
    const path = `${OPERATORS}/${operator.id}`;
    expect((await stack.admin.request('PATCH', path, { role: 'editor' })).status).toBe(200);
    expect((await session.request('PATCH', app.path, { daily_quota: 3 })).status).toBe(200);
    expect((await stack.admin.request('DELETE', path)).status).toBe(200);
    expectRefusal(await session.request('GET', SESSION), 401, 'UNAUTHORIZED');
    expectRefusal(await stack.admin.request('DELETE', path), 404, 'OPERATOR_NOT_FOUND');
    expectRefusal(await stack.admin.request('PATCH', path, { name: 'x' }), 404, 'OPERATOR_NOT_FOUND');
  });

  test('ends some time after its last use, and each use postpones that', async () => {
    const { operator, session } = await operatorOf(stack.admin, 'viewer');
    const sessions = stack.connection.mongoose.collection('sessions');
    const of = { operatorId: operator.id };
    const soon = new Date(Date.now() + 60_000);
    await sessions.updateOne(of, { $set: { expiresAt: soon } });
    const used = await session.request('GET', SESSION);
    expect(used.headers.getSetCookie()[0]).toContain(session.cookie);
    await eventually('its end to be postponed', async () => {
      const stored = await sessions.findOne(of);
      return stored !== null && (stored.expiresAt as Date) > new Date(Date.now() + 11 * 3_600_000);
    });
    await sessions.updateOne(of, { $set: { expiresAt: new Date(Date.now() - 60_000) } });
    expectRefusal(await session.request('GET', SESSION), 401, 'UNAUTHORIZED');
  });

  test('with a cookie that is none is refused, and the cookie is cleared', async () => {
    const answer = await new SignedIn(anyone(), 'heliograph_session=x', '').request('GET', SESSION);
    expectRefusal(answer, 401, 'UNAUTHORIZED');
    expect(answer.headers.getSetCookie()[0]).toContain('heliograph_session=;');
  });

  test('ends when its browser signs in again', async () => {
    const { session, operator } = await operatorOf(stack.admin, 'viewer');
    const made = await stack.admin.post<{ link: string }>(`${OPERATORS}/${operator.id}/link`, {
      mail: false,
    });
    const again = await anyone().post(
      `${SESSION}/link`,
      { token: tokenOf(made.body.link) },
      { cookie: session.cookie },
    );
    expect(again.status).toBe(200);
    expectRefusal(await session.request('GET', SESSION), 401, 'UNAUTHORIZED');
  });

  test('ends when an owner signs its operator out', async () => {
    const { operator, session } = await operatorOf(stack.admin, 'viewer');
    const path = `${OPERATORS}/${operator.id}/sessions`;
    expect((await stack.admin.request('DELETE', path)).status).toBe(200);
    expectRefusal(await session.request('GET', SESSION), 401, 'UNAUTHORIZED');
    expectRefusal(
      await stack.admin.request('DELETE', `${OPERATORS}/${randomUUID()}/sessions`),
      404,
      'OPERATOR_NOT_FOUND',
    );
  });

  test.each(['by sign-out everywhere', 'by a lower role', 'by removal', 'by a new password'])(
    'ends %s, with the unused link, and with a session whose sign-in was in progress',
    async (how) => {
      const { operator, session } = await operatorOf(stack.admin, 'editor');
      const { _id, createdAt, expiresAt } = (await stack.connection.mongoose
        .collection('sessions')
        .findOne({ operatorId: operator.id })) as unknown as {
        _id: string;
        createdAt: Date;
        expiresAt: Date;
      };
      const path = `${OPERATORS}/${operator.id}`;
      const made = await stack.admin.post<{ link: string }>(`${path}/link`, { mail: false });
      const token = randomUUID();
      const another = new SignedIn(anyone(), `heliograph_session=${token}`, csrfTokenOf(token));
      const ended = await {
        'by sign-out everywhere': () => stack.admin.request('DELETE', `${path}/sessions`),
        'by a lower role': () => stack.admin.request('PATCH', path, { role: 'viewer', name: 'Less' }),
        'by removal': () => stack.admin.request('DELETE', path),
        'by a new password': () => session.request('POST', `${SESSION}/new-password`, { password: PASSWORD }),
      }[how]!();
      expect(ended.status).toBe(200);
      // The sign-in had read the operator before, and writes its session after.
      await stack.store.sessions.insert({
        ...{ _id: hashToken(token), operatorId: operator.id, byLink: false, accessEnds: 0 },
        ...{ createdAt, expiresAt },
      });
      expectRefusal(await another.request('GET', SESSION), 401, 'UNAUTHORIZED');
      expectRefusal(
        (await signIn(stack.admin, { token: tokenOf(made.body.link) })).answer,
        401,
        'UNAUTHORIZED',
      );
      const isKept = how === 'by a new password';
      expect((await session.request('GET', SESSION)).status).toBe(isKept ? 200 : 401);
      expect((await stack.store.sessions.get(_id)) !== null).toBe(isKept);
    },
  );

  test('is not what an admin key has', async () => {
    expectRefusal(await stack.admin.get(SESSION), 403, 'FORBIDDEN');
  });

  test('cannot demote or remove its own operator, so an owner always remains', async () => {
    const { operator, session } = await operatorOf(stack.admin, 'owner');
    const path = `${OPERATORS}/${operator.id}`;
    expectRefusal(await session.request('PATCH', path, { role: 'viewer' }), 403, 'FORBIDDEN');
    expectRefusal(await session.request('DELETE', path), 403, 'FORBIDDEN');
    expect((await session.request('PATCH', path, { name: 'Me' })).status).toBe(200);
  });
});

describe('a password', () => {
  test('signs in, whatever the case of the address, and no answer or record has it', async () => {
    const { email, operator } = await withPassword();
    const { answer, session } = await signIn(stack.admin, { email: email.toUpperCase(), password: PASSWORD });
    expect(answer.status).toBe(200);
    expect((await session.request('GET', SESSION)).body).toMatchObject({ operator: { has_password: true } });
    const stored = await stack.store.operatorAccounts.get(operator.id);
    expect(stored?.passwordHash).toMatch(/^scrypt:32768:8:3:/);
    const records = await stack.connection.mongoose.collection('audit').find().toArray();
    expect(JSON.stringify(records)).not.toContain(PASSWORD);
  });

  test('that is wrong is refused with the same words as an unknown address', async () => {
    const { email, operator } = await withPassword();
    const wrong = await signIn(stack.admin, { email, password: 'wrong' });
    const unknown = await signIn(stack.admin, { email: `${randomUUID()}@example.org`, password: 'wrong' });
    for (const { answer } of [wrong, unknown]) expectRefusal(answer, 401, 'UNAUTHORIZED');
    expect(wrong.answer.body).toEqual(unknown.answer.body);
    // An answer that waits for the record would say by its time that there is such an operator.
    await eventually('the refusal to be recorded', async () => {
      const { body } = await stack.admin.get<{ records: object[] }>(`/admin/v1/audit?about=${operator.id}`);
      return body.records.some(
        (record) =>
          'code' in record &&
          record.code === 'UNAUTHORIZED' &&
          'outcome' in record &&
          record.outcome === 'refused',
      );
    });
  });

  test('is set by a link once; then the current one is needed', async () => {
    const { session } = await withPassword();
    const again = { password: 'another long password' };
    expectRefusal(await session.request('POST', `${SESSION}/new-password`, again), 400, 'VALIDATION_ERROR', {
      field: 'current_password',
    });
  });

  test('is changed with the current one only, and ends the other sessions', async () => {
    const { email } = await withPassword();
    const [first, second] = [
      (await signIn(stack.admin, { email, password: PASSWORD })).session,
      (await signIn(stack.admin, { email, password: PASSWORD })).session,
    ];
    const change = (body: object) => first.request('POST', `${SESSION}/new-password`, body);
    const password = 'another long password';
    for (const current of [{}, { current_password: 'wrong' }])
      expectRefusal(await change({ password, ...current }), 400, 'VALIDATION_ERROR', {
        field: 'current_password',
      });
    expectRefusal(await change({ password: 'short', current_password: PASSWORD }), 400, 'VALIDATION_ERROR', {
      field: 'password',
    });
    expect((await change({ password, current_password: PASSWORD })).status).toBe(200);
    expectRefusal(await second.request('GET', SESSION), 401, 'UNAUTHORIZED');
    expect((await first.request('GET', SESSION)).status).toBe(200);
    expectRefusal((await signIn(stack.admin, { email, password: PASSWORD })).answer, 401, 'UNAUTHORIZED');
    expect((await signIn(stack.admin, { email, password })).answer.status).toBe(200);
  });
});

test('too many wrong passwords from one address are refused for a while, even the right one; a session goes on', async () => {
  const own = await startStack({ env: { SMTP_URL: smtp.url } });
  try {
    const { operator, session } = await operatorOf(own.admin, 'owner');
    await session.request('POST', `${SESSION}/new-password`, { password: PASSWORD });
    const { email } = operator;
    // All at once, so that none is counted after another was compared.
    const guesses = Array.from({ length: 15 }, (_, tried) =>
      signIn(own.admin, { email, password: `wrong ${tried}` }),
    );
    const statuses = (await Promise.all(guesses)).map(({ answer }) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const { answer } = await signIn(own.admin, { email, password: PASSWORD });
    expectRefusal(answer, 429, 'RATE_LIMITED');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const { link } = await inviteOperator(own.admin, 'viewer');
    expect((await signIn(own.admin, { token: tokenOf(link) })).answer.status).toBe(200);
    expect((await session.request('GET', SESSION)).status).toBe(200);
    expect((await own.admin.get(OPERATORS)).status).toBe(200);
  } finally {
    await own.stop();
  }
}, 180_000);
