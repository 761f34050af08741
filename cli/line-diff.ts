/** Maximum number of pairs of lines that are compared. Beyond it, everything between the equal ends counts as changed. */
const MOST_PAIRS = 4_000_000;

/**
 * Returns the lines that differ, `-` before those of `before` and `+` before those of `after`. `@@ 12 @@` has the number of
 * the next line in `after`. Empty if both are equal.
 */
export function lineDiff(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [left, right] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const common = left.length * right.length <= MOST_PAIRS ? commonLengths(left, right) : undefined;
  const lines: string[] = [];
  let isEqual = true;
  for (let [i, j] = [0, 0]; i < left.length || j < right.length;) {
    if (common && i < left.length && left[i] === right[j]) {
      [i, j, isEqual] = [i + 1, j + 1, true];
      continue;
    }
    if (isEqual) lines.push(`@@ ${start + j + 1} @@`);
    isEqual = false;
    const isRemoved =
      j === right.length || (i < left.length && (!common || common[i + 1]![j]! >= common[i]![j + 1]!));
    lines.push(isRemoved ? `-${left[i++]}` : `+${right[j++]}`);
  }
  return lines;
}

/** Returns the length of the longest common subsequence of what begins at each pair of lines. */
function commonLengths(left: string[], right: string[]): Uint32Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        left[i] === right[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}
