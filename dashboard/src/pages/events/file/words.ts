import { COMPARED } from '../../../parts/comparisons';
import { isMap } from './read';

const UNITS: Record<string, string> = {
  ms: 'millisecond',
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
};

const DAYS: Record<string, string> = {
  sun: 'Sunday',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
};

/** Returns a duration such as `1h30m` in words: "1 hour 30 minutes". */
export function durationWords(duration: unknown): string {
  const text = written(duration);
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h|d)/g)];
  if (parts.map(([part]) => part).join('') !== text) return text;
  return parts.map(([, count, unit]) => `${count} ${UNITS[unit!]}${count === '1' ? '' : 's'}`).join(' ');
}

/** Returns a time of day such as `{ until: "09:00", on: [mon] }` in words: "09:00 on Monday". */
export function timeWords({ until, on, timezone }: Record<string, unknown>): string {
  const days = Array.isArray(on) ? on.map((day) => DAYS[String(day)] ?? String(day)) : [];
  const zone = typeof timezone === 'string' ? timezone : 'UTC';
  return `${written(until)}${days.length > 0 ? ` on ${listWords(days, 'or')}` : ''}, by the contact’s clock, else ${zone}`;
}

/** Returns a list in words: "email, sms or push". */
export function listWords(items: readonly string[], last: 'and' | 'or'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}

/** Returns a condition in words: "payload.plan is “pro”". */
export function conditionWords(condition: unknown): string {
  if (!isMap(condition)) return 'an unknown condition is true';
  const { value, message, status, all, any, not, delivered, within } = condition;
  if (delivered !== undefined)
    return `the delivery of ${written(delivered)} is confirmed within ${durationWords(within)}`;
  if (message !== undefined)
    return `the message of ${written(message)} is ${listWords([status].flat().map(written), 'or')}`;
  if (Array.isArray(all)) return joined(all, ' and ');
  if (Array.isArray(any)) return joined(any, ' or ');
  if (not !== undefined) return `it is not true that ${conditionWords(not)}`;
  return `${written(value)} ${comparisons(condition)}`;
}

const joined = (conditions: unknown[], word: string): string =>
  conditions
    .map((one) =>
      isMap(one) && ('all' in one || 'any' in one) ? `(${conditionWords(one)})` : conditionWords(one),
    )
    .join(word);

function comparisons(condition: Record<string, unknown>): string {
  const words = COMPARED.flatMap(({ value, label }) =>
    value !== 'in' && value in condition ? [`${label} ${inQuotes(condition[value])}`] : [],
  );
  if (Array.isArray(condition.in)) words.push(`is ${listWords(condition.in.map(inQuotes), 'or')}`);
  if (condition.exists !== undefined) words.push(condition.exists === true ? 'has a value' : 'has no value');
  return words.join(' and ');
}

const inQuotes = (value: unknown): string => (typeof value === 'string' ? `“${value}”` : written(value));

/** Returns a value of a file as text. */
export const written = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
