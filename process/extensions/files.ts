import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ExtensionError } from './error';

/** Folders of an extensions folder that are none of its code. */
const NO_CODE = /^(?:\.|node_modules$)/;
const CODE = /^[^._].*(?<!\.d|\.test)\.ts$/;

const isFolder = (name: string): boolean => existsSync(name) && statSync(name).isDirectory();

/** Returns the absolute path of HELIOGRAPH_EXTENSIONS. Throws if it is no folder with extensions. */
export function extensionsFolder(given: string): string {
  const folder = path.resolve(given);
  if (!isFolder(folder))
    throw new ExtensionError(
      `HELIOGRAPH_EXTENSIONS: ${folder} is not a folder. Create it, mount it, or do not set HELIOGRAPH_EXTENSIONS.`,
    );
  const parts = ['sequences', 'providers', 'settings.ts'];
  if (!parts.some((part) => existsSync(path.join(folder, part))))
    throw new ExtensionError(
      `HELIOGRAPH_EXTENSIONS: ${folder} has no sequences/, no providers/ and no settings.ts (docs/guides/extensions.md).`,
    );
  return folder;
}

/** Returns the files of code directly in a folder, sorted by name, with their names without extension. */
export const codeIn = (folder: string): { name: string; file: string }[] =>
  !isFolder(folder)
    ? []
    : readdirSync(folder)
        .filter((name) => CODE.test(name) && !isFolder(path.join(folder, name)))
        .sort()
        .map((name) => ({ name: path.parse(name).name, file: path.join(folder, name) }));

/** Returns the folders in a folder. */
export const foldersIn = (folder: string): string[] =>
  !isFolder(folder)
    ? []
    : readdirSync(folder)
        .filter((name) => !NO_CODE.test(name))
        .map((name) => path.join(folder, name))
        .filter(isFolder)
        .sort();

/** Returns every file of a folder that may be a part of its code, sorted. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !NO_CODE.test(name))
    .sort()
    .flatMap((name) => {
      const file = path.join(folder, name);
      return isFolder(file) ? filesIn(file) : [file];
    });

/** Returns a hash of every file of the extensions. */
export function hashOfExtensions(folder: string): string {
  const hash = createHash('sha256');
  for (const file of filesIn(folder))
    hash
      .update(`${path.relative(folder, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

/** Returns the path of a file as messages show it. */
export const shown = (file: string): string => path.relative('', file) || file;
