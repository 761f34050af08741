/** Returns `, did you mean "email"?` with the known word that is nearest to the given one, or nothing if none is near. */
export function suggestion(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near === undefined ? '' : `, did you mean "${near}"?`;
}

/** Returns the known word that is nearest to the given one; undefined if none is near. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const lower = given.toLowerCase().slice(0, 40);
  return known
    .map((word) => ({ word, most: Math.max(1, Math.floor(word.length / 3)) }))
    .filter(({ word, most }) => Math.abs(word.length - lower.length) <= most)
    .map(({ word, most }) => ({ word, most, distance: editDistance(lower, word) }))
    .filter(({ distance, most }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)[0]?.word;
}

/** Returns how many letters to insert, remove, replace or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : Infinity;
      next.push(Math.min(replaced, swapped, row[j]! + 1, next[j - 1]! + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
