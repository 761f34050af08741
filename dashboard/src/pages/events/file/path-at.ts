import { isMap as isYamlMap, isNode, isScalar, isSeq, LineCounter } from 'yaml';
import { parseFile, type Path } from './read';

/** What a line of a file belongs to. */
export interface Placed {
  path: Path;
  /** The line within the text at the path, from 1. */
  textLine: number;
}

/** Returns the deepest value that a line of a file belongs to. A line with several values belongs to what has them. */
export function placeOf(source: string, line: number): Placed {
  const counter = new LineCounter();
  const lineAt = (offset: number): number => counter.linePos(offset).line;
  const path: (string | number)[] = [];
  let node: unknown = parseFile(source, counter).contents;
  let first = 1;
  for (;;) {
    const parts = partsOf(node).filter(({ from, to }) => lineAt(from) <= line && line <= lineAt(to));
    const [part] = parts;
    if (!part || parts.length > 1) break;
    path.push(part.key);
    node = part.value;
    first = lineAt(part.starts) + (isBlock(node) ? 1 : 0);
  }
  return { path, textLine: Math.max(1, line - first + 1) };
}

interface Part {
  key: string | number;
  value: unknown;
  /** Offsets of its first character, of that of its value, and of its last one. */
  from: number;
  starts: number;
  to: number;
}

function partsOf(node: unknown): Part[] {
  if (isYamlMap(node))
    return node.items.flatMap(({ key, value }) => {
      if (!isScalar(key) || !key.range) return [];
      const range = (isNode(value) && value.range) || key.range;
      const to = Math.max(key.range[0], range[1] - 1);
      return [{ key: String(key.value), value, from: key.range[0], starts: range[0], to }];
    });
  if (!isSeq(node)) return [];
  return node.items.flatMap((value, index) => {
    const range = isNode(value) ? value.range : undefined;
    if (!range) return [];
    return [{ key: index, value, from: range[0], starts: range[0], to: Math.max(range[0], range[1] - 1) }];
  });
}

const isBlock = (node: unknown): boolean =>
  isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
