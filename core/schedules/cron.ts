/** A field of a cron expression: its name in errors, its range, and the names that stand for its numbers. */
interface Field {
  name: string;
  min: number;
  max: number;
  names?: readonly string[];
}

const MINUTE: Field = { name: 'minute', min: 0, max: 59 };
const HOUR: Field = { name: 'hour', min: 0, max: 23 };
const DAY: Field = { name: 'day of the month', min: 1, max: 31 };
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const MONTH: Field = { name: 'month', min: 1, max: 12, names: ['', ...MONTHS] };
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const WEEKDAY: Field = { name: 'day of the week', min: 0, max: 7, names: WEEKDAYS };
const FIELDS = [MINUTE, HOUR, DAY, MONTH, WEEKDAY];

/** Days of the longest form of each month, from January. */
const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const SHAPE =
  'must have five fields: minute, hour, day of the month, month, day of the week, such as 0 9 * * MON-FRI';

/**
 * Returns what is wrong with a cron expression, as the end of a sentence. Undefined: nothing. It allows less than Temporal, so
 * that an expression has the same meaning as in crontab(5).
 */
export function cronProblem(text: string): string | undefined {
  const parts = text.trim().split(/\s+/);
  if (text.startsWith('@')) return `${SHAPE}. Names such as ${parts[0]} are not allowed`;
  if (/^(?:CRON_)?TZ=/.test(text)) return `${SHAPE}. Write the time zone in zone`;
  if (parts.length !== FIELDS.length)
    return `${SHAPE}. This one has ${parts.length === 1 && parts[0] === '' ? 'none' : parts.length}`;
  const values: number[][] = [];
  for (const [index, field] of FIELDS.entries()) {
    const read = valuesOf(parts[index] ?? '', field);
    if (typeof read === 'string') return read;
    values.push(read);
  }
  const [, , day = '', , weekday = ''] = parts;
  if (!day.startsWith('*') && !weekday.startsWith('*'))
    return 'names a day of the month and a day of the week, which cron programs read differently. Set one of them to *, or write two schedules';
  const [, , days = [], months = []] = values;
  const longest = Math.max(...months.map((month) => LONGEST[month - 1] ?? 0));
  if (Math.min(...days) > longest) return `never happens: no month that it names has a day ${days[0]}`;
  return undefined;
}

/** Returns the values that a field names, or what is wrong with it. */
function valuesOf(text: string, field: Field): number[] | string {
  const { name, min, max, names } = field;
  const values: number[] = [];
  for (const part of text.split(',')) {
    const [, range = '', step] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    const ends = range === '*' ? [min, max] : range.split('-').map((end) => valueOf(end, field));
    const [from, to = from] = ends;
    if (from === undefined || to === undefined || ends.length > 2 || ends.includes(undefined)) {
      const known = names ? ` or names such as ${names[1]}` : '';
      return `has "${part}" as its ${name}. Write *, numbers from ${min} to ${max}${known}, lists (1,15), ranges (1-5) or steps (*/2)`;
    }
    if (from > to) return `has the range ${range} as its ${name}. Write the smaller end first, or a list`;
    const isSingle = range !== '*' && ends.length === 1;
    if (step !== undefined && (isSingle || Number(step) === 0))
      return `has "${part}" as its ${name}. A step follows * or a range and is 1 or more, such as */2 or 8-18/2`;
    for (let value = from; value <= to; value += Number(step ?? 1)) values.push(value);
  }
  return values;
}

/** Returns the number of a value or a name. Undefined: it is none of the field. */
function valueOf(text: string, { min, max, names = [] }: Field): number | undefined {
  const named = names.indexOf(text.toUpperCase());
  if (named >= min && text !== '') return named;
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}
