import { isAlias, isCollection, isScalar, visit } from 'yaml';
import type { Document, LineCounter, Node, YAMLError } from 'yaml';
import type { Problem } from './yaml-source';

type Found = Omit<Problem, 'file'>;

/** One mistake. `stays` in its line: what is wrong in later lines is another. */
interface Mistake extends Found {
  stays?: boolean;
}

/**
 * What is wrong with a text that is not YAML, in words for who wrote it. One mistake often makes several errors of the
 * parser, so what may only follow from a mistake is left out.
 */
export function yamlProblems(source: string, document: Document, lines: LineCounter): Found[] {
  const errors = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const reader = new ErrorReader(source, document, lines);
  const found: Found[] = [];
  for (const error of errors) {
    if (found.at(-1)?.line === reader.lineAt(error.pos[0])) continue;
    const { line, message, stays } = reader.mistakeOf(error);
    found.push({ line, message: `not valid YAML: ${message}` });
    if (!stays) break;
  }
  return found;
}

class ErrorReader {
  constructor(
    private readonly source: string,
    private readonly document: Document,
    private readonly lines: LineCounter,
  ) {}

  mistakeOf(error: YAMLError): Mistake {
    const [at] = error.pos;
    const line = this.lineAt(at);
    const known =
      this.unquotedTemplate(at, line) ??
      this.byCode(error, line) ??
      (this.beginsLine(at) && error.code !== 'MULTIPLE_DOCS' ? { line, message: INDENTATION } : undefined);
    return known ?? { line, message: error.message.replace(/; please use.*$/s, '') };
  }

