import type { RequestHandler, Router } from 'express';
import type { z } from 'zod';
import type { ZodOpenApiPathsObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { requestIdHeader } from '../http/middleware/request-id';
import { resource } from '../http/resource';

/** A GET outside of /v1, which needs no key and reads nothing of the request but headers. */
export interface OpenRoute<Given> {
  path: string;
  operationId: string;
  summary: string;
  responses: ZodOpenApiResponsesObject;
  headers?: readonly z.ZodType[];
  handler: (given: Given) => RequestHandler;
}

export function serveOpen<Given>(router: Router, routes: readonly OpenRoute<Given>[], given: Given): void {
  for (const { path, handler } of routes) resource(router, path, { get: handler(given) });
}

/** Returns the paths of open routes in the OpenAPI document. */
export const openPaths = (routes: readonly Omit<OpenRoute<never>, 'handler'>[]): ZodOpenApiPathsObject =>
  Object.fromEntries(
    routes.map(({ path, operationId, summary, responses, headers = [] }) => [
      path,
      {
        get: {
          ...{ operationId, tags: ['Service'], summary, security: [], responses },
          parameters: [requestIdHeader, ...headers],
        },
      },
    ]),
  );
