import { SEARCH_ATTRIBUTES } from '../temporal/search-attributes';
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

/** How one server is started again and again, and what its command line is recognised by. */
export interface ServerRecipe {
  start: (hooks: LaunchHooks) => Promise<Running>;
  mark: string;
}

/** Finds Temporal and gives the way to start it over a file in the data folder. */
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

/** Finds MongoDB and gives the way to start it over the data folder. */
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

/** Asks the servers that are configured instead of started; throws when one of them is not there. */
export async function checkConfigured(settings: DevSettings, addresses: Addresses): Promise<void> {
  if (settings.temporalAddress) {
    const answers = await temporalAnswers(addresses.temporal, settings.temporalNamespace, []);
    if (!answers) {
      throw new StartError(
        `TEMPORAL_ADDRESS=${addresses.temporal} does not answer for the namespace ${settings.temporalNamespace}.\n` +
          'Start that server, or unset the variable: then one is started here.',
      );
    }
  }
  if (settings.mongoUri && !(await mongoAnswers(settings.mongoUri))) {
    throw new StartError(
      'The server that MONGODB_URI names does not answer.\n' +
        'Start it, or unset the variable: then one is started here.',
    );
  }
}
