import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  raw: string;
  body: { event: string; delivery: Record<string, unknown>; request_id: string; timestamp: string };
  at: Date;
}

/** An endpoint on loopback; `status` is what it answers next. */
export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  status: number;
  /** Answers one call otherwise, where it gives a status. */
  statusOf?: (webhook: ReceivedWebhook) => number | undefined;
  of(notificationId: string): ReceivedWebhook[];
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = {
    url: '',
    received: [],
    status: 200,
    of: (id) => receiver.received.filter(({ body }) => body.request_id === id),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      const body = JSON.parse(raw) as ReceivedWebhook['body'];
      const webhook: ReceivedWebhook = { headers: request.headers, raw, body, at: new Date() };
      receiver.received.push(webhook);
      response.writeHead(receiver.statusOf?.(webhook) ?? receiver.status).end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}
