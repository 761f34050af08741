import { createHash } from 'node:crypto';
import type { Request, Response, Router } from 'express';
import type { Environment } from '../../core/shared/channels';
import { eventFileJsonSchema } from '../../core/events/file/json-schema';
import { openApiDocument } from './document';
import { docsPage, PAGE_ASSETS, PAGE_POLICY, PAGE_SCRIPT, VIEWER_FILES } from './page';
import { resource } from '../http/resource';

/** Routes of the OpenAPI document, its page, and the schema of event files. They need no key, MongoDB or network. */
export function docsRoutes(router: Router, environment: Environment): void {
  // Created at the first request, so that the start stays fast.
  const document = once(() => JSON.stringify(documentOf(environment)));
  const eventSchema = once(() => JSON.stringify(eventFileJsonSchema()));
  const page = once(() => docsPage(environment));

  resource(router, '/openapi.json', {
    get: (request, response) => tagged(request, response.type('application/json'), document()),
  });

  resource(router, '/event.schema.json', {
    get: (request, response) => tagged(request, response.type('application/schema+json'), eventSchema()),
  });

  resource(router, '/docs', {
    get: (request, response) => {
      response.set({ 'Content-Security-Policy': PAGE_POLICY, 'Referrer-Policy': 'no-referrer' });
      tagged(request, response.type('text/html'), page());
    },
  });

  resource(router, `${PAGE_ASSETS}/start.js`, {
    get: (_request, response) => void keep(response).type('text/javascript').send(PAGE_SCRIPT),
  });
  for (const [name, file] of Object.entries(VIEWER_FILES)) {
    resource(router, `${PAGE_ASSETS}/${name}`, {
      // The path of the installation may contain a folder whose name begins with a dot.
      get: (_request, response) => keep(response).sendFile(file, { dotfiles: 'allow' }),
    });
  }
}

/** Returns the document with the serving address as its first server. */
function documentOf(environment: Environment) {
  const document = openApiDocument();
  const own = { url: '/', description: `${environment} of this installation.` };
  return { ...document, servers: [own, ...(document.servers ?? [])] };
}

function once(make: () => string): () => ReturnType<typeof withTag> {
  let made: ReturnType<typeof withTag> | undefined;
  return () => (made ??= withTag(make()));
}

const withTag = (text: string) => ({
  text,
  etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
});

/**
 * Answers with the text, or with 304 if the caller has it. Express sends the text if the request has `Cache-Control:
 * no-cache`. That is for caches on the way (RFC 9111 section 5.2.1.4), and Node's `fetch` sets it by itself.
 */
function tagged(request: Request, response: Response, { text, etag }: ReturnType<typeof withTag>): void {
  const known = (request.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  keep(response).set('ETag', etag);
  if (known.includes(etag) || known.includes('*')) response.status(304).end();
  else response.send(text);
}

const keep = (response: Response): Response =>
  response.set({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' });
