import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import { DELIVERY_ERROR_CODES } from '../../core/sending/delivery-error';
import { addAfter, appOption, environmentOption } from './options';

/** Which notifications a command is about. */
export interface FilterOptions {
  app?: string;
  env: Environment;
  event?: string;
  provider?: string;
  errorCode?: string;
  from?: string;
  to?: string;
  after?: string;
}

/** The filters as the admin routes name them. */
export const filtersOf = ({ env, event, provider, errorCode, from, to, after }: FilterOptions) => ({
  ...{ environment: env, event, provider, error_code: errorCode, from, to, after },
});

/** `environment`: whether the command is about many always, or about one where it names it. */
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
    .option('--from <time>', 'started then or later: ISO 8601, UTC where no zone is given', time)
    .option('--to <time>', 'started before', time);

/** A time as the service takes it. */
export function time(text: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const isZoned = /(?:Z|[+-]\d\d:\d\d)$/i.test(text);
  const at = new Date(isDate || isZoned ? text : `${text}Z`);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be a time, for example 2026-03-01T09:00:00Z.');
  return at.toISOString();
}
