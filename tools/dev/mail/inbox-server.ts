import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { pino } from 'pino';
import type { Vault } from '../../../core/shared/vault';
import { createListener } from '../../../net/listeners/http-listener';
import { PRIVATE_LIMITS } from '../../../net/listeners/limits';
import { targetOf } from '../../../net/listeners/request-target';
import { type InboxEntry, type InboxStore, openEntry } from '../../../store/sending/inbox';
import { inboxPage } from './inbox-page';

const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;

const log = pino({ name: 'inbox' });

/** Returns the server of the inbox: JSON, newest first, with `?to=` and `?limit=`, and a page for browsers. */
export function createInboxServer(inbox: InboxStore, vault: Vault): Server {
  return createListener(
    (request, response) =>
      answer({ inbox, vault }, request, response).catch((error: unknown) => {
        log.error({ err: error }, 'the inbox could not be read');
        send(response, 503, 'application/json', JSON.stringify({ error: 'The inbox cannot be read now.' }));
      }),
    { limits: PRIVATE_LIMITS, log },
  );
}

async function answer(
  { inbox, vault }: { inbox: InboxStore; vault: Vault },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return send(response, 405, 'application/json', JSON.stringify({ error: 'The inbox is read-only.' }));
  }
  const target = targetOf(request);
  if (target?.pathname !== '/') {
    return send(response, 404, 'application/json', JSON.stringify({ error: 'The inbox is at /.' }));
  }
  const limit = limitOf(target.searchParams.get('limit'));
  if (limit === undefined) {
    const error = `limit must be a whole number from 1 to ${MAX_LIMIT}.`;
    return send(response, 400, 'application/json', JSON.stringify({ error, field: 'limit' }));
  }
  // A `+` in a query means a space, but people type phone numbers with it.
  const to = target.searchParams.get('to')?.replace(/^ /, '+') || undefined;
  const entries = (await inbox.list({ to, limit })).map((entry) => openEntry(vault, entry));
  if (request.headers.accept?.includes('text/html')) {
    return send(response, 200, 'text/html; charset=utf-8', inboxPage(entries));
  }
  send(response, 200, 'application/json', JSON.stringify(entries.map(shown)));
}

function limitOf(given: string | null): number | undefined {
  if (given === null) return DEFAULT_LIMIT;
  const limit = Number(given);
  return Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT ? limit : undefined;
}

/** Returns an entry with the fields of its channel, such as a push's title, but without the content of files. */
function shown(entry: InboxEntry) {
  const { id, environment, channel, to, from, subject, text, html, rich, headers, receivedAt } = entry;
  const { attachments, ...others } = rich ?? {};
  const files = attachments?.map(({ content: _content, ...file }) => file);
  const more = { ...others, ...(files && { attachments: files }) };
  return { id, environment, channel, to, from, subject, text, html, ...more, headers, receivedAt };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(body);
}
