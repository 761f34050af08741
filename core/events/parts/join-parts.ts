import { formatCount, MOST_PROBLEMS } from '../file/limits';
import type { Problem } from '../file/problem';
import type { ReadEvent } from '../file/read';
import { isPageTexts, isTranslation, type Part, PART_KINDS, usedName } from './part';
import { MOST_PART_BYTES, MOST_PARTS, type ReadPart } from './read-part';

type ValidPart = Extract<ReadPart, { ok: true }>;

/** Number of unused texts that a warning names. */
const SHOWN = 5;

/** Returns the parts of one push, or the problems of all of them. `stored` are those that it does not replace. */
export function joinParts(
  read: readonly ReadPart[],
  stored: readonly Part[],
): { ok: true; parts: ValidPart[] } | { ok: false; problems: Problem[] } {
  const problems = read.flatMap((one) => (one.ok ? [] : one.problems));
  const valid = read.filter((one) => one.ok);
  const shown = new Map<string, string>();
  for (const { part } of valid) {
    const other = shown.get(part.file);
    if (other !== undefined)
      problems.push({ file: part.shown, line: 1, message: `${part.file} is also in ${other}` });
    shown.set(part.file, part.shown);
  }
  const limit = limitProblem([...stored, ...valid.map(({ part }) => part)]);
  if (limit !== undefined && valid[0]) problems.push({ file: valid[0].part.shown, line: 1, message: limit });
  return problems.length > 0
    ? { ok: false, problems: problems.slice(0, MOST_PROBLEMS) }
    : { ok: true, parts: valid };
}

function limitProblem(parts: readonly Part[]): string | undefined {
  if (parts.length > MOST_PARTS)
    return `there are ${formatCount(parts.length)} files of layouts, partials and translations; an environment may have at most ${MOST_PARTS}`;
  const bytes = parts.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  if (bytes <= MOST_PART_BYTES) return undefined;
  return `layouts, partials and translations have ${formatCount(bytes)} bytes; an environment may have at most ${formatCount(MOST_PART_BYTES)} (4 MB)`;
}

/**
 * Returns warnings of parts that no event uses, of blocks without a content that none of the layout's events fills, and of
 * texts that no event uses.
 */
export function unusedParts(parts: readonly ValidPart[], events: readonly ReadEvent[]): Problem[] {
  const used = new Set(events.flatMap((one) => (one.ok ? one.uses : [])));
  const filled = new Set(events.flatMap((one) => (one.ok ? one.fills : [])));
  return parts.flatMap(({ part, blocks }) => {
    if (isPageTexts(part)) return [];
    const name = usedName(part);
    const warn = (line: number, message: string): Problem => ({ file: part.shown, line, message });
    const what = isTranslation(part) ? part.file : `${PART_KINDS[part.folder]} ${part.name}`;
    if (!used.has(name)) return [warn(1, `no event uses the ${what}`)];
    const left = blocks.filter((block) => !filled.has(`${name}#${block.name}`));
    if (isTranslation(part)) {
      const [first] = left;
      const names = left
        .slice(0, SHOWN)
        .map((one) => `"${one.name}"`)
        .join(', ');
      const more = left.length > SHOWN ? ` and ${formatCount(left.length - SHOWN)} more` : '';
      return first ? [warn(first.line, `no event uses the texts ${names}${more}`)] : [];
    }
    return left.map((block) =>
      warn(block.line, `no event fills the block "${block.name}", and it has no content`),
    );
  });
}
