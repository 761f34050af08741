import { createDocument, type oas31, type ZodOpenApiObject } from 'zod-openapi';
import { ANSWER_HEADERS, REQUEST_HEADERS } from './headers';

/** Returns a document of ours with the headers that its operations refer to. Its answers may get new fields. */
export const completed = (document: ZodOpenApiObject): oas31.OpenAPIObject =>
  createDocument(
    {
      ...document,
      components: { ...document.components, headers: ANSWER_HEADERS, parameters: REQUEST_HEADERS },
    },
    {
      // Readers must not refuse fields that they do not know.
      override: ({ jsonSchema, io }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    },
  );
