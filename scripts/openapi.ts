import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openApiDocument } from '../api/openapi/document';

/** Returns the content of docs/openapi.json. */
export const openApiFile = (): string => `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (require.main === module) {
  const file = path.join(__dirname, '../docs/openapi.json');
  writeFile(file, openApiFile()).then(
    () => console.log(`wrote ${file}`),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
