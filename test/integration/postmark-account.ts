import { eventually } from '../support/eventually';
import type { ApiServer } from '../support/providers/api-server';
import { TOKEN } from '../support/providers/postmark-server';
import type { Stack } from '../support/stack';
import type { TestApplication } from './api-support';

const CREDENTIALS = { webhook_username: 'postmark', webhook_password: 'a-password-of-ours' };

/** An application's account at a local Postmark, which calls back when a test says so. */
export interface PostmarkAccount {
  /** Makes a callback; gives the status of our answer. */
  call(body: object): Promise<number>;
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
  const url = `${stack.production.baseUrl}/receipts/postmark/${added.body.integration.id}`;
  const basic = Buffer.from(Object.values(CREDENTIALS).join(':')).toString('base64');
  const headers = { 'content-type': 'application/json', authorization: `Basic ${basic}` };

  const call = async (body: object): Promise<number> =>
    (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
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
