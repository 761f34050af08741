import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { adminDocument } from '../../api/openapi/admin-document';
import { openApiDocument } from '../../api/openapi/document';
import { goModels } from './client-models/go';
import { pythonModels } from './client-models/python';
import { type Document, readModels } from './client-models/read';

/** Returns the content of docs/openapi.json. */
export const openApiFile = (): string => textOf(openApiDocument());
/** Returns the content of docs/admin-openapi.json. */
export const adminOpenApiFile = (): string => textOf(adminDocument());

const textOf = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** Returns the files that are made from the routes, by their paths. */
export function madeFiles(): Record<string, string> {
  const models = readModels(JSON.parse(openApiFile()) as Document);
  return {
    'docs/openapi.json': openApiFile(),
    'docs/admin-openapi.json': adminOpenApiFile(),
    'client/python/src/heliograph/models.py': pythonModels(models),
    'client/go/models.go': goModels(models),
  };
}

if (require.main === module) {
  const root = path.join(__dirname, '../..');
  Promise.all(
    Object.entries(madeFiles()).map(async ([name, text]) => {
      await writeFile(path.join(root, name), text);
      console.log(`wrote ${name}`);
    }),
  ).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
