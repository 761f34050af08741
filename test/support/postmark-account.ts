import { eventually } from './eventually';
import type { ApiServer } from './providers/api-server';
import { TOKEN } from './providers/postmark-server';
import type { Stack } from './stack';
import type { TestApplication } from './application';

const CREDENTIALS = { webhook_username: 'postmark', webhook_password: 'a-password-of-ours' };

/** An application's account at a local Postmark, which calls back when a test says so. */
export interface PostmarkAccount {
  /** Makes a callback, to another API if it is named; gives the status of our answer. */
  call(body: object, baseUrl?: string): Promise<number>;
  /** Reports about the message of a notification that was sent last. */
  report(notificationId: string, event: object): Promise<void>;
  confirm(notificationId: string): Promise<void>;
}

export async function addPostmark(
  stack: Stack,
  app: TestApplication,
  postmark: ApiServer,
): Promise<PostmarkAccount> {
  const added = await stack.admin.post<{ integration: { id: string } }>(`${app.path}/integrations`, {
    channel: 'email',
    provider: 'postmark',
    settings: { server_token: TOKEN, base_url: postmark.url, ...CREDENTIALS },
  });
  expect(added.status).toBe(201);
  const path = `/receipts/postmark/${added.body.integration.id}`;
  const basic = Buffer.from(Object.values(CREDENTIALS).join(':')).toString('base64');
  const headers = { 'content-type': 'application/json', authorization: `Basic ${basic}` };

  const call = async (body: object, baseUrl = stack.production.baseUrl): Promise<number> =>
    (await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  const report = async (id: string, event: object): Promise<void> => {
    const message = await eventually('a message that was sent', async () => {
      const { messages } = await app.production.notification(id);
      return messages.find(({ status }) => status === 'sent');
    });
    const Metadata = { notification_id: id, message_id: message.id };
    expect(await call({ ...event, MessageID: 'pm-1', Metadata })).toBe(200);
  };
  return {
    call,
    report,
    confirm: (id) => report(id, { RecordType: 'Delivery', DeliveredAt: new Date().toISOString() }),
  };
}
