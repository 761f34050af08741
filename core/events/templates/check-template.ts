import Handlebars from 'handlebars';
import { HELPERS as OURS } from './helpers';
import { parseTemplate } from './parse-template';
import { ESCAPE, LET, MESSAGE, PRINT, RAW_MESSAGE } from './prepare-template';

export interface TemplateProblem {
  /** Line in the template, from 1. */
  line: number;
  message: string;
  /** Column in that line, from 0. */
  column?: number;
  /** It keeps no event from being applied. */
  isWarning?: boolean;
}

interface Form {
  min: number;
  max: number;
  block: boolean;
  /** Absent: any. */
  options?: readonly string[];
}

/** The helpers that a template may call, Handlebars' own and ours, with their numbers of values. */
const HELPERS = new Map<string, Form>([
  ...['if', 'unless', 'each', 'with'].map((name): [string, Form] => [
    name,
    { min: 1, max: 1, block: true, options: [] },
  ]),
  [LET, { min: 1, max: 100, block: true, options: [] }],
  [MESSAGE, { min: 1, max: 2, block: false }],
  ['lookup', { min: 2, max: 2, block: false, options: [] }],
  ...[...OURS].map(([name, { min, max, options }]): [string, Form] => [
    name,
    { min, max, block: false, options },
  ]),
]);

/** Helpers that no template calls. `{{[@print]}}` would. */
const OWN = new Set([ESCAPE, PRINT, RAW_MESSAGE]);

/** The helpers that authors know. */
const KNOWN = [...HELPERS.keys()].filter((name) => name !== LET && name !== MESSAGE).join(', ');

/** The helpers that authors know, with the options that they take. */
export const KNOWN_HELPERS = [...HELPERS]
  .filter(([name]) => name !== LET && name !== MESSAGE)
  .map(([name, { block, options = [] }]) => ({ name, block, options: [...options] }));

/** Maximum number of characters of a text. */
export const MAX_LENGTH = 256 * 1024;
/** Maximum number of expressions. Compiling as many takes half a second. */
const MAX_EXPRESSIONS = 5000;
/** Maximum number of names in one path, such as `a.b.c`, including `../`. The compiled code nests with it. */
const MAX_NAMES = 50;
/** Maximum nesting of blocks, and number of brackets in one expression. The parser's time and stack grow with it. */
const MAX_NESTING = 50;

type Call = hbs.AST.MustacheStatement | hbs.AST.BlockStatement | hbs.AST.SubExpression;

/** Returns the first problem of a template, of all that would fail at rendering; undefined: there is none. */
export const checkTemplate = (source: string): TemplateProblem | undefined =>
  read(source, (program) => {
    const checker = new Checker();
    checker.accept(program);
    return checker.problem;
  });

/** Returns why a template cannot be parsed, or not within its limits; undefined: it can. */
export const checkSyntax = (source: string): TemplateProblem | undefined => read(source, () => undefined);

function read(
  source: string,
  check: (program: hbs.AST.Program) => TemplateProblem | undefined,
): TemplateProblem | undefined {
  if (source.length > MAX_LENGTH) return { line: 1, message: `longer than ${MAX_LENGTH / 1024} kB` };
  if (source.split('{{').length - 1 > MAX_EXPRESSIONS)
    return { line: 1, message: `more than ${MAX_EXPRESSIONS} expressions` };
  const blocks = scanBlocks(source);
  if (blocks.tooDeep) return blocks.tooDeep;
  try {
    return check(parseTemplate(source));
  } catch (error) {
    return parseProblem(error, blocks.unclosed);
  }
}

class Checker extends Handlebars.Visitor {
  problem: TemplateProblem | undefined;

  override MustacheStatement(node: hbs.AST.MustacheStatement): void {
    this.checkCall(node, 'value');
    super.MustacheStatement(node);
  }

  override SubExpression(node: hbs.AST.SubExpression): void {
    this.checkCall(node, 'value');
    super.SubExpression(node);
  }

  override BlockStatement(node: hbs.AST.BlockStatement): void {
    this.checkCall(node, 'block');
    super.BlockStatement(node);
  }

  override PathExpression(node: hbs.AST.PathExpression): void {
    if (node.parts.length + node.depth > MAX_NAMES)
      this.report(node, `more than ${MAX_NAMES} names in one path`);
  }

  override PartialStatement(node: hbs.AST.PartialStatement): void {
    this.report(node, 'partials ({{> …}}) are not available here');
  }

  override PartialBlockStatement(node: hbs.AST.PartialBlockStatement): void {
    this.report(node, 'partial blocks ({{#> …}}) are not available: use a layout with blocks');
  }

  override Decorator(node: hbs.AST.Decorator): void {
    this.report(node, 'decorators ({{* …}}) are not available');
  }

  override DecoratorBlock(node: hbs.AST.DecoratorBlock): void {
    this.report(node, 'decorators ({{#* …}}) are not available');
  }

