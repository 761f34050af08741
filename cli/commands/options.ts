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

/** A rate, more than 0; `none` takes it away. */
export function rate(text: string): number | null {
  if (text === 'none') return null;
  const value = Number(text);
  if (!/^\d{1,5}(\.\d{1,6})?$/.test(text) || value === 0)
    throw new InvalidArgumentError('It must be a number of messages per second, more than 0, or "none".');
  return value;
}

/** A number of days, 1 or more; `default` takes the application's own away. */
export function days(text: string): number | 'default' {
  if (text === 'default') return text;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new InvalidArgumentError('It must be a number of days, or "default".');
  return Number(text);
}
