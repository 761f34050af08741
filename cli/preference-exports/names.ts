import { CliError } from '../errors';

/** Names of groups of another service with the names of our categories. Null: it is left out. */
export type GivenNames = ReadonlyMap<string, string | null>;

/** Adds a value of `--category theirs=ours`. */
export function namePair(text: string, before: [string, string][] = []): [string, string][] {
  const at = text.lastIndexOf('=');
  const [theirs, ours] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at > 0 && theirs !== '' && ours !== '') return [...before, [theirs, ours]];
  throw new CliError(`--category ${text} names no two categories`, {
    next: 'Write --category theirs=ours, such as --category topic_1=news.',
    usage: true,
  });
}

/** Returns the names that a map in a file and options give. An option comes before the file. */
export function givenNames(
  map: Record<string, unknown> | undefined,
  pairs: readonly (readonly [string, string])[] = [],
): GivenNames {
  if (map !== undefined && (typeof map !== 'object' || Array.isArray(map)))
    throw new CliError('the file of --map must be an object such as {"topic_1": "news"}', { usage: true });
  const wrong = Object.entries(map ?? {}).find(([, ours]) => ours !== null && typeof ours !== 'string');
  if (wrong)
    throw new CliError(`"${wrong[0]}" in the file of --map must be the name of a category, or null`, {
      usage: true,
    });
  return new Map([...Object.entries((map ?? {}) as Record<string, string | null>), ...pairs]);
}

/** Throws a CliError for a given name of a category that there is not. */
export function checkNames(given: GivenNames, categories: readonly { name: string }[], where: string): void {
  const names = categories.map(({ name }) => name);
  const missing = [...given.values()].find((ours) => ours !== null && !names.includes(ours));
  if (missing === undefined || missing === null) return;
  throw new CliError(`there is no category ${missing} in ${where}`, {
    next:
      names.length === 0
        ? 'It has no category yet: push some with the events, or heliograph categories set NAME --file FILE.'
        : `Its categories: ${names.join(', ')}.`,
    usage: true,
  });
}

/** Finds our category for a group, by its given name or by the same name, and counts the groups that it is asked for. */
export class CategoryNames {
  /** How many people have a choice for each group. */
  readonly counts = new Map<string, number>();
  private readonly ours: ReadonlySet<string>;

  constructor(
    private readonly given: GivenNames,
    categories: readonly { name: string }[],
  ) {
    this.ours = new Set(categories.map(({ name }) => name));
  }

  readonly categoryOf = (group: string): string | null => {
    this.counts.set(group, (this.counts.get(group) ?? 0) + 1);
    const given = this.given.get(group);
    return given === undefined ? (this.ours.has(group) ? group : null) : given;
  };

  /** The groups for which nobody has said what they are here, with their counts. */
  get unknown(): [group: string, people: number][] {
    return [...this.counts].filter(([group]) => !this.given.has(group) && !this.ours.has(group));
  }
}