  private checkCall(node: Call, kind: 'value' | 'block'): void {
    const { original: name, data } = node.path as hbs.AST.PathExpression;
    const values = node.params.length;
    const helper = HELPERS.get(String(name));
    // A helper of ours alone is the variable of that name: payloads have keys such as "date" and "number".
    if (kind === 'value' && node.type !== 'SubExpression' && values === 0 && !node.hash && OURS.has(name))
      return;
    if (helper) this.checkHelper(node, name, helper, kind);
    else if (values > 0 || node.hash || node.type === 'SubExpression' || (OWN.has(name) && !data)) {
      const isText = name === 't';
      this.report(
        node,
        isText
          ? 'translations ({{t …}}) are not available here'
          : `unknown helper "${name}" (known: ${KNOWN})`,
      );
    }
  }

  private checkHelper(node: Call, name: string, helper: Form, kind: 'value' | 'block'): void {
    const values = node.params.length;
    const { options } = helper;
    const unknown = options && node.hash?.pairs.find(({ key }) => !options.includes(key));
    if (values < helper.min || values > helper.max) {
      this.report(node, `helper "${name}" takes ${describeCount(helper)}, it has ${values}`);
    } else if (helper.block !== (kind === 'block')) {
      const form = helper.block ? `a block: {{#${name} …}} … {{/${name}}}` : 'not a block';
      this.report(node, `helper "${name}" is ${form}`);
    } else if (unknown) {
      const known = options.length > 0 ? `it knows ${options.join(', ')}` : 'it has none';
      this.report(node, `helper "${name}" has no option "${unknown.key}" (${known})`);
    }
  }

  private report(node: hbs.AST.Node, message: string): void {
    this.problem ??= { ...node.loc.start, message };
  }
}

function describeCount({ min, max }: Form): string {
  if (min !== max) return `${min} to ${max} values`;
  return min === 1 ? 'one value' : `${min} values`;
}

function parseProblem(error: unknown, unclosed: TemplateProblem | undefined): TemplateProblem {
  const words = error instanceof Error ? error.message : String(error);
  // The parser finds an unclosed block at the end of the template. The author needs its beginning.
  if (unclosed && words.includes("got 'EOF'")) return unclosed;
  const place = /^(?:Parse|Lexical) error on line (\d+)[^\n]*/.exec(words);
  if (place) {
    const got = /got '([A-Z_]+)'/.exec(words)?.[1];
    const line = Number(place[1]);
    const what = got ? ` at ${describeToken(got)}` : '';
    return { line, message: `template syntax error${what}${describePlace(words, line)}` };
  }
  // Semantic errors of the parser end in "- line:column".
  const semantic = /^([^\n]*?) - (\d+):\d+$/.exec(words);
  return semantic
    ? { line: Number(semantic[2]), message: semantic[1]! }
    : { line: 1, message: words.split('\n', 1)[0]! };
}

/** Describes where the parser stopped. Its message has the text around the place, and a line with `^` below it. */
function describePlace(words: string, line: number): string {
  const [, shown = '', pointer = ''] = words.split('\n');
  const stop = Math.max(pointer.length - 1, 0);
  // Shows the tag from its beginning, if the text has it. The parser may have stopped at its first brace.
  const tag = shown.slice(0, stop + 2).search(/\{{2,3}(?:(?!\{\{).)*$/);
  const text = shown.slice(tag === -1 ? stop : Math.min(tag, stop)).trim();
  return text === '' ? '' : ` (line ${line} of the template: ${text})`;
}

/** Scans the tags without the parser. */
function scanBlocks(source: string): { tooDeep?: TemplateProblem; unclosed?: TemplateProblem } {
  const open: { name: string; index: number; levels: number }[] = [];
  const problem = (index: number, message: string): TemplateProblem => ({
    line: source.slice(0, index).split('\n').length,
    message,
  });
  let levels = 0;
  for (const tag of source.matchAll(/\{\{~?(?:([#^/])\s*([^\s}~]+)|else\s+[^\s}~])[^{}]*/g)) {
    const top = open.at(-1);
    if (tag[1] === '/') levels -= open.pop()?.levels ?? 0;
    else if (tag[1] !== undefined) open.push({ name: tag[2]!, index: tag.index, levels: 1 });
    else if (top) top.levels += 1;
    if (tag[1] !== '/') levels += 1;
    if (levels > MAX_NESTING) return { tooDeep: problem(tag.index, `more than ${MAX_NESTING} blocks deep`) };
  }
  for (const tag of source.matchAll(/\{\{[^{}]*/g)) {
    if (tag[0].split('(').length - 1 > MAX_NESTING) {
      return { tooDeep: problem(tag.index, `more than ${MAX_NESTING} brackets in one expression`) };
    }
  }
  const last = open.pop();
  return last ? { unclosed: problem(last.index, `block {{#${last.name}}} is never closed`) } : {};
}

function describeToken(token: string): string {
  const words: Record<string, string> = {
    EOF: 'the end of the template',
    INVALID: 'a character that does not belong there, or a missing "}}"',
    EQUALS: '"="',
    CLOSE_BLOCK_PARAMS: '"|", which gives a default to a variable alone, {{name | Guest}}',
    CLOSE: '"}}"',
    CLOSE_UNESCAPED: '"}}}"',
    OPEN_ENDBLOCK: 'an end of a block that is not open',
    INVERSE: 'an "else" outside of a block',
  };
  return words[token] ?? token.toLowerCase().replaceAll('_', ' ');
}
