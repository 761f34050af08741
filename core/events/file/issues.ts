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
      const given = typeof value === 'string' ? suggestion(value, values) : '';
      return `${where} must be one of ${values.join(', ')}${given}${isCode(path) ? NEW_CODE : ''}`;
    }
    case 'invalid_key':
      return `${where} ${issue.issues[0]?.message ?? issue.message}`;
    default:
      return `${where} ${issue.message}`;
  }
}

/** Whether the path is the name of a sequence in code, which the API knows from its own build. */
const isCode = (path: Path): boolean => path.join('.') === 'sequence.code';
const NEW_CODE = ' (a new sequence is known after workers and API are deployed with it)';

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
