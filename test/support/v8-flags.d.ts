/** Returns those flags that this Node's V8 has, of `--name` or `--name=value`. */
export function existingFlags(flags: readonly string[]): string[];
