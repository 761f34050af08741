import Handlebars from 'handlebars';
import { HELPERS } from './helpers';
import { parseTemplate } from './parse-template';

type Program = hbs.AST.Program;

/** Names of the helpers that print, escaped for the place or as it is; no template can call them: the parser reads no such name. */
export const ESCAPE = '@escape';
export const PRINT = '@print';

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
    super.MustacheStatement(node);
    const isCall = node.params.length > 0 || node.hash;
    if (!isCall) this.asVariable(node);
    if (this.isHtml && node.escaped) return;
    const inner = isCall ? { ...node, type: 'SubExpression' as const } : node.path;
    node.params = [inner];
    node.path = pathTo(node.escaped ? ESCAPE : PRINT, node.loc);
    delete (node as Partial<hbs.AST.MustacheStatement>).hash;
    node.escaped = false;
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

const pathTo = (name: string, loc: hbs.AST.SourceLocation): hbs.AST.PathExpression => ({
  type: 'PathExpression',
  data: false,
  depth: 0,
  parts: [name],
  original: name,
  loc,
});
