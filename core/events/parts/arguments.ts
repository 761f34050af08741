import Handlebars from 'handlebars';
import { LET } from '../templates/prepare-template';
import { tagEnd } from '../templates/tags';
import { type Edit, type PlacedText, type Range, textOf } from './edits';

/** The values of a partial by their names, each as an expression at the place where it is used. */
export type Arguments = ReadonlyMap<string, string>;

/** The names that an argument may have. */
export const ARGUMENT_NAME = /^[A-Za-z_][\w-]*$/;

/**
 * Puts the arguments of a partial into one of its tags, where a path names them. A tag for which that is not possible
 * is put into a block that defines them.
 */
export function substitute(source: PlacedText, tag: hbs.AST.Node, values: Arguments): Edit[] {
  const range = source.rangeOf(tag);
  const paths = argumentPaths(tag, values);
  const edits = paths.map((path) => edit(source, path, tag, values));
  return edits.every((one) => one !== undefined) ? edits : define(source, range, values, []);
}

function edit(
  source: PlacedText,
  path: hbs.AST.PathExpression,
  tag: hbs.AST.Node,
  values: Arguments,
): Edit | undefined {
  const range = source.rangeOf(path);
  const [name = '', ...rest] = path.parts;
  const written = source.slice(range);
  const value = values.get(name) ?? '';
  const isPath = !/^["'(\d-]|^(?:true|false|null|undefined)$/.test(value);
  if (!written.startsWith(name) || (rest.length > 0 && !isPath)) return undefined;
  const isAlone = (tag as Partial<hbs.AST.MustacheStatement>).path === path;
  const call = value.startsWith('(') ? value.slice(1, -1) : `default ${value} ""`;
  const text = (isPath || !isAlone ? value : call) + written.slice(name.length);
  return { ...range, pieces: [source.piece(range, text)] };
}

/** Returns an expression of the caller with the caller's own arguments in it. */
export function resolved(source: PlacedText, value: hbs.AST.Node, values: Arguments): string {
  const edits = argumentPaths(value, values).flatMap((path) => edit(source, path, value, values) ?? []);
  return textOf(source.apply(edits, source.rangeOf(value)));
}

/** Puts a range into a block that defines the arguments that it names, also in what its changes insert. */
export function define(source: PlacedText, range: Range, values: Arguments, inner: readonly Edit[]): Edit[] {
  const text = source.slice(range) + inner.map(({ pieces }) => textOf(pieces)).join('');
  const used = [...values].filter(([name]) => new RegExp(`\\b${name}\\b`).test(text));
  if (used.length === 0) return [...inner];
  const names = used.map(([name]) => name).join(' ');
  const open = `{{#[${LET}] ${used.map(([, value]) => value).join(' ')} as |${names}|}}`;
  const close = `{{/[${LET}]}}`;
  // A tag that stands alone leaves no empty line, so it has to stay alone.
  const first = source.lineAlone({ start: range.start, end: tagEnd(source.text, range.start) });
  const last = source.lineAlone({ start: source.text.lastIndexOf('{{', range.end - 1), end: range.end });
  const start = first?.start ?? range.start;
  const end = last?.end ?? range.end;
  const isInLine = !last || source.text[end - 1] !== '\n';
  const insert = (at: number, text: string): Edit => {
    const place = { start: at, end: at };
    return { ...place, pieces: [source.piece(place, text)] };
  };
  return [
    insert(start, first ? `${open}\n` : open),
    ...inner,
    insert(end, isInLine ? (last ? `\n${close}` : close) : `${close}\n`),
  ];
}

function argumentPaths(node: hbs.AST.Node, values: Arguments): hbs.AST.PathExpression[] {
  const finder = new PathFinder(values);
  finder.accept(node);
  return finder.found;
}

class PathFinder extends Handlebars.Visitor {
  readonly found: hbs.AST.PathExpression[] = [];

  constructor(private readonly values: Arguments) {
    super();
  }

  override MustacheStatement(node: hbs.AST.MustacheStatement): void {
    this.call(node);
  }

  override SubExpression(node: hbs.AST.SubExpression): void {
    this.call(node);
  }

  override PathExpression(path: hbs.AST.PathExpression): void {
    const isScoped = path.depth > 0 || /^(?:\.|this\b)/.test(path.original);
    if (!path.data && !isScoped && this.values.has(path.parts[0] ?? '')) this.found.push(path);
  }

  /** The path of a call is a helper's name. */
  private call(node: hbs.AST.MustacheStatement | hbs.AST.SubExpression): void {
    if (node.type === 'MustacheStatement' && node.params.length === 0 && !node.hash) this.accept(node.path);
    for (const param of node.params) this.accept(param);
    if (node.hash) this.accept(node.hash);
  }
}
