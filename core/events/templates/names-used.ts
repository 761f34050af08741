import Handlebars from 'handlebars';
import type { Template } from '../definition';
import { parseTemplate } from './parse-template';
import { LET } from './prepare-template';
import { OUR_FIELDS } from './variables';

/** Helpers in whose blocks names mean what they mean around them. */
const TRANSPARENT: readonly string[] = ['if', 'unless', LET];
/** What is not of the payload. */
const OURS = new Set([...Object.keys(OUR_FIELDS), 'contact', 'event', 'digest', 'tenant']);

/** Returns the fields of the payload that the texts of a template name, without what is in them, such as `items`. */
export function payloadNamesIn(template: Template, ...others: (string | undefined)[]): string[] {
  const collector = new Collector();
  for (const text of [...textsIn(template), ...others])
    if (text?.includes('{{')) collector.accept(parseTemplate(text));
  return [...collector.names];
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

class Collector extends Handlebars.Visitor {
  readonly names = new Set<string>();
  /** Blocks around that changed what `this` is. */
  private depth = 0;
  private readonly blockParams: string[] = [];

  override Program(program: hbs.AST.Program): void {
    const names = program.blockParams ?? [];
    this.blockParams.push(...names);
    super.Program(program);
    this.blockParams.length -= names.length;
  }

  override BlockStatement({ path, params, hash, program, inverse }: hbs.AST.BlockStatement): void {
    const isVariable = params.length === 0;
    if (isVariable) this.accept(path);
    this.acceptArray(params);
    // It is absent without options, whatever the types say.
    if (hash as hbs.AST.Hash | undefined) this.accept(hash);
    const changes = TRANSPARENT.includes(String(path.original)) ? 0 : 1;
    this.depth += changes;
    // Either is absent if the block has only the other.
    if (program as hbs.AST.Program | undefined) this.accept(program);
    this.depth -= changes;
    if (inverse as hbs.AST.Program | undefined) this.accept(inverse);
  }

  override MustacheStatement(node: hbs.AST.MustacheStatement): void {
    this.acceptCall(node);
  }

  override SubExpression(node: hbs.AST.SubExpression): void {
    this.acceptCall(node);
  }

  override PathExpression({ data, depth, parts, original }: hbs.AST.PathExpression): void {
    const [first] = parts;
    if (data ? first !== 'root' : this.depth !== depth) return;
    const names = data ? parts.slice(1) : parts;
    const isParam =
      !data && depth === 0 && !/^(?:\.|this\b)/.test(original) && this.blockParams.includes(first ?? '');
    const name = names[0] === 'payload' ? names[1] : names[0];
    if (!isParam && name !== undefined && !OURS.has(name)) this.names.add(name);
  }

  /** The path of a call is a helper's name. */
  private acceptCall({ path, params, hash }: hbs.AST.MustacheStatement | hbs.AST.SubExpression): void {
    const options = hash as hbs.AST.Hash | undefined;
    if (params.length === 0 && !options) this.accept(path);
    this.acceptArray(params);
    if (options) this.accept(options);
  }
}
