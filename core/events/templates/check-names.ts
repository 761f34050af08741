import Handlebars from 'handlebars';
import { suggestion } from '../../shared/suggestion';
import type { TemplateProblem } from './check-template';
import { DATE_STYLES, NUMBER_STYLES } from './helpers';
import { parseTemplate } from './parse-template';
import { CONTACT_VARIABLES } from './variables';

const STYLES: Readonly<Record<string, readonly string[]>> = {
  date: DATE_STYLES,
  time: DATE_STYLES,
  datetime: DATE_STYLES,
  number: NUMBER_STYLES,
};
/** Blocks in which names are those of the place around them. */
const SAME_PLACE = new Set(['if', 'unless']);

/**
 * Returns the names in a template that cannot be meant: unknown fields of `contact`, styles and time zones. Only a push
 * refuses them, because events that were pushed before render as they did. The template must have passed checkTemplate.
 */
export function checkNames(source: string): TemplateProblem[] {
  if (!source.includes('{{')) return [];
  const checker = new NameChecker();
  checker.accept(parseTemplate(source));
  return checker.problems;
}

class NameChecker extends Handlebars.Visitor {
  readonly problems: TemplateProblem[] = [];
  /** Number of blocks around, in which names are those of an item. */
  private level = 0;
  private readonly blockParams: string[] = [];

  override Program(program: hbs.AST.Program): void {
    const names = program.blockParams ?? [];
    this.blockParams.push(...names);
    super.Program(program);
    this.blockParams.length -= names.length;
  }

  override BlockStatement({ path, params, hash, program, inverse }: hbs.AST.BlockStatement): void {
    this.accept(path);
    for (const param of params) this.accept(param);
    if (hash) this.accept(hash);
    const levels = SAME_PLACE.has(path.original) ? 0 : 1;
    this.level += levels;
    if (program) this.accept(program);
    this.level -= levels;
    if (inverse) this.accept(inverse);
  }

  override MustacheStatement(node: hbs.AST.MustacheStatement): void {
    this.checkOptions(node);
    super.MustacheStatement(node);
  }

  override SubExpression(node: hbs.AST.SubExpression): void {
    this.checkOptions(node);
    super.SubExpression(node);
  }

  override PathExpression({ data, depth, parts, loc }: hbs.AST.PathExpression): void {
    if (data ? parts[0] !== 'root' : depth < this.level || this.blockParams.includes(parts[0] ?? '')) return;
    const [root, field] = data ? parts.slice(1) : parts;
    if (root !== 'contact' || field === undefined || CONTACT_VARIABLES.some((one) => one === field)) return;
    const near = suggestion(field, CONTACT_VARIABLES) || ` (known: ${CONTACT_VARIABLES.join(', ')})`;
    this.report(loc, `unknown field "contact.${field}"${near}`);
  }

  private checkOptions({ path, hash }: hbs.AST.MustacheStatement | hbs.AST.SubExpression): void {
    const helper = String((path as hbs.AST.PathExpression).original);
    const styles = Object.hasOwn(STYLES, helper) ? STYLES[helper] : undefined;
    for (const { key, value } of styles ? (hash?.pairs ?? []) : []) {
      if (value.type !== 'StringLiteral') continue;
      const given = (value as hbs.AST.StringLiteral).value;
      if (key === 'style' && !styles!.includes(given)) {
        const near = suggestion(given, styles!) || ` (known: ${styles!.join(', ')})`;
        this.report(value.loc, `helper "${helper}" has no style "${given}"${near}`);
      } else if (key === 'zone' && given !== '' && !isZone(given))
        this.report(value.loc, `"${given}" is not an IANA time zone, such as Europe/Stockholm`);
    }
  }

  private report({ start }: hbs.AST.SourceLocation, message: string): void {
    this.problems.push({ line: start.line, message });
  }
}

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
