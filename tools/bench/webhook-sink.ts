import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Arrivals } from './arrivals';

/** A webhook endpoint on loopback that answers 200 at once. */
export interface WebhookSink {
  url: string;
  /** Events by `request_id`, which is the notification's id. */
  events: Arrivals;
  stop(): Promise<void>;
}

export async function startWebhookSink(): Promise<WebhookSink> {
  const events = new Arrivals('the webhook of');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { request_id } = JSON.parse(Buffer.concat(chunks).toString()) as { request_id: string };
      events.note(request_id);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
