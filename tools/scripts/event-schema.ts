import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { categoryFileJsonSchema, eventFileJsonSchema } from '../../core/events/file/json-schema';

/** Returns the content of docs/event.schema.json. */
export const eventSchemaFile = (): string => text(eventFileJsonSchema());

/** Returns the content of docs/category.schema.json. */
export const categorySchemaFile = (): string => text(categoryFileJsonSchema());

const text = (schema: object): string => `${JSON.stringify(schema, null, 2)}\n`;

async function write(): Promise<void> {
  const files = { 'event.schema.json': eventSchemaFile(), 'category.schema.json': categorySchemaFile() };
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(__dirname, '../../docs', name);
    await writeFile(file, content);
    console.log(`wrote ${file}`);
  }
}

if (require.main === module)
  write().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
