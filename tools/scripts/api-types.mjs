import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

/** The types that are made from the OpenAPI documents. They are not committed. */
const TYPES = [
  { document: 'docs/openapi.json', types: 'client/src/openapi.ts' },
  { document: 'docs/admin-openapi.json', types: 'generated/admin-openapi.d.ts' },
];

/** A caller may leave out what has a default. */
const OPTIONS = { defaultNonNullable: false };

/** Packages that make the types. With another version they are made again. */
const MAKERS = ['openapi-typescript', 'typescript'];

const readText = (file) => readFile(path.join(ROOT, file), 'utf8');

/** Returns what the types depend on, as their first line. */
async function headOf(document) {
  const hash = createHash('sha256')
    .update(JSON.stringify(OPTIONS))
    .update(await readText(document));
  for (const name of MAKERS)
    hash.update(JSON.parse(await readText(`node_modules/${name}/package.json`)).version);
  return `// Made from ${document} by \`npm run api-types\`, ${hash.digest('hex').slice(0, 20)}.`;
}

/** Writes types unless they are current. Several processes may do so at once, and no reader sees half a file. */
async function makeTypes({ document, types }) {
  const head = await headOf(document);
  const file = path.join(ROOT, types);
  const current = await readFile(file, 'utf8').catch(() => '');
  if (current.startsWith(head)) return;
  const { astToString, default: openapiTS } = await import('openapi-typescript');
  const text = astToString(await openapiTS(JSON.parse(await readText(document)), OPTIONS));
  const unfinished = `${file}.${randomUUID()}.tmp`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(unfinished, `${head}\n${text}`);
  await rename(unfinished, file);
  console.log(`wrote ${types}`);
}

/** Returns whether an installation lacks what the types need: packages for development, or the documents. */
const lacksParts = ({ code }) => code === 'ENOENT' || code === 'ERR_MODULE_NOT_FOUND';

try {
  await Promise.all(TYPES.map(makeTypes));
} catch (error) {
  // An installation for production has no types to check, so `prepare` passes this flag.
  if (!process.argv.includes('--if-possible') || !lacksParts(error)) throw error;
}
