import Handlebars from 'handlebars';

/** Returns the name that a block of a layout, or what fills it, has; undefined: its form is wrong. */
export function nameOf({ params, hash, inverse }: hbs.AST.BlockStatement): string | undefined {
  const [name] = params as (hbs.AST.StringLiteral | undefined)[];
  // `hash` and `inverse` are absent without them, whatever the types say.
  const isPlain = params.length === 1 && !(hash as unknown) && !(inverse as unknown);
  const isName = name?.type === 'StringLiteral' && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name.value);
  return isPlain && isName ? name.value : undefined;
}

/** Returns the blocks of a layout, also those in other blocks. */
export function blocksOf(body: readonly hbs.AST.Statement[]): hbs.AST.BlockStatement[] {
  const finder = new BlockFinder();
  for (const node of body) finder.accept(node);
  return finder.found;
}

class BlockFinder extends Handlebars.Visitor {
  readonly found: hbs.AST.BlockStatement[] = [];

  override BlockStatement(node: hbs.AST.BlockStatement): void {
    if ((node.path as Partial<hbs.AST.PathExpression>).original === 'block') this.found.push(node);
    super.BlockStatement(node);
  }
}
