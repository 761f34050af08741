import { CST, Lexer, LineCounter, isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Document, Node, Scalar } from 'yaml';
import { lostTexts } from './yaml-comments';
import { yamlProblems } from './yaml-problems';

/** What is wrong with an event file, and where: `file:line: message`. */
export interface Problem {
  file: string;
  /** From 1. */
  line: number;
  message: string;
}

export type Path = readonly (string | number)[];

const MAX_BYTES = 1024 * 1024;
const MAX_ALIASES = 100;
const MAX_NESTING = 100;

/** A YAML text that was read, and the lines its values stand on. */
export class YamlSource {
  private constructor(
    readonly value: unknown,
    private readonly source: string,
    private readonly document: Document,
    private readonly lines: LineCounter,
  ) {}

  static read(source: string): YamlSource | Omit<Problem, 'file'>[] {
    if (Buffer.byteLength(source) > MAX_BYTES) return [{ line: 1, message: 'the file is larger than 1 MB' }];
    const tooDeep = nestingProblem(source);
    if (tooDeep) return [tooDeep];

    const lines = new LineCounter();
    const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, stringKeys: true });
    const problems = yamlProblems(source, document, lines);
    if (problems.length > 0) return problems;
    const lost = lostTexts(source);
    if (lost.length > 0) return lost;
    if (document.contents === null) return [{ line: 1, message: 'the file is empty' }];
    try {
      const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
      return new YamlSource(value, source, document, lines);
    } catch {
      return [{ line: 1, message: `aliases (*name) repeat more than ${MAX_ALIASES} values` }];
    }
  }

  /** The line of the value at `path`, or, where there is none, of the nearest thing around it. */
  lineOf(path: Path): number {
    return this.find(path).line;
  }

  /** The keys of the map at `path` in the file's order; none where there is no map. */
  keysAt(path: Path): string[] {
    const { node } = this.find(path);
    return isMap(node)
      ? node.items.map((item) => String(isScalar(item.key) ? item.key.value : item.key))
      : [];
  }

  /** The source of a scalar from the line after its header on (block scalars) or from its first line. */
  scalarAt(path: Path): { style: Scalar.Type | undefined; line: number; raw: string } | undefined {
    const { node } = this.find(path);
    if (!isScalar(node) || !node.range) return undefined;
    const block = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
    const start = block ? this.source.indexOf('\n', node.range[0]) + 1 : node.range[0];
    const raw = this.source.slice(start, node.range[1]);
    return { style: node.type ?? undefined, line: this.lines.linePos(start).line, raw };
  }

  private find(path: Path): { line: number; node: Node | undefined } {
    let node: unknown = this.document.contents;
    let line = 1;
    for (const key of path) {
      if (isAlias(node)) node = node.resolve(this.document);
      if (isMap(node)) {
        const pair = node.items.find((item) => isScalar(item.key) && item.key.value === String(key));
        if (!pair) return { line, node: undefined };
        line = this.lineAt(pair.key) ?? line;
        node = pair.value;
      } else if (isSeq(node) && typeof key === 'number' && node.items[key] !== undefined) {
        node = node.items[key];
        line = this.lineAt(node) ?? line;
      } else return { line, node: undefined };
    }
    if (isAlias(node)) node = node.resolve(this.document);
    return { line, node: node as Node | undefined };
  }

  private lineAt(node: unknown): number | undefined {
    const range = (node as Node | null)?.range;
    return range ? this.lines.linePos(range[0]).line : undefined;
  }
}

const NESTING = new Set(['seq-item-ind', 'explicit-key-ind', 'map-value-ind', 'anchor', 'tag']);

/**
 * The parser recurses, and some texts of a few kilobytes that nest without end exhaust its stack or memory, which ends
 * the process. The lexer does not recurse, so it looks first. (Indentation needs no limit: depth n costs n² bytes.)
 */
function nestingProblem(source: string): Omit<Problem, 'file'> | undefined {
  let line = 1;
  let onLine = 0;
  /** What `onLine` was where each flow collection that is still open began: a comma in it goes back to that. */
  const opened: number[] = [];
  for (const token of new Lexer().lex(source)) {
    const type = CST.tokenType(token) ?? '';
    if (type.startsWith('flow-') && type.endsWith('-start')) opened.push(onLine);
    if (type.startsWith('flow-') && type.endsWith('-end')) onLine = opened.pop() ?? onLine;
    if (type === 'comma') onLine = opened.at(-1) ?? onLine;
    if (NESTING.has(type)) onLine += 1;
    if (opened.length > MAX_NESTING || onLine > MAX_NESTING) {
      return { line, message: `nested deeper than ${MAX_NESTING} levels` };
    }
    for (let at = token.indexOf('\n'); at !== -1; at = token.indexOf('\n', at + 1)) {
      line += 1;
      onLine = 0;
    }
  }
  return undefined;
}
