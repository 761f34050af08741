import { z } from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { named } from '../http/headers';
import { answeredId } from '../http/middleware/request-id';
import { etagHeader, ifNoneMatch } from '../http/shared-document';
import { media, openPath } from './paths';

/** A route whose text is the same for all callers until the service is upgraded. */
const document = (
  id: string,
  summary: string,
  description: string,
  content: Record<string, ReturnType<typeof media>>,
): ZodOpenApiPathItemObject => {
  const headers = named([answeredId, etagHeader]);
  const known = { description: 'The caller has it: `If-None-Match` names it.', headers };
  return openPath(id, summary, { 200: { description, headers, content }, 304: known }, ifNoneMatch);
};

/** The documents in the document. */
export const documentPaths: ZodOpenApiPathsObject = {
  '/openapi.json': document('getOpenApi', 'This document', 'OpenAPI 3.1.', {
    'application/json': { schema: z.looseObject({ openapi: z.string() }) },
  }),
  '/event.schema.json': document(
    'getEventSchema',
    'The JSON Schema of event files, for editors',
    'JSON Schema, draft 7.',
    {
      'application/schema+json': media(z.looseObject({ $schema: z.string() }), {
        'How it begins': { $schema: 'http://json-schema.org/draft-07/schema#' },
      }),
    },
  ),
  '/docs': document('getDocs', 'This document as a page for browsers', 'The page.', {
    'text/html': { schema: z.string() },
  }),
};
