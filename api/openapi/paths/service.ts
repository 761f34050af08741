import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { z } from 'zod';
import { answerHeaders, requestHeaders } from '../headers';
import type { Body } from '../operation';
import { media } from '../operation';
import { alive, notReady, ready } from '../schemas/health';

const answer = (description: string, content: Record<string, ReturnType<typeof media>>) => ({
  description,
  headers: answerHeaders('X-Request-Id'),
  content,
});
const json = (description: string, body: Body) => answer(description, { 'application/json': media(body) });

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

/** What is not under /v1: health, and this document. */
export const servicePaths: ZodOpenApiPathsObject = {
  '/healthz': {
    get: open('getHealth', 'Whether the process answers', {
      200: json('It does.', { schema: alive, examples: { 'It answers': { status: 'ok' } } }),
    }),
  },
  '/readyz': {
    get: open('getReadiness', 'Whether sends can be accepted', {
      200: json('They can.', {
        schema: ready,
        examples: { Ready: { status: 'ready', mongodb: true, temporal: true } },
      }),
      503: json('They cannot: MongoDB does not answer.', {
        schema: notReady,
        examples: { 'Not ready': { status: 'not ready', mongodb: false, temporal: true } },
      }),
    }),
  },
  '/openapi.json': {
    get: open('getOpenApi', 'This document', {
      200: answer('OpenAPI 3.1.', { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } }),
    }),
  },
  '/event.schema.json': {
    get: open('getEventSchema', 'The JSON Schema of event files, for editors', {
      200: answer('JSON Schema, draft 7.', {
        'application/schema+json': media({
          schema: z.looseObject({ $schema: z.string() }),
          examples: { 'How it begins': { $schema: 'http://json-schema.org/draft-07/schema#' } },
        }),
      }),
    }),
  },
  '/docs': {
    get: open('getDocs', 'This document as a page for browsers', {
      200: answer('The page.', { 'text/html': { schema: z.string() } }),
    }),
  },
};
