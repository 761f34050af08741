import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Nobody has this address. */
export const GONE = 'old-address@example.net';

/** Stands in for Postmark and Telnyx on loopback, so that the sample data has attempts at providers. */
export async function startProviders(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    void answerTo(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function answerTo(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const body = await text(request);
  const id = randomUUID();
  if (request.url?.endsWith('/messages')) return { status: 200, body: { data: { id } } };
  if (!body.includes(GONE))
    return { status: 200, body: { To: '', MessageID: id, ErrorCode: 0, Message: 'OK' } };
  const Message = `You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: ${GONE}. Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.`;
  return { status: 422, body: { ErrorCode: 406, Message } };
}
