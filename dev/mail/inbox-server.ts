import http from 'node:http';
import type { Vault } from '../../core/shared/vault';
import { type InboxEntry, type InboxStore, openEntry } from '../../store/sending/inbox';
import { inboxPage } from './inbox-page';

const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;

/** Returns the server of the inbox: JSON, newest first, with `?to=` and `?limit=`, and a page for browsers. */
export function createInboxServer(inbox: InboxStore, vault: Vault): http.Server {
  return http.createServer((request, response) => {
    answer({ inbox, vault }, request, response).catch((error: unknown) => {
      console.error('inbox:', error);
      send(response, 503, 'application/json', JSON.stringify({ error: 'The inbox cannot be read now.' }));
    });
  });
}

async function answer(
  { inbox, vault }: { inbox: InboxStore; vault: Vault },
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return send(response, 405, 'application/json', JSON.stringify({ error: 'The inbox is read-only.' }));
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://inbox');
  if (pathname !== '/') {
    return send(response, 404, 'application/json', JSON.stringify({ error: 'The inbox is at /.' }));
  }
  const limit = limitOf(searchParams.get('limit'));
  if (limit === undefined) {
    const error = `limit must be a whole number from 1 to ${MAX_LIMIT}.`;
    return send(response, 400, 'application/json', JSON.stringify({ error, field: 'limit' }));
  }
  // A `+` in a query means a space, but people type phone numbers with it.
  const to = searchParams.get('to')?.replace(/^ /, '+') || undefined;
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

function send(response: http.ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(body);
}
