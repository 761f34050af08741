import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Response, Router } from 'express';
import type { oas31 } from 'zod-openapi';
import type { Environment } from '../../core/shared/channels';
import { eventFileJsonSchema } from '../../core/events/file/json-schema';
import { adminDocument } from './admin-document';
import { openApiDocument } from './document';
import { docsPage, PAGE_POLICY, pageScript, VIEWER_FILES } from './page';
import { resource } from '../http/resource';
import { once, sendShared } from '../http/shared-document';

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
    get: (request, response) =>
      sendShared(request, keep(response).type('application/schema+json; charset=utf-8'), eventSchema()),
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
    get: (request, response) => sendShared(request, keep(response).type('application/json'), document()),
  });

  resource(router, `${base}/docs`, {
    get: (request, response) => {
      response.set({ 'Content-Security-Policy': PAGE_POLICY, 'Referrer-Policy': 'no-referrer' });
      sendShared(request, keep(response).type('text/html'), page());
    },
  });

  const parts: (readonly [name: string, content: () => string | Buffer])[] = [
    ['start.js', () => pageScript(`${base}/openapi.json`)],
    ...Object.entries(VIEWER_FILES).map(([name, file]) => [name, () => readFileSync(file)] as const),
  ];
  for (const [name, content] of parts) {
    const part = once(content);
    resource(router, `${assets}/${name}`, {
      get: (request, response) => sendShared(request, keep(response).type(path.extname(name)), part()),
    });
  }
}

/** Returns the document with the serving address as its first server. */
function servedHere(document: oas31.OpenAPIObject, environment: string) {
  const own = { url: '/', description: `${environment} of this installation.` };
  return { ...document, servers: [own, ...(document.servers ?? [])] };
}

const keep = (response: Response): Response =>
  response.set({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' });
