import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { adminDocument } from '../../api/openapi/admin-document';
import { openApiDocument } from '../../api/openapi/document';

/** Returns the content of docs/openapi.json. */
export const openApiFile = (): string => textOf(openApiDocument());
/** Returns the content of docs/admin-openapi.json. */
export const adminOpenApiFile = (): string => textOf(adminDocument());

const textOf = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

if (require.main === module) {
  const docs = path.join(__dirname, '../../docs');
  Promise.all(
    Object.entries({ 'openapi.json': openApiFile, 'admin-openapi.json': adminOpenApiFile }).map(
      async ([name, make]) => {
        await writeFile(path.join(docs, name), make());
        console.log(`wrote docs/${name}`);
      },
    ),
  ).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
