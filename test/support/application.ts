import { randomUUID } from 'node:crypto';
import { type Answer, HttpApi } from './http-api';
import type { Stack } from './stack';

/** An event that every recipient can be sent, without languages or variables. */
export const PING = `
name: ping
channels: [email, sms]
templates:
  email:
    en: { subject: Ping, html: '<p>Ping</p>' }
  sms:
    en: { text: Ping }
`;

/** An application of one test's own, so that no other test sees what it does. */
export interface TestApplication {
  id: string;
  /** Its path among the admin routes. */
  path: string;
  production: HttpApi;
  sandbox: HttpApi;
}

/** Where an application is made. */
export type ApplicationHost = Pick<Stack, 'admin' | 'production' | 'sandbox'>;

/** Makes an application with a verified domain and number, keys, and events in both environments. */
export async function makeApplication(
  stack: ApplicationHost,
  events: Record<string, string> = { 'ping.yaml': PING },
): Promise<TestApplication> {
  const { admin } = stack;
  const made = await admin.untilTaken<{ application: { id: string } }>('POST', '/admin/v1/applications', {
    name: `app-${randomUUID()}`,
  });
  const { id } = made.body.application;
  const path = `/admin/v1/applications/${id}`;
  const files = Object.entries(events).map(([name, content]) => ({ name, content }));
  const environment = async (name: 'production' | 'sandbox'): Promise<HttpApi> => {
    const pushed = await admin.untilTaken('PUT', `${path}/events/${name}`, { files });
    if (pushed.status !== 200) throw new Error(`events were refused: ${JSON.stringify(pushed.body)}`);
    return new HttpApi(stack[name].baseUrl, (await makeKey(stack, path, name)).api_key);
  };
  const [production, sandbox] = await Promise.all([
    environment('production'),
    environment('sandbox'),
    admin.untilTaken('POST', `${path}/senders`, { type: 'domain', value: 'example.com' }),
    admin.untilTaken('POST', `${path}/senders`, { type: 'phone', value: '+15005550006' }),
  ]);
  return { id, path, production, sandbox };
}

export async function makeKey(
  stack: Pick<Stack, 'admin'>,
  path: string,
  environment: 'production' | 'sandbox',
  rateLimit = 100_000,
): Promise<{ id: string; api_key: string }> {
  const made = await stack.admin.untilTaken<{ key: { id: string; api_key: string } }>(
    'POST',
    `${path}/keys`,
    {
      environment,
      rate_limit: rateLimit,
    },
  );
  return made.body.key;
}

let count = 0;
/** An address that no other test of the file uses. */
export const newEmail = (): string => `someone-${(count += 1)}@example.org`;
export const newPhone = (): string => `+1202555${String((count += 1)).padStart(4, '0')}`;

/** Asserts the one shape of errors, with these details and no others (ERROR-1 to ERROR-4). */
export function expectRefusal(
  answer: Answer,
  status: number,
  code: string,
  details: Record<string, unknown> = {},
): void {
  const { status: answered, body } = answer;
  expect({ status: answered, body }).toEqual({
    status,
    body: { error: expect.stringMatching(/\S/), code, ...details },
  });
}
