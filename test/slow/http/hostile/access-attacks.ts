import { randomUUID } from 'node:crypto';
import { makeApplication, newEmail } from '../../../support/application';
import { HttpApi } from '../../../support/http-api';
import { rawBytes } from '../../../support/raw-http';
import type { Stack } from '../../../support/stack';
import { type Attacks, mustBe } from './attack';

const LONG = 'x'.repeat(15_000);
const IN_LOOPS = '{{#each a}}{{@budget.rounds}}{{@_parent.budget}}{{@context.timezone}}{{/each}}';

/** Attacks on what is kept, counted and allowed, by what they do. They come from an application of their own. */
export async function accessAttacks(stack: Stack): Promise<Attacks> {
  const app = await makeApplication(stack);
  const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
    ...{ channel: 'sms', provider: 'telnyx', check: false },
    ...{ name: 'theirs', priority: 200, settings: { api_key: 'a-key', base_url: 'http://127.0.0.1:8' } },
  });
  const integration = `${app.path}/integrations/${added.body.integration.id}`;
  const send = (event: string, body: object) => app.production.post(`/v1/send/${event}`, body);
  const read = (path: string) => stack.admin.get(path);
  const withKey = (key: string) =>
    rawBytes(
      stack.admin,
      `GET /admin/v1/applications HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`,
      '127.0.0.3',
    );
  return {
    'a secret sent elsewhere': async () =>
      mustBe(
        await stack.admin.request('PATCH', integration, { settings: { base_url: 'http://127.0.0.1:9' } }),
        400,
      ),
    'wrong keys': (round) =>
      Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const caller = new HttpApi(stack.production.baseUrl, `live_${round}_${n}`);
          mustBe(await caller.get('/v1/webhooks'), 401, 429);
        }),
      ),
    'wrong admin keys before a right one': async (round) => {
      for (let n = 0; n < 12; n += 1) mustBe(await withKey(`admin_${round}_${n}`), 401, 429);
      mustBe(await withKey(String(stack.admin.key)), 200);
    },
    'hosts whose DNS never answers': (round) =>
      Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          app.production.post('/v1/webhooks', { url: `https://host${round}-${n}.stuck.example/` }),
        ),
      ),
    'long names of events': (round) => send(`${round}${LONG}`, { to: newEmail() }),
    'addresses as names of events': () => send(encodeURIComponent(newEmail()), { to: newEmail() }),
    'long names of fields': (round) => send('ping', { to: newEmail(), [`${round}${LONG}`]: 1 }),
    'an array of refused recipients': (round) =>
      send('ping', { to: Array.from({ length: 999 }, (_, n) => `${'a'.repeat(200)}${round}-${n}@`) }),
    'the usage of the year 1': async () =>
      mustBe(await read(`${app.path}/usage/production?month=0001-01`), 400),
    'statistics of all time': () =>
      read(`${app.path}/statistics/production?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z&by=day`),
    'a cursor of the year 33658': async () =>
      mustBe(
        await read(`${app.path}/notifications?environment=production&after=999999999999999_${randomUUID()}`),
        400,
      ),
    'a template that reads the state of its rendering': async () =>
      mustBe(
        await stack.admin.request('PUT', `${app.path}/events/production`, {
          files: [{ name: 'state.yaml', content: `templates: { sms: { en: { text: '${IN_LOOPS}' } } }` }],
        }),
        400,
      ),
  };
}