  /** The parser takes `{{` for two maps. */
  private unquotedTemplate(at: number, line: number): Mistake | undefined {
    const index = this.source.slice(Math.max(at - 2, 0), at + 2).indexOf('{{');
    if (index === -1) return undefined;
    const start = Math.max(at - 2, 0) + index;
    const message = /(?:^|[:,{[-])\s*$/.test(this.lineUpTo(start))
      ? 'put a text that begins with "{{" in quotes'
      : 'put a text with "{{" in it, between braces or brackets, in quotes';
    // A "#" begins a comment there, which takes the end of the map with it.
    return { line, message, stays: /^[^#'"]*\}\}/.test(this.restOfLine(start)) };
  }

  private byCode({ code, message, pos: [at] }: YAMLError, line: number): Mistake | undefined {
    const rest = this.restOfLine(at);
    switch (code) {
      case 'TAB_AS_INDENT':
        return { line, message: TABS };
      case 'DUPLICATE_KEY':
        return {
          line,
          message: `the key "${rest.split(':', 1)[0]!.replace(/['"]/g, '')}" stands twice in one map`,
          stays: true,
        };
      case 'BAD_SCALAR_START':
        return { line, message: `put a text that begins with "${rest[0]}" in quotes`, stays: true };
      case 'TAG_RESOLVE_FAILED':
        return { line, message: `${message} (put a text that begins with "!" in quotes)`, stays: true };
      case 'BLOCK_IN_FLOW':
      case 'BLOCK_AS_IMPLICIT_KEY':
        return this.nestedMap(at, line);
      case 'MULTILINE_IMPLICIT_KEY':
        return this.keyWithoutValue(at, line);
      case 'MISSING_CHAR':
        if (message.startsWith('Missing closing')) return this.notClosed(at, 'quote');
        return message.startsWith('Implicit map keys') ? this.keyWithoutValue(at, line) : undefined;
      case 'BAD_INDENT':
        if (message.startsWith('Flow')) return this.notClosed(at, 'bracket');
        // Its place may be the end of the line before.
        return {
          line: this.lineAt(at + Math.max(this.source.slice(at).search(/\S/), 0)),
          message: INDENTATION,
        };
      case 'UNEXPECTED_TOKEN':
        return this.unexpected(message, at, line);
      default:
        return undefined;
    }
  }

  /** A map where a text was meant, or a key that is too far to the right. */
  private nestedMap(at: number, line: number): Mistake | undefined {
    const rest = this.restOfLine(at);
    if (this.beginsLine(at)) return undefined;
    if (/^[?-] /.test(rest)) return { line, message: `put a text that begins with "${rest[0]} " in quotes` };
    if (/:\s/.test(`${rest}\n`)) {
      const where = /:\s/.test(rest) ? 'with ": " in it' : 'that ends with ":"';
      return { line, message: `put a text ${where} in quotes`, stays: true };
    }
    const key = this.lineAt(at + Math.max(this.source.slice(at).search(/:\s/), 0));
    return { line: key, message: `${INDENTATION}; put a text over several lines in quotes or behind "|"` };
  }

  private keyWithoutValue(at: number, line: number): Mistake {
    if (this.lineUpTo(at).includes('\t')) return { line, message: TABS };
    const words = this.restOfLine(at).slice(0, 40);
    const message = `"${words}" is neither a key, which has ": " behind it, nor indented as a part of a text`;
    return { line, message };
  }

  private notClosed(at: number, what: 'quote' | 'bracket'): Mistake | undefined {
    const node = this.nodeBefore(at, what === 'quote' ? isScalar : isCollection);
    if (!node?.range) return undefined;
    const [start] = node.range;
    return { line: this.lineAt(start), message: `the ${this.source[start]} of this line is never closed` };
  }

  /** Something stands behind a value that is complete. */
  private unexpected(message: string, at: number, line: number): Mistake | undefined {
    if (message.includes('on same line with key'))
      return { line, message: 'put a text that begins with "- " in quotes' };
    if (/^(?:Not a YAML token|Block scalar header)/.test(message))
      return { line, message: 'a text behind "|" or ">" begins on the next line' };
    if (/^Unexpected flow-\w+-end/.test(message))
      return { line, message: `the ${this.source[at]} here closes nothing` };
    if (!message.endsWith('at node end') || this.beginsLine(at)) return undefined;
    const node = this.nodeBefore(at, (one) => isScalar(one) || isCollection(one) || isAlias(one));
    if (!node?.range) return undefined;
    const begins = this.source[node.range[0]]!;
    if (!isScalar(node)) return { line, message: `put a text that begins with "${begins}" in quotes` };
    if (begins !== "'" && begins !== '"') return undefined;
    const first = this.lineAt(node.range[0]);
    const twice = begins === "'" ? "''" : '\\"';
    return first === line
      ? {
          line,
          message: `the text goes on behind its closing ${begins} (write ${twice} for one in the text)`,
        }
      : { line: first, message: `the ${begins} of this line is closed only on line ${line}` };
  }

  /** The outermost value of that kind that ends where `at` is, but for white space. */
  private nodeBefore(at: number, wanted: (node: Node) => boolean): Node | undefined {
    let found: Node | undefined;
    visit(this.document, {
      Node: (_key, node) => {
        const [start, end] = node.range ?? [];
        if (start === undefined || end === undefined || start >= at || end > at || !wanted(node))
          return undefined;
        if (isCollection(node) && !node.flow) return undefined;
        if (this.source.slice(end, at).trim() !== '') return undefined;
        found = node;
        return visit.BREAK;
      },
    });
    return found;
  }

  private beginsLine(at: number): boolean {
    return this.lineUpTo(at).trim() === '';
  }

  private lineUpTo(at: number): string {
    return this.source.slice(this.source.lastIndexOf('\n', at - 1) + 1, at);
  }

  private restOfLine(at: number): string {
    const end = this.source.indexOf('\n', at);
    return this.source.slice(at, end === -1 ? undefined : end).trimEnd();
  }

  lineAt(at: number): number {
    return this.lines.linePos(at).line || 1;
  }
}

const INDENTATION = 'the indentation fits nothing above it: what is in one map or list begins in one column';
const TABS = 'Tabs are not allowed as indentation: write spaces';
