import { LineCounter, isMap, isNode, isScalar, isSeq, parseDocument, type Node, type Scalar } from 'yaml';
import { sizeProblem } from './limits';
import type { Found, Path } from './problem';
import { YamlNodes } from './yaml-nodes';
import { yamlProblems } from './yaml-problems';
import { scanTokens } from './yaml-tokens';

/** A parsed YAML text, and the lines of its values. */
export class YamlSource {
  private constructor(
    readonly value: unknown,
    private readonly source: string,
    private readonly root: unknown,
    private readonly nodes: YamlNodes,
    private readonly lineAt: (offset: number) => number,
  ) {}

  static read(source: string): YamlSource | Found[] {
    const size = sizeProblem(source);
    if (size !== undefined) return [{ line: 1, message: size }];
    const { tooMuch, lost } = scanTokens(source);
    if (tooMuch) return [tooMuch];

    const lines = new LineCounter();
    const document = parseDocument(source, { ...PARSING, lineCounter: lines });
    const lineAt = (offset: number): number => lines.linePos(offset).line || 1;
    const problems = yamlProblems(source, document, lineAt);
    if (problems.length > 0) return problems;
    const nodes = new YamlNodes(document, lineAt);
    if (lost.length + nodes.problems.length > 0) return [...lost, ...nodes.problems];
    if (document.contents === null) return [{ line: 1, message: 'the file is empty' }];
    // YamlNodes has limited what aliases may repeat.
    const value: unknown = document.toJS({ maxAliasCount: -1 });
    return new YamlSource(value, source, document.contents, nodes, lineAt);
  }

  /** Returns the line of the value at `path`; if there is none, of the nearest node around it. */
  lineOf(path: Path): number {
    return this.find(path).line;
  }

  /** Returns the keys of the map at `path` in the file's order; empty if there is no map. */
  keysAt(path: Path): string[] {
    const { node } = this.find(path);
    return isMap(node) ? this.nodes.keys(node) : [];
  }

  /** Returns the source of a scalar: of a block scalar from the line after its header, of others from their first line. */
  scalarAt(
    path: Path,
  ): { style: Scalar.Type | undefined; line: number; column: number; raw: string } | undefined {
    const { node } = this.find(path);
    if (!isScalar(node) || !node.range) return undefined;
    const block = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
    const start = block ? this.source.indexOf('\n', node.range[0]) + 1 : node.range[0];
    const raw = this.source.slice(start, node.range[1]);
    const column = start - this.source.lastIndexOf('\n', start - 1);
    return { style: node.type ?? undefined, line: this.lineAt(start), column, raw };
  }

  private find(path: Path): { line: number; node: Node | undefined } {
    let node = this.nodes.resolved(this.root);
    let line = 1;
    const moveTo = (place: unknown, next: unknown): void => {
      line = isNode(place) && place.range ? this.lineAt(place.range[0]) : line;
      node = this.nodes.resolved(next);
    };
    for (const key of path) {
      const pair = isMap(node) ? this.nodes.pair(node, String(key)) : undefined;
      if (pair) moveTo(pair.key, pair.value);
      else if (isSeq(node) && typeof key === 'number' && node.items[key] !== undefined)
        moveTo(node.items[key], node.items[key]);
      else return { line, node: undefined };
    }
    return { line, node };
  }
}

/**
 * YamlNodes finds duplicate keys, because the parser compares each key with all before it. The schema is fixed, because
 * `%YAML 1.1` in the file would select one with sets, binary data and merges.
 */
const PARSING = {
  prettyErrors: false,
  stringKeys: true,
  uniqueKeys: false,
  schema: 'core',
  resolveKnownTags: false,
} as const;
