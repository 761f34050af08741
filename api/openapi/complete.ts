import { readable } from './readable';
import { createDocument, type oas31, type ZodOpenApiObject } from 'zod-openapi';

interface Head {
  title: string;
  description: string;
  /** Description by address. */
  servers: Record<string, string>;
  /** Description by name. */
  tags: Record<string, string>;
}

/** Returns a document of ours. Its answers may get new fields. Generators of other languages can read its schemas. */
export const completed = (
  { title, description, servers, tags }: Head,
  content: Omit<ZodOpenApiObject, 'openapi' | 'info' | 'servers' | 'tags'>,
): oas31.OpenAPIObject =>
  readable(
    createDocument(
      {
        openapi: '3.1.1',
        info: { title, version: '1.0.0', description, license: { name: 'MIT', identifier: 'MIT' } },
        servers: Object.entries(servers).map(([url, description]) => ({ url, description })),
        tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
        ...content,
      },
      {
        // Readers must not refuse fields that they do not know.
        override: ({ jsonSchema, io }) => {
          if (io === 'output' && jsonSchema.additionalProperties === false)
            delete jsonSchema.additionalProperties;
        },
      },
    ),
  );
