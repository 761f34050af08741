import { Option, type Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { DELIVERY_ERROR_CODES } from '../../core/sending/delivery-error';
import { addAfter, appOption, environmentOption, time } from './options';

/** Which notifications a command is about. */
export interface FilterOptions {
  env: Environment;
  event?: string;
  provider?: string;
  errorCode?: string;
  from?: string;
  to?: string;
  after?: string;
}

/** Returns the filters under the names of the admin API. */
export const filtersOf = ({ env, event, provider, errorCode, from, to, after }: FilterOptions) => ({
  ...{ environment: env, event, provider, error_code: errorCode, from, to, after },
});

/** Adds the filters. `environment` is optional if the command may also be about a single notification. */
export const addFilters = (
  command: Command,
  { environment }: { environment: 'required' | 'optional' },
): Command =>
  addAfter(command)
    .addOption(environmentOption().makeOptionMandatory(environment === 'required'))
    .addOption(appOption())
    .option('--event <event>', 'of this event')
    .option('--provider <provider>', 'failed at this provider: its name, or the id or name of an integration')
    .addOption(new Option('--error-code <code>', 'failed with this code').choices(DELIVERY_ERROR_CODES))
    .option('--from <time>', 'started at this time or later: ISO 8601, UTC if it has no zone', time)
    .option('--to <time>', 'started before this time', time);
