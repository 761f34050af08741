import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HttpApi } from '../../test/support/outside/http-api';

/** The example that is sent: one step, one e-mail, its text made from its HTML. */
export const EVENT = 'order-shipped';
export const PAYLOAD = { order_id: 'A-1001', tracking_url: 'https://example.com/track/A-1001' };

const FILE = path.join(__dirname, '../..', 'examples', 'events', `${EVENT}.yaml`);

/** Makes the bench's application with its event, and a production key that no quota stops; gives the key. */
export async function setUpApplication(admin: HttpApi): Promise<string> {
  const body = { name: 'bench', monthly_quota: 1_000_000_000, from: 'Bench <bench@example.com>' };
  const { application } = await ask<{ application: { id: string } }>(admin, 'POST', '/applications', body);
  const base = `/applications/${application.id}`;
  await ask(admin, 'POST', `${base}/senders`, { type: 'domain', value: 'example.com' });
  const files = [{ name: `${EVENT}.yaml`, content: await readFile(FILE, 'utf8') }];
  await ask(admin, 'PUT', `${base}/events/production`, { files });
  const made = await ask<{ key: { api_key: string } }>(admin, 'POST', `${base}/keys`, {
    environment: 'production',
    rate_limit: 100_000,
  });
  return made.key.api_key;
}

async function ask<T>(admin: HttpApi, method: string, route: string, body: unknown): Promise<T> {
  const answer = await admin.request(method, `/admin/v1${route}`, body);
  if (answer.status < 300) return answer.body as T;
  throw new Error(`${method} /admin/v1${route} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
