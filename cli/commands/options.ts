import { InvalidArgumentError, Option } from 'commander';
import { ENVIRONMENTS } from '../../core/channels';

export const appOption = (): Option =>
  new Option('--app <app>', 'name or id of the application; may be left away when there is only one');

export const environmentOption = (): Option =>
  new Option('--env <environment>', 'environment').choices(ENVIRONMENTS).makeOptionMandatory();

/** A count of 0 or more, as options take it. */
export function count(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

/** A number of days, 1 or more; `default` takes the application's own away. */
export function days(text: string): number | 'default' {
  if (text === 'default') return text;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new InvalidArgumentError('It must be a number of days, or "default".');
  return Number(text);
}
