import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { z } from 'zod';
import { answerHeaders, requestHeaders } from './headers';
import { media } from './paths';

interface Body {
  schema: z.ZodType;
  examples: Record<string, unknown>;
}

type Content = Record<string, ReturnType<typeof media>>;

const readiness = (ready: boolean) =>
  z.object({
    status: z.literal(ready ? 'ready' : 'not ready'),
    mongodb: ready ? z.literal(true) : z.boolean(),
    temporal: z.boolean().describe('Sends are accepted without it and begin once it is back.'),
    ...(!ready && {
      encryption_key: z
        .literal(false)
        .optional()
        .describe('`ENCRYPTION_KEY` is not the key that the database is encrypted with.'),
    }),
  });

const json = (description: string, body: Body) => ({
  description,
  headers: answerHeaders('X-Request-Id'),
  content: { 'application/json': media(body.schema, body.examples) },
});

/** A route that needs no key and reads nothing of the request. */
const open = (
  id: string,
  summary: string,
  responses: ZodOpenApiOperationObject['responses'],
): ZodOpenApiOperationObject => ({
  operationId: id,
  tags: ['Service'],
  summary,
  security: [],
  parameters: requestHeaders('RequestId'),
  responses,
});

/** A route whose text is the same for all callers until the service is upgraded. */
const document = (
  id: string,
  summary: string,
  description: string,
  content: Content,
): ZodOpenApiOperationObject => {
  const operation = open(id, summary, {
    200: { description, headers: answerHeaders('X-Request-Id', 'ETag'), content },
    304: {
      description: 'The caller has it: `If-None-Match` names it.',
      headers: answerHeaders('X-Request-Id', 'ETag'),
    },
  });
  return { ...operation, parameters: requestHeaders('RequestId', 'IfNoneMatch') };
};

/** The paths outside of /v1: health, and this document. */
export const servicePaths: ZodOpenApiPathsObject = {
  '/healthz': {
    get: open('getHealth', 'Whether the process answers', {
      200: json('It does.', {
        schema: z.object({ status: z.literal('ok') }),
        examples: { 'It answers': { status: 'ok' } },
      }),
    }),
  },
  '/readyz': {
    get: open('getReadiness', 'Whether sends can be accepted', {
      200: json('They can.', {
        schema: readiness(true),
        examples: { Ready: { status: 'ready', mongodb: true, temporal: true } },
      }),
      503: json('They cannot: MongoDB does not answer, or `ENCRYPTION_KEY` is wrong.', {
        schema: readiness(false),
        examples: { 'Not ready': { status: 'not ready', mongodb: false, temporal: true } },
      }),
    }),
  },
  '/openapi.json': {
    get: document('getOpenApi', 'This document', 'OpenAPI 3.1.', {
      'application/json': { schema: z.looseObject({ openapi: z.string() }) },
    }),
  },
  '/event.schema.json': {
    get: document('getEventSchema', 'The JSON Schema of event files, for editors', 'JSON Schema, draft 7.', {
      'application/schema+json': media(z.looseObject({ $schema: z.string() }), {
        'How it begins': { $schema: 'http://json-schema.org/draft-07/schema#' },
      }),
    }),
  },
  '/docs': {
    get: document('getDocs', 'This document as a page for browsers', 'The page.', {
      'text/html': { schema: z.string() },
    }),
  },
};
