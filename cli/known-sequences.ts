import { type KnownSequences, OUR_SEQUENCES } from '../core/sequences/names';
import { ExtensionError } from '../process/extensions/error';
import { knownWith } from '../process/extensions/sequences';
import { CliError } from './errors';
import type { Host } from './host';
import { readExtensions } from './settings';

/** Returns the sequences that event files may name: with HELIOGRAPH_EXTENSIONS, else as `npm start` has them. */
export function sequencesOf({ env, cwd }: Host): KnownSequences {
  const folder = readExtensions({ env, cwd: cwd() });
  if (folder === undefined) return OUR_SEQUENCES;
  try {
    return knownWith(folder);
  } catch (error) {
    if (!(error instanceof ExtensionError)) throw error;
    throw new CliError(error.message, { cause: error });
  }
}
