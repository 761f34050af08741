import type { ProviderDefinition } from '../../channels/definition';
import { type KnownSequences, OUR_SEQUENCES } from '../../core/sequences/names';
import * as providers from './api/providers';
import * as sequences from './api/sequences';
import * as settings from './api/settings';
import { extensionsFolder } from './files';
import { createLoader, type LoadExtension } from './loader';
import { loadProviders } from './providers';
import { findSequences, knownSequences, type OwnSequence } from './sequences';
import { loadSettings } from './settings';

/** What an installation adds to the service (docs/guides/extensions.md). */
export interface Extensions {
  /** Absolute path; null: there are none. */
  folder: string | null;
  sequences: readonly OwnSequence[];
  /** What event files may name: the service's sequences and these. */
  known: KnownSequences;
  providers: readonly ProviderDefinition[];
  /** Null: they have none. */
  settings: settings.OwnSettings | null;
  /** Loads a file of the folder. */
  load: LoadExtension;
}

const nothing: LoadExtension = (file) => {
  throw new Error(`there are no extensions to load ${file} from`);
};

export const NO_EXTENSIONS: Extensions = {
  folder: null,
  sequences: [],
  known: OUR_SEQUENCES,
  providers: [],
  settings: null,
  load: nothing,
};

/** The modules of the service that extensions may import. */
const PARTS = {
  'heliograph/providers': providers,
  'heliograph/sequences': sequences,
  'heliograph/settings': settings,
};

/** Loads the extensions of a folder. Throws an ExtensionError that names the wrong file and says what to do. */
export async function loadExtensions(given: string | undefined): Promise<Extensions> {
  if (given === undefined) return NO_EXTENSIONS;
  const folder = extensionsFolder(given);
  const own = findSequences(folder);
  const load = await createLoader(folder, PARTS);
  return {
    folder,
    sequences: own,
    known: knownSequences(folder, own),
    settings: loadSettings(folder, load),
    providers: loadProviders(folder, load),
    load,
  };
}
