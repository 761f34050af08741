import type { z } from 'zod';
import { suggestion } from '../../shared/suggestion';
import type { Found, Path } from './problem';
import type { YamlSource } from './yaml-source';

/** Returns zod's issues as problems with lines. A message is built only if it is read. */
export function shapeProblems(error: z.ZodError, yaml: YamlSource): Found[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path as Path;
    if (issue.code === 'unrecognized_keys') {
      const known = issue.message.split(' ');
      return issue.keys.map((key) => ({
        line: yaml.lineOf([...path, key]),
        get message() {
          return `unknown key ${quotedPath([...path, key])}${suggestion(key, known) || ` (known: ${known.join(', ')})`}`;
        },
      }));
    }
    return [
      {
        line: yaml.lineOf(path),
        get message() {
          return issueMessage(issue, path, yaml);
        },
      },
    ];
  });
}

function issueMessage(issue: z.core.$ZodIssue, path: Path, yaml: YamlSource): string {
  const where = path.length === 0 ? 'the file' : quotedPath(path);
  const value = path.reduce<unknown>(
    (at, key) => (at as Record<string, unknown> | undefined)?.[key],
    yaml.value,
  );
  switch (issue.code) {
    case 'invalid_type': {
      if (value === undefined && path.length > 0) return `${where} is missing`;
      if (issue.message.startsWith('must')) return `${where} ${issue.message}`;
      return `${where} must be ${expected(issue.expected)}, not ${actual(value)}${QUOTABLE.has(typeof value) && issue.expected === 'string' ? ' (quote it)' : ''}`;
    }
    case 'invalid_value': {
      if (issue.values[0] === true) return `${where} ${issue.message}`;
      const values = issue.values.map(String);
      return `${where} ${mustBeOneOf(values, value)}`;
    }
    case 'invalid_key':
      return `${where} ${issue.issues[0]?.message ?? issue.message}`;
    default:
      return `${where} ${issue.message}`;
  }
}

/** Returns the rule of a value of a list, with what a mistyped one may mean. */
export const mustBeOneOf = (values: readonly string[], given: unknown): string =>
  `must be one of ${values.join(', ')}${typeof given === 'string' ? suggestion(given, values) : ''}`;

const expected = (type: string): string =>
  ({
    object: 'a map of keys and values',
    record: 'a map of keys and values',
    array: 'a list',
    string: 'text',
  })[type] ?? type;

/** What YAML reads from a text that has no quotes. */
const QUOTABLE: ReadonlySet<string> = new Set(['number', 'boolean']);

function actual(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

/** `templates.email.en`, `sequence[1].send`. */
export function quotedPath(path: Path): string {
  const words = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return `"${words.replace(/^\./, '')}"`;
}
