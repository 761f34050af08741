/** Returns requests in lists that each fit one call, whose body is a JSON list of them. */
export function inCalls<One extends { text: string }>(
  all: readonly One[],
  { most, maxBytes = Infinity }: { most: number; maxBytes?: number },
): One[][] {
  const calls: One[][] = [];
  let bytes = Infinity;
  for (const one of all) {
    // Its comma or bracket included.
    const size = Buffer.byteLength(one.text) + 1;
    const last = calls.at(-1);
    if (last && last.length < most && bytes + size <= maxBytes) {
      last.push(one);
      bytes += size;
    } else {
      calls.push([one]);
      bytes = size + 1;
    }
  }
  return calls;
}
