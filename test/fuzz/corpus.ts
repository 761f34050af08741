import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import path from 'node:path';

/** An input that once broke a promise. */
export interface KeptInput {
  file: string;
  input: unknown;
}

const CORPUS = path.join(__dirname, 'corpus');
/** Larger inputs are not kept: the seed makes them again. */
const MOST_BYTES = 64_000;

const folderOf = (target: string, root: string): string => path.join(root, target);

/** Returns the kept inputs of a target, which every run tries first. */
export function keptInputs(target: string, root = CORPUS): KeptInput[] {
  const folder = folderOf(target, root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const { input } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { input: unknown };
      return { file: path.join(folder, name), input };
    });
}

/** Keeps an input. Returns its file, null if it is too large. */
export function keepInput(target: string, input: unknown, found: string, root = CORPUS): string | null {
  const text = JSON.stringify({ found, input }, null, 2);
  if (Buffer.byteLength(text) > MOST_BYTES) return null;
  const id = createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 12);
  const file = path.join(folderOf(target, root), `${id}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
  return file;
}
