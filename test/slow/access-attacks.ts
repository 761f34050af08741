import { randomUUID } from 'node:crypto';
import { makeApplication, newEmail, PING } from '../support/application';
import { HttpApi } from '../support/http-api';
import { rawBytes } from '../support/raw-http';
import { inviteOperator, signIn, tokenOf } from '../support/signed-in';
import type { Stack } from '../support/stack';

const LONG = 'x'.repeat(15_000);
const IN_LOOPS = '{{#each a}}{{@budget.rounds}}{{@_parent.budget}}{{@context.timezone}}{{/each}}';

/** Attacks on what is kept, counted and allowed, by what they do. They come from an application of their own. */
export async function accessAttacks(
  stack: Stack,
): Promise<Record<string, (round: number) => Promise<unknown>>> {
  const app = await makeApplication(stack, { 'ping.yaml': PING });
  const send = (event: string, body: object) => app.production.post(`/v1/send/${event}`, body);
  const read = (path: string) => stack.admin.get(path);
  const withKey = (key: string): Promise<unknown> =>
    rawBytes(
      stack.admin,
      `GET /admin/v1/applications HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`,
      '127.0.0.4',
    );
  return {
    'long names of events': (round) => send(`${round}${LONG}`, { to: newEmail() }),
    'addresses as names of events': () => send(encodeURIComponent(newEmail()), { to: newEmail() }),
    'long names of fields': (round) => send('ping', { to: newEmail(), [`${round}${LONG}`]: 1 }),
    'an array of refused recipients': (round) =>
      send('ping', { to: Array.from({ length: 999 }, (_, n) => `${'a'.repeat(200)}${round}-${n}@`) }),
    'the usage of the year 1': () => read(`${app.path}/usage/production?month=0001-01`),
    'statistics of all time': () =>
      read(`${app.path}/statistics/production?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z&by=day`),
    'a cursor of the year 33658': () =>
      read(`${app.path}/notifications?environment=production&after=999999999999999_${randomUUID()}`),
    'a template that reads the state of its rendering': () =>
      stack.admin.request('PUT', `${app.path}/events/production`, {
        files: [{ name: 'state.yaml', content: `templates: { sms: { en: { text: '${IN_LOOPS}' } } }` }],
      }),
    'wrong admin keys before a right one': async (round) => {
      for (let n = 0; n < 12; n += 1) await withKey(`admin_${round}_${n}`);
      await withKey(String(stack.admin.key));
    },
    'a link after sign-out everywhere': async () => {
      const { operator, link } = await inviteOperator(stack.admin, 'viewer');
      await stack.admin.request('DELETE', `/admin/v1/operators/${operator.id}/sessions`);
      await signIn(stack.admin, { token: tokenOf(link) });
      await stack.admin.request('DELETE', `/admin/v1/operators/${operator.id}`);
    },
    'sessions that never began': (round) =>
      new HttpApi(stack.admin.baseUrl).request('GET', '/admin/v1/session', undefined, {
        cookie: `heliograph_session=${round}`,
      }),
  };
}
