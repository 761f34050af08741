import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Returns the message of an issue for which the schema has none. It follows the name of the field. */
export const issueMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(nounOf(issue.expected), issue.input);
    case 'invalid_value':
      return `${issue.input === undefined ? 'is required and ' : ''}must be ${choiceOf(issue.values.map(String))}`;
    case 'too_big':
      return most(issue);
    case 'too_small':
      return least(issue);
    case 'invalid_format':
      return `must match ${issue.pattern ?? issue.format}`;
    case 'unrecognized_keys':
      return `is not a known field${knownFields(issue)}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'is not valid';
    case 'invalid_union':
      return unionMessage(issue.errors, issue.input);
    default:
      return 'is not valid';
  }
};

export function typeMessage(what: string, given: unknown): string {
  if (given === undefined) return what === '' ? 'is required' : `is required and must be ${what}`;
  return what === 'an integer' && typeof given === 'number'
    ? 'must be an integer'
    : `must be ${what}, not ${kindOf(given)}`;
}

const NOUNS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};
/** Zod calls a required value of any type `nonoptional`. */
const nounOf = (type: string): string => (type === 'nonoptional' ? '' : (NOUNS[type] ?? type));

/** Names the type, and never the value, which may be a secret. */
function kindOf(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'number' ? 'a number' : 'an object';
}

export const choiceOf = (values: readonly string[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;

/** What a size counts; a number has none. */
const UNITS: Record<string, string> = { string: 'characters', array: 'entries' };

function most({ origin, maximum, inclusive }: Issue & { code: 'too_big' }): string {
  const unit = UNITS[origin];
  if (unit) return `must have at most ${maximum} ${unit}`;
  return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`;
}

function least({ origin, minimum, inclusive }: Issue & { code: 'too_small' }): string {
  const unit = UNITS[origin];
  if (!unit) return `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`;
  return Number(minimum) === 1 ? 'must not be empty' : `must have at least ${minimum} ${unit}`;
}

function knownFields({ inst }: Issue): string {
  const def = inst?._zod.def as { shape?: object } | undefined;
  const names = Object.keys(def?.shape ?? {});
  return names.length === 0 ? '' : `. Known fields: ${names.join(', ')}`;
}

/** Returns the messages of the forms of the right type; if there are none, the types of all forms. */
function unionMessage(errors: readonly z.core.$ZodIssue[][], input: unknown): string {
  const firsts = errors.flatMap(([first]) => first ?? []);
  const close = firsts.filter(({ code, path }) => code !== 'invalid_type' && path.length === 0);
  if (close.length > 0) return [...new Set(close.map(({ message }) => message))].join(', or ');
  const types = firsts.flatMap((issue) => (issue.code === 'invalid_type' ? nounOf(issue.expected) : []));
  return typeMessage([...new Set(types)].join(' or '), input);
}
