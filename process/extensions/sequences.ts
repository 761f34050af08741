import path from 'node:path';
import { type KnownSequences, SEQUENCE_NAMES } from '../../core/sequences/names';
import { ExtensionError } from './error';
import { codeIn, extensionsFolder, shown } from './files';

/** A sequence of the extensions. */
export interface OwnSequence {
  /** As event files name it: the name of its file. */
  name: string;
  file: string;
}

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Returns the sequences of an extensions folder, without reading their code. */
export function findSequences(folder: string): OwnSequence[] {
  const found = codeIn(path.join(folder, 'sequences'));
  for (const { name, file } of found) {
    if (!NAME.test(name))
      throw new ExtensionError(
        `${shown(file)}: the name of the file is the name of the sequence and must have up to 64 of a-z, 0-9 and "-". ` +
          'Rename the file, or put it into a folder if it is no sequence.',
      );
    if (SEQUENCE_NAMES.some((ours) => ours === name))
      throw new ExtensionError(`${shown(file)}: the service has a sequence ${name}. Rename the file.`);
  }
  return found;
}

/** Returns what event files may name with these extensions. */
export const knownSequences = (folder: string, own: readonly OwnSequence[]): KnownSequences => ({
  names: [...SEQUENCE_NAMES, ...own.map(({ name }) => name)],
  folder: path.join(folder, 'sequences'),
});

/** Returns what event files may name with the extensions of this folder. */
export function knownWith(given: string): KnownSequences {
  const folder = extensionsFolder(given);
  return knownSequences(folder, findSequences(folder));
}
