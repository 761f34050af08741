import Handlebars from 'handlebars';
import { HELPERS } from './helpers';

type Program = hbs.AST.Program;

/** Name of the helper that escapes; no template can call it, for it is no name that the parser reads. */
export const ESCAPE = '@escape';

/**
 * Parses a template for compiling. A helper's name alone, `{{number}}`, is the variable of that name; and with `wrap`,
 * what is escaped in HTML is given to the escaping of its place instead.
 */
export function prepareTemplate(source: string, { wrap }: { wrap: boolean }): Program {
  const program = Handlebars.parse(source);
  new Preparer(wrap).accept(program);
  return program;
}

class Preparer extends Handlebars.Visitor {
  private readonly blockParams: string[] = [];

  constructor(private readonly wrap: boolean) {
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
    if (!isCall) this.asVariable(node.path);
    if (!this.wrap || !node.escaped) return;
    const inner = isCall ? { ...node, type: 'SubExpression' as const } : node.path;
    node.params = [inner];
    node.path = pathTo(ESCAPE, node.loc);
    delete (node as Partial<hbs.AST.MustacheStatement>).hash;
    node.escaped = false;
  }

  private asVariable(path: hbs.AST.PathExpression | hbs.AST.Literal): void {
    if (path.type !== 'PathExpression') return;
    const { parts, depth, original } = path as hbs.AST.PathExpression;
    const [name] = parts;
    if (parts.length !== 1 || depth > 0 || original !== name) return;
    if (HELPERS.has(name) && !this.blockParams.includes(name)) {
      (path as hbs.AST.PathExpression).original = `./${name}`;
    }
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
