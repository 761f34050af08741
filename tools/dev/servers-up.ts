import { SEARCH_ATTRIBUTES } from '../../temporal/search-attributes';
import { StartError } from './data-folder';
import type { Addresses } from './facts';
import type { LaunchHooks } from './kept-alive';
import type { Running } from './servers/launch';
import { locateMongo } from './servers/mongo';
import { mongoAnswers, temporalAnswers } from './servers/ready';
import type { Report } from './servers/report';
import { startMongo, startTemporal } from './servers/start';
import { locateTemporal } from './servers/temporal';
import type { DevSettings } from './settings';

/** How to start a server, and text that identifies it by its command line. */
export interface ServerRecipe {
  start: (hooks: LaunchHooks) => Promise<Running>;
  mark: string;
}

/** Finds Temporal. Returns how to start it with a file in the data folder. */
export async function temporalRecipe(
  settings: DevSettings,
  dbFilename: string,
  report: Report,
  signal: AbortSignal,
): Promise<ServerRecipe> {
  const program = await locateTemporal(report, undefined, signal);
  const options = {
    port: settings.ports.temporal,
    uiPort: settings.ports.temporalUi,
    namespace: settings.temporalNamespace,
    searchAttributes: Object.values(SEARCH_ATTRIBUTES),
    dbFilename,
  };
  return {
    start: (hooks) => startTemporal(program, options, { ...hooks, ownGroup: true }),
    mark: dbFilename,
  };
}

/** Finds MongoDB. Returns how to start it with the data folder. */
export async function mongoRecipe(
  settings: DevSettings,
  dataDirectory: string,
  report: Report,
  signal: AbortSignal,
): Promise<ServerRecipe> {
  const program = await locateMongo(report, undefined, signal);
  const options = { port: settings.ports.mongo, dataDirectory };
  return {
    start: (hooks) => startMongo(program, options, { ...hooks, ownGroup: true }),
    mark: program.launch(options).directory,
  };
}

/** Checks the servers that are configured, not started. Throws if one does not respond. */
export async function checkConfigured(settings: DevSettings, addresses: Addresses): Promise<void> {
  if (settings.temporalAddress) {
    const answers = await temporalAnswers(addresses.temporal, settings.temporalNamespace, []);
    if (!answers) {
      throw new StartError(
        `TEMPORAL_ADDRESS=${addresses.temporal} does not respond for the namespace ${settings.temporalNamespace}.\n` +
          'Start that server. Or unset the variable, so that one is started here.',
      );
    }
  }
  if (settings.mongoUri && !(await mongoAnswers(settings.mongoUri))) {
    throw new StartError(
      'The server that MONGODB_URI names does not respond.\n' +
        'Start it. Or unset the variable, so that one is started here.',
    );
  }
}
