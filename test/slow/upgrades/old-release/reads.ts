import type { HttpApi } from '../../../support/http-api';
import type { Filled } from './fill';
import type { Fleet } from './fleet';

interface Shown {
  notification: { webhooks: { attempts: WebhookAttempt[] }[] };
}

interface WebhookAttempt {
  durationMs?: number;
  duration_ms?: number;
  error?: string | null;
}

/** An attempt as today's admin routes show it: `durationMs` is `duration_ms`, and `error` also names a refusal. */
const today = ({ durationMs, error: _changed, ...attempt }: WebhookAttempt) => ({
  ...attempt,
  ...(durationMs !== undefined && { duration_ms: durationMs }),
});

/** What the routes of the oldest release answer about everything that has ended, by path. */
export async function readAll({ admin }: Fleet, { shop, ended }: Filled): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const read = async <T>(api: HttpApi, path: string): Promise<T> => {
    const { status, body } = await api.get<T>(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    found[`${api.key?.slice(0, 6)} ${path}`] = body;
    return body;
  };
  for (const { api, id } of ended) {
    await read(api, `/v1/notifications/${id}`);
    const { notification } = await read<Shown>(admin, `/admin/v1/notifications/${id}`);
    for (const webhook of notification.webhooks) webhook.attempts = webhook.attempts.map(today);
  }
  for (const api of [shop.production, shop.sandbox]) {
    await read(api, '/v1/webhooks');
    await read(api, '/v1/contacts/user%2F42');
    await read(api, '/v1/contacts?search=ada');
  }
  await read(admin, shop.path);
  for (const list of ['keys', 'senders', 'integrations', 'suppressions?environment=production'])
    await read(admin, `${shop.path}/${list}`);
  await read(admin, `${shop.path}/events/production`);
  return found;
}

/** Checks that operators of this release find what the oldest one has made. */
export async function expectOperatorsFind({ admin }: Fleet, filled: Filled): Promise<void> {
  const { shop, ended, filledAt } = filled;
  const found: string[] = [];
  for (const environment of ['production', 'sandbox']) {
    const query = `environment=${environment}&limit=100&to=${filledAt.toISOString()}`;
    const { body } = await admin.get<{ notifications: { id: string }[] }>(
      `${shop.path}/notifications?${query}`,
    );
    found.push(...body.notifications.map(({ id }) => id));
  }
  expect(found).toEqual(expect.arrayContaining(ended.map(({ id }) => id)));
  for (const { id } of ended) {
    const { status, body } = await admin.get(`/admin/v1/explain?who=${id}`);
    expect({ id, status, text: JSON.stringify(body) }).toMatchObject({
      ...{ id, status: 200, text: expect.stringContaining(id) },
    });
  }
}
