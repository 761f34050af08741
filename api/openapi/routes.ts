import { createHash } from 'node:crypto';
import type { Request, Response, Router } from 'express';
import type { oas31 } from 'zod-openapi';
import type { Environment } from '../../core/shared/channels';
import { eventFileJsonSchema } from '../../core/events/file/json-schema';
import { adminDocument } from './admin/document';
import { openApiDocument } from './document';
import { docsPage, PAGE_POLICY, pageScript, VIEWER_FILES } from './page';
import { resource } from '../http/resource';

/** Routes of the OpenAPI document, its page, and the schema of event files. They need no key, MongoDB or network. */
export function docsRoutes(router: Router, environment: Environment): void {
  const eventSchema = once(() => JSON.stringify(eventFileJsonSchema()));
  documentRoutes(router, {
    base: '',
    title: `Heliograph API, ${environment}`,
    make: openApiDocument,
    environment,
  });

  resource(router, '/event.schema.json', {
    get: (request, response) => tagged(request, response.type('application/schema+json'), eventSchema()),
  });
}

/** The same for the admin routes. */
export const adminDocsRoutes = (router: Router): void =>
  documentRoutes(router, {
    base: '/admin',
    title: 'Heliograph admin API',
    make: adminDocument,
    environment: 'admin',
  });

interface DocumentOptions {
  /** Path before `/openapi.json` and `/docs`. */
  base: string;
  title: string;
  make: () => oas31.OpenAPIObject;
  environment: string;
}

function documentRoutes(router: Router, { base, title, make, environment }: DocumentOptions): void {
  const assets = `${base}/docs/assets`;
  // Created at the first request, so that the start stays fast.
  const document = once(() => JSON.stringify(servedHere(make(), environment)));
  const page = once(() => docsPage(title, assets));

  resource(router, `${base}/openapi.json`, {
    get: (request, response) => tagged(request, response.type('application/json'), document()),
  });

  resource(router, `${base}/docs`, {
    get: (request, response) => {
      response.set({ 'Content-Security-Policy': PAGE_POLICY, 'Referrer-Policy': 'no-referrer' });
      tagged(request, response.type('text/html'), page());
    },
  });

  resource(router, `${assets}/start.js`, {
    get: (_request, response) =>
      void keep(response)
        .type('text/javascript')
        .send(pageScript(`${base}/openapi.json`)),
  });
  for (const [name, file] of Object.entries(VIEWER_FILES)) {
    resource(router, `${assets}/${name}`, {
      // The path of the installation may contain a folder whose name begins with a dot.
      get: (_request, response) => keep(response).sendFile(file, { dotfiles: 'allow' }),
    });
  }
}

/** Returns the document with the serving address as its first server. */
function servedHere(document: oas31.OpenAPIObject, environment: string) {
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
