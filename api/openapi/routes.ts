import { createHash } from 'node:crypto';
import type { Request, Response, Router } from 'express';
import type { Environment } from '../../core/shared/channels';
import { eventFileJsonSchema } from '../../core/events/file/json-schema';
import { openApiDocument } from './document';
import { docsPage, PAGE_ASSETS, PAGE_POLICY, PAGE_SCRIPT, VIEWER_FILES } from './page';
import { resource } from '../http/resource';

/** The OpenAPI document, a page that shows it, and the schema of event files. None needs a key, MongoDB, or the network. */
export function docsRoutes(router: Router, environment: Environment): void {
  // Made when they are first asked for, so that no start pays for them.
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
      // The installation may be in a folder whose name begins with a dot.
      get: (_request, response) => keep(response).sendFile(file, { dotfiles: 'allow' }),
    });
  }
}

/** The document with the address that served it first, whatever its name is. */
function documentOf(environment: Environment) {
  const document = openApiDocument();
  const own = { url: '/', description: `${environment} of this installation.` };
  return { ...document, servers: [own, ...(document.servers ?? [])] };
}

interface Tagged {
  text: string;
  etag: string;
}

function once(make: () => string): () => Tagged {
  let made: Tagged | undefined;
  return () => (made ??= withTag(make()));
}

const withTag = (text: string): Tagged => ({
  text,
  etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
});

/**
 * Answers with the text, or with 304 if the caller has it. Express would send the text to who says `Cache-Control:
 * no-cache`, which is for caches on the way (RFC 9111 section 5.2.1.4), and which `fetch` of Node says by itself.
 */
function tagged(request: Request, response: Response, { text, etag }: Tagged): void {
  const known = (request.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  keep(response).set('ETag', etag);
  if (known.includes(etag) || known.includes('*')) response.status(304).end();
  else response.send(text);
}

const keep = (response: Response): Response =>
  response.set({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' });
