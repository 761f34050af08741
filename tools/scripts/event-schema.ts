import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventFileJsonSchema } from '../../core/events/file/json-schema';

/** Returns the content of docs/event.schema.json. */
export const eventSchemaFile = (): string => `${JSON.stringify(eventFileJsonSchema(), null, 2)}\n`;

if (require.main === module) {
  const file = path.join(__dirname, '../../docs/event.schema.json');
  writeFile(file, eventSchemaFile()).then(
    () => console.log(`wrote ${file}`),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
