import { InvalidArgumentError, Option, type Command } from 'commander';
import { ENVIRONMENTS } from '../../core/shared/channels';
import { CliError } from '../errors';
import { readJson } from './json-file';

/** Number of items that the service returns if no limit is given. */
export const PAGE = 50;

export const appOption = (): Option =>
  new Option('--app <app>', 'Name or id of the application. Optional if there is only one.');

export const environmentOption = (): Option =>
  new Option('--env <environment>', 'Environment.').choices(ENVIRONMENTS).makeOptionMandatory();

/** Adds the maximum number of items of a page. */
export const addLimit = (command: Command): Command =>
  command.option('--limit <number>', `Maximum number of items, at most 100 (default: ${PAGE}).`, count);

/** Adds the cursor after which a page begins. */
export const addAfter = (command: Command): Command =>
  command.option('--after <cursor>', 'Cursor that an earlier call printed. The list continues after it.');

/** An option's value for null in the admin API. Commander makes an empty text of a null that a parser returns. */
const NULL = Symbol('null');

/** Returns the value of an option as the admin API takes it. */
export const bodyValue = <T>(value: T | typeof NULL): T | null => (value === NULL ? null : value);

/** Returns a JSON array. */
export function jsonArray(text: string): unknown[] {
  try {
    const value: unknown = readJson(text);
    if (Array.isArray(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new InvalidArgumentError((error as Error).message);
  }
  throw new InvalidArgumentError('It must be a JSON array, for example \'["pro", 3]\'.');
}

/** Returns a JSON object. `off` is null. */
export function jsonSettings(text: string): object | typeof NULL {
  if (text === 'off') return NULL;
  try {
    const value: unknown = readJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new InvalidArgumentError((error as Error).message);
  }
  throw new InvalidArgumentError('It must be a JSON object, or "off".');
}

/** Returns the prices of SMS, such as `EUR,+=0.08,+49=0.075`. Nothing is null: none are known. */
export function smsPrices(
  text: string,
): { currency: string; segments: Record<string, number> } | typeof NULL {
  const [currency = '', ...entries] = text.split(',').map((one) => one.trim());
  if (text.trim() === '') return NULL;
  const segments = entries.map((entry): [string, number] => {
    const [, prefix = '', price = ''] = /^(\+\d{0,8})=(\d+(?:\.\d+)?)$/.exec(entry) ?? [];
    if (prefix === '')
      throw new InvalidArgumentError(
        `"${entry}" is no price. Write one such as +49=0.075, or +=0.08 for all.`,
      );
    return [prefix, Number(price)];
  });
  return { currency, segments: Object.fromEntries(segments) };
}

/** Returns countries in capitals. `all` is null: every country. */
export const countries = (text: string): string[] | typeof NULL =>
  text === 'all' ? NULL : text.split(',').flatMap((one) => one.trim().toUpperCase() || []);

/** Throws on the command line if a version of an event, layout, partial or translation is not a number. */
export function versionNumber(given: string): string {
  if (/^\d{1,9}$/.test(given)) return given;
  throw new CliError(`the version must be a number, and is "${given}"`, {
    next: 'heliograph events versions NAME lists the versions of an event, and part-versions those of a layout.',
    usage: true,
  });
}

/** Returns a whole number, 0 or more. */
export function count(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

/** Returns a rate above 0, messages per second. `none` is null: no limit. */
export function rate(text: string): number | typeof NULL {
  if (text === 'none') return NULL;
  const value = Number(text);
  if (!/^\d{1,5}(\.\d{1,6})?$/.test(text) || value === 0)
    throw new InvalidArgumentError('It must be a number of messages per second, more than 0, or "none".');
  return value;
}

/** Returns a warm-up plan: messages of the first day, factor, and the daily number at which it ends. `none` is null. */
export function warmUpPlan(text: string): { first_day: number; factor: number; until: number } | typeof NULL {
  if (text === 'none') return NULL;
  const [, first = '', factor = '', until = ''] =
    /^(\d{1,8}),(\d{1,2}(?:\.\d{1,4})?),(\d{1,8})$/.exec(text) ?? [];
  if (until === '')
    throw new InvalidArgumentError('It must be three numbers, such as 500,2,50000, or "none".');
  return { first_day: Number(first), factor: Number(factor), until: Number(until) };
}

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Returns the time that is so many minutes, hours or days ago (`30m`, `1h`, `7d`), or the given time. ISO 8601. */
export function pastTime(text: string): string {
  const [, amount, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (amount === undefined) return time(text);
  return new Date(Date.now() - Number(amount) * UNITS[unit as keyof typeof UNITS]).toISOString();
}

/** Returns the time that is so many days or hours from now (`90d`, `12h`), or the given time. ISO 8601. */
export function expiry(text: string): string {
  const isDuration = /^[1-9]\d{0,4}[dh]$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i.test(text);
  const at = new Date(isDuration ? Date.now() + hours(text) * 3_600_000 : text);
  if (!(isDuration || isTime) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError(
      'It must be a duration such as 90d or 12h, or a time such as 2027-03-01T09:00:00Z.',
    );
  return at.toISOString();
}

/** Returns a duration such as `24h`, `7d` or `0`, hours. */
export function hours(text: string): number {
  const [, amount, unit] = /^(\d{1,5})([dh])$/.exec(text === '0' ? '0h' : text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError('It must be a duration such as 24h or 7d, or 0.');
  return Number(amount) * (unit === 'd' ? 24 : 1);
}

/** Returns a number of days, 1 or more. `default` is null: the setting of the service. */
export function days(text: string): number | typeof NULL {
  if (text === 'default') return NULL;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new InvalidArgumentError('It must be a number of days, or "default".');
  return Number(text);
}

/** Returns a time, ISO 8601. A time without a zone is UTC. */
function time(text: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const isZoned = /(?:Z|[+-]\d\d:\d\d)$/i.test(text);
  const at = new Date(isDate || isZoned ? text : `${text}Z`);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError(
      'It must be a time, for example 2026-03-01T09:00:00Z, or how long ago: 30m, 1h, 7d.',
    );
  return at.toISOString();
}
