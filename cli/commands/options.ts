import { InvalidArgumentError, Option, type Command } from 'commander';
import { ENVIRONMENTS } from '../../core/shared/channels';

/** Number of items that the service returns if no limit is given. */
export const PAGE = 50;

export const appOption = (): Option =>
  new Option('--app <app>', 'name or id of the application; may be left away when there is only one');

export const environmentOption = (): Option =>
  new Option('--env <environment>', 'environment').choices(ENVIRONMENTS).makeOptionMandatory();

/** Adds the size of a page of a list. */
export const addLimit = (command: Command): Command =>
  command.option('--limit <number>', `how many, 100 at most (default: ${PAGE})`, count);

/** Adds the place where a page of a list begins. */
export const addAfter = (command: Command): Command =>
  command.option('--after <place>', 'go on behind this place, which an earlier call printed');

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

/** When something ends: so many days or hours from now (`90d`, `12h`), or a time. */
export function expiry(text: string): string {
  const [, amount, unit] = /^([1-9]\d{0,4})([dh])$/.exec(text) ?? [];
  const at =
    amount === undefined
      ? new Date(text)
      : new Date(Date.now() + Number(amount) * (unit === 'd' ? 86_400_000 : 3_600_000));
  const isTime = amount !== undefined || /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i.test(text);
  if (!isTime || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be like 90d or 12h, or a time such as 2027-03-01T09:00:00Z.');
  return at.toISOString();
}

/** A length of time in hours, as `24h` or `7d`; `0` is none. */
export function hours(text: string): number {
  const [, amount, unit] = /^(\d{1,5})([dh])$/.exec(text === '0' ? '0h' : text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('It must be like 24h or 7d, or 0.');
  return Number(amount) * (unit === 'd' ? 24 : 1);
}

/** A number of days, 1 or more; `default` takes the application's own away. */
export function days(text: string): number | 'default' {
  if (text === 'default') return text;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new InvalidArgumentError('It must be a number of days, or "default".');
  return Number(text);
}
