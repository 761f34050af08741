import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { categoryFileJsonSchema, eventFileJsonSchema } from '../../core/events/file/json-schema';
import { named } from '../http/headers';
import { answeredId } from '../http/middleware/request-id';
import { resource } from '../http/resource';
import { etagHeader, ifNoneMatch, once, sendShared } from '../http/shared-document';
import { media } from '../openapi/media';
import { type OpenRoute, serveOpen } from './open-route';
import { docsPage, PAGE_POLICY, pageScript, VIEWER_FILES } from './page';

interface Served {
  title: string;
  make: () => oas31.OpenAPIObject;
  environment: string;
  /** Names of the sequences in code. */
  sequences: readonly string[];
}

/** The OpenAPI document of a listener and its page. They need no key, MongoDB or network. */
const documentsAt = (base: string): OpenRoute<Served>[] => [
  {
    path: `${base}/openapi.json`,
    ...shown('getOpenApi', 'This document', 'OpenAPI 3.1.', {
      'application/json': { schema: z.looseObject({ openapi: z.string() }) },
    }),
    handler: ({ make, environment }) =>
      shared('application/json', () => JSON.stringify(servedHere(make(), environment))),
  },
  {
    path: `${base}/docs`,
    ...shown('getDocs', 'This document as a page for browsers', 'The page.', {
      'text/html': { schema: z.string() },
    }),
    handler: ({ title }) => {
      const page = shared('text/html', () => docsPage(title, `${base}/docs/assets`));
      return (request, response, next) => {
        response.set({ 'Content-Security-Policy': PAGE_POLICY, 'Referrer-Policy': 'no-referrer' });
        return page(request, response, next);
      };
    },
  },
];

/** The documents in the document. */
export const documentRoutes: OpenRoute<Served>[] = [
  ...documentsAt(''),
  {
    path: '/event.schema.json',
    ...schemaShown('getEventSchema', 'The JSON Schema of event files, for editors'),
    handler: ({ sequences }) => schemaOf(() => eventFileJsonSchema(sequences)),
  },
  {
    path: '/category.schema.json',
    ...schemaShown('getCategorySchema', 'The JSON Schema of files of categories, for editors'),
    handler: () => schemaOf(categoryFileJsonSchema),
  },
];

export function serveDocuments(router: Router, served: Served): void {
  serveOpen(router, documentRoutes, served);
  serveAssets(router, '');
}

/** Serves the document of the admin routes, which it does not list. */
export function serveAdminDocuments(router: Router, served: Served): void {
  serveOpen(router, documentsAt('/admin'), served);
  serveAssets(router, '/admin');
}

function serveAssets(router: Router, base: string): void {
  const files = Object.entries(VIEWER_FILES).map(([name, file]) => [name, () => readFileSync(file)] as const);
  for (const [name, content] of [['start.js', () => pageScript(`${base}/openapi.json`)] as const, ...files])
    resource(router, `${base}/docs/assets/${name}`, { get: shared(path.extname(name), content) });
}

/** Describes a route whose text is the same for all callers until the service is upgraded. */
function shown(
  operationId: string,
  summary: string,
  description: string,
  content: Record<string, ReturnType<typeof media>>,
) {
  const headers = named([answeredId, etagHeader]);
  const known = { description: 'The caller has it: `If-None-Match` names it.', headers };
  const responses = { 200: { description, headers, content }, 304: known };
  return { operationId, summary, responses, headers: [ifNoneMatch] };
}

/** Describes such a route of a JSON Schema. */
function schemaShown(operationId: string, summary: string) {
  return shown(operationId, summary, 'JSON Schema, draft 7.', {
    'application/schema+json': media(z.looseObject({ $schema: z.string() }), {
      'How it begins': { $schema: 'http://json-schema.org/draft-07/schema#' },
    }),
  });
}

const schemaOf = (schema: () => object): RequestHandler =>
  shared('application/schema+json; charset=utf-8', () => JSON.stringify(schema()));

/** Returns the handler of such a route. The text is made at the first request, so that the start stays fast. */
function shared(type: string, content: () => string | Buffer): RequestHandler {
  const document = once(content);
  return (request, response) => sendShared(request, keep(response).type(type), document());
}

/** Returns the document with the serving address as its first server. */
function servedHere(document: oas31.OpenAPIObject, environment: string) {
  const own = { url: '/', description: `${environment} of this installation.` };
  return { ...document, servers: [own, ...(document.servers ?? [])] };
}

const keep = (response: Response): Response =>
  response.set({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' });
