import Handlebars from 'handlebars';
import { HELPERS } from './helpers';
import { parseTemplate } from './parse-template';

type Program = hbs.AST.Program;

/** Names of the helpers that print, escaped for the place or as it is. checkTemplate refuses templates that call them. */
export const ESCAPE = '@escape';
export const PRINT = '@print';
/** Name of the block that gives names to values: an event file's arguments of partials become such blocks. */
export const LET = '@let';
/** Name of the call that prints a message of a translation: `{{t "key"}}` of an event file becomes such a call. */
export const MESSAGE = '@message';
/** The same, if the message is not escaped. Its values are. */
export const RAW_MESSAGE = '@raw-message';

/** The names with `@` that a template reads. Handlebars keeps more in the same place. */
export const DATA_NAMES: readonly string[] = ['root', 'key', 'index', 'first', 'last', 'language', 'dir'];
/** A name that Handlebars keeps nothing under, and no helper has. */
const NOTHING = 'nothing';

/**
 * Parses a template for compiling. A helper's name alone, `{{number}}`, is the variable of that name. What Handlebars
 * does not escape for HTML is printed by a helper: Handlebars would join two numbers by adding them.
 */
export function prepareTemplate(source: string, { isHtml }: { isHtml: boolean }): Program {
  const program = parseTemplate(source);
  new Preparer(isHtml).accept(program);
  return program;
}

class Preparer extends Handlebars.Visitor {
  private readonly blockParams: string[] = [];
  /** Whether the tag is printed as it is. */
  private isRaw = false;

  constructor(private readonly isHtml: boolean) {
    super();
  }

  override Program(program: Program): void {
    const names = program.blockParams ?? [];
    this.blockParams.push(...names);
    super.Program(program);
    this.blockParams.length -= names.length;
  }

  override MustacheStatement(node: hbs.AST.MustacheStatement): void {
    this.isRaw = !node.escaped;
    super.MustacheStatement(node);
    this.isRaw = false;
    const isCall = node.params.length > 0 || node.hash;
    if (!isCall) this.asVariable(node);
    else if (!node.escaped && isMessage(node)) node.path = pathTo(RAW_MESSAGE, node.path.loc);
    if (this.isHtml && node.escaped) return;
    const inner = isCall ? { ...node, type: 'SubExpression' as const } : node.path;
    node.params = [inner];
    node.path = pathTo(node.escaped ? ESCAPE : PRINT, node.loc);
    delete (node as Partial<hbs.AST.MustacheStatement>).hash;
    node.escaped = false;
  }

  override SubExpression(node: hbs.AST.SubExpression): void {
    super.SubExpression(node);
    if (this.isRaw && isMessage(node)) node.path = pathTo(RAW_MESSAGE, node.path.loc);
  }

  /** Another name with `@` is nothing. Handlebars would read its own data, or call the helper of that name. */
  override PathExpression(path: hbs.AST.PathExpression): void {
    if (path.data && !DATA_NAMES.includes(path.parts[0] ?? '')) path.parts = [NOTHING];
  }

  /** As Handlebars reads it, `{{"a"}}` is the variable `a`. */
  private asVariable(node: hbs.AST.MustacheStatement): void {
    const literal = node.path as hbs.AST.StringLiteral | hbs.AST.NumberLiteral;
    if (node.path.type !== 'PathExpression') node.path = pathTo(String(literal.original), node.path.loc);
    const path = node.path as hbs.AST.PathExpression;
    const [name] = path.parts;
    if (path.parts.length !== 1 || path.depth > 0 || path.original !== name) return;
    if (HELPERS.has(name) && !this.blockParams.includes(name)) path.original = `./${name}`;
  }
}

const isMessage = ({ path }: hbs.AST.MustacheStatement | hbs.AST.SubExpression): boolean =>
  (path as Partial<hbs.AST.PathExpression>).parts?.join() === MESSAGE;

const pathTo = (name: string, loc: hbs.AST.SourceLocation): hbs.AST.PathExpression => ({
  type: 'PathExpression',
  data: false,
  depth: 0,
  parts: [name],
  original: name,
  loc,
});
