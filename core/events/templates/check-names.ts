import Handlebars from 'handlebars';
import { isKnownZone } from '../../sequences/clock';
import { suggestion } from '../../shared/suggestion';
import { nounsOf } from '../payload/check-payload';
import { ANYTHING, entryOf, followNames, typeOf } from '../payload/names';
import type { PayloadSchema } from '../payload/schema';
import type { TemplateProblem } from './check-template';
import { DATE_STYLES, isCurrencyCode, NUMBER_STYLES } from './helpers';
import { parseTemplate } from './parse-template';
import { checkArguments } from '../translations/check-arguments';
import { DATA_NAMES, LET, MESSAGE } from './prepare-template';
import { CONTACT_VARIABLES, OUR_FIELDS } from './variables';

const STYLES: Readonly<Record<string, readonly string[]>> = {
  date: DATE_STYLES,
  time: DATE_STYLES,
  datetime: DATE_STYLES,
  number: NUMBER_STYLES,
};
/** ISO 4217, as far as Intl knows it. */
const CURRENCIES = Intl.supportedValuesOf('currency');

/**
 * Returns the names in a template that cannot be meant: unknown fields of `contact`, styles and time zones, and with
 * `variables`, the schema of its variables, everything that is not in it. Only a push refuses them, because events that
 * were pushed before render as they did. The template must have passed checkTemplate.
 */
export function checkNames(source: string, variables?: PayloadSchema): TemplateProblem[] {
  if (!source.includes('{{')) return [];
  const checker = new NameChecker(variables ?? ANYTHING);
  checker.accept(parseTemplate(source));
  return checker.problems;
}

class NameChecker extends Handlebars.Visitor {
  readonly problems: TemplateProblem[] = [];
  /** What `this` is, from the root to the block that is being checked. */
  private readonly contexts: PayloadSchema[];
  private readonly blockParams: { name: string; schema: PayloadSchema }[] = [];
  /** The parameters of the next block. */
  private given: PayloadSchema[] = [];

  constructor(variables: PayloadSchema) {
    super();
    this.contexts = [variables];
  }

  override Program(program: hbs.AST.Program): void {
    const { given } = this;
    this.given = [];
    const names = program.blockParams ?? [];
    this.blockParams.push(...names.map((name, index) => ({ name, schema: given[index] ?? ANYTHING })));
    super.Program(program);
    this.blockParams.length -= names.length;
  }

  override BlockStatement({ path, params, hash, program, inverse }: hbs.AST.BlockStatement): void {
    const helper = String(path.original);
    const values = params.map((param) => this.schemaOf(param));
    // A block of a variable has no parameters.
    const [subject = this.schemaOf(path)] = values;
    if (hash) this.accept(hash);
    const inner = innerContext(helper, params.length === 0, subject);
    if (helper === 'each') this.refuseLoop(params[0], subject);
    if (program) {
      if (inner) this.contexts.push(inner);
      this.given = helper === LET ? values : inner ? [inner] : [];
      this.accept(program);
      if (inner) this.contexts.pop();
    }
    this.given = [];
    if (inverse) this.accept(inverse);
  }

  override MustacheStatement(node: hbs.AST.MustacheStatement): void {
    this.checkCall(node);
  }

  override SubExpression(node: hbs.AST.SubExpression): void {
    this.checkCall(node);
  }

  override PathExpression(path: hbs.AST.PathExpression): void {
    this.schemaOf(path);
  }

  private checkCall(node: hbs.AST.MustacheStatement | hbs.AST.SubExpression): void {
    this.checkOptions(node);
    this.checkCurrency(node);
    if ((node.path as Partial<hbs.AST.PathExpression>).parts?.[0] === MESSAGE) return this.checkMessage(node);
    // The path of a call is a helper's name.
    if (node.type === 'MustacheStatement' && node.params.length === 0 && !node.hash) this.accept(node.path);
    for (const param of node.params) this.accept(param);
    if (node.hash) this.accept(node.hash);
  }

  private checkMessage({ params, hash }: hbs.AST.MustacheStatement | hbs.AST.SubExpression): void {
    const [text] = params as (hbs.AST.StringLiteral | undefined)[];
    // `hash` is absent without options, whatever the types say.
    for (const { key, value } of (hash as hbs.AST.Hash | undefined)?.pairs ?? []) {
      const schema = this.schemaOf(value);
      if (text?.type !== 'StringLiteral') continue;
      for (const { message, isWarning } of checkArguments(text.value, key, { value, schema }))
        this.report(value.loc, message, isWarning);
    }
  }

  /** Returns what a value is, and reports names that lead nowhere. */
  private schemaOf(node: hbs.AST.Node): PayloadSchema {
    if (node.type !== 'PathExpression') {
      this.accept(node);
      return ANYTHING;
    }
    const { data, depth, parts, original, loc } = node as hbs.AST.PathExpression;
    if (data && !DATA_NAMES.includes(parts[0] ?? ''))
      this.report(
        loc,
        `unknown name "@${parts[0] ?? ''}" (known: ${DATA_NAMES.map((name) => `@${name}`).join(', ')})`,
      );
    if (data && parts[0] !== 'root') return ANYTHING;
    const isScoped = depth > 0 || /^(?:\.|this\b)/.test(original);
    const param = data || isScoped ? undefined : this.blockParams.findLast(({ name }) => name === parts[0]);
    const names = data || param ? parts.slice(1) : parts;
    const level = data ? 0 : this.contexts.length - 1 - depth;
    if (!param && level <= 0 && names[0] === 'contact' && names[1] !== undefined)
      return this.contactField(names[1], loc);
    if (!param && level <= 0) this.warnOfOurs(names, loc);
    const end = followNames(param?.schema ?? this.contexts[level] ?? ANYTHING, names);
    if ('schema' in end) return end.schema;
    this.report(loc, end.problem);
    return ANYTHING;
  }

  private contactField(field: string, loc: hbs.AST.SourceLocation): PayloadSchema {
    if (!CONTACT_VARIABLES.some((one) => one === field)) {
      const near = suggestion(field, CONTACT_VARIABLES) || ` (known: ${CONTACT_VARIABLES.join(', ')})`;
      this.report(loc, `unknown field "contact.${field}"${near}`);
    }
    return ANYTHING;
  }

  /** Events that were accepted are accepted, so an unknown field of these is no problem. */
  private warnOfOurs([root = '', field]: readonly string[], loc: hbs.AST.SourceLocation): void {
    const ours = Object.hasOwn(OUR_FIELDS, root) ? OUR_FIELDS[root] : undefined;
    if (!ours || field === undefined || ours.names.includes(field)) return;
    const near = suggestion(field, ours.names);
    if (near || !ours.isOpen)
      this.report(
        loc,
        `unknown field "${root}.${field}"${near || ` (known: ${ours.names.join(', ')})`}`,
        true,
      );
  }

  /** A loop over a text or a number would print nothing. */
  private refuseLoop(param: hbs.AST.Node | undefined, subject: PayloadSchema): void {
    const type = typeOf(subject);
    if (!param || type === undefined || type === 'array' || type === 'object') return;
    const { original } = param as hbs.AST.PathExpression;
    this.report(param.loc, `"${original}" is ${nounsOf([type])}, and {{#each}} needs a list`);
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
      } else if (key === 'zone' && given !== '' && !isKnownZone(given))
        this.report(value.loc, `"${given}" is not an IANA time zone, such as Europe/Stockholm`);
    }
  }

  /** A text of three letters that is no currency is printed as it is, such as BTC. Any other fails the message. */
  private checkCurrency({ path, params }: hbs.AST.MustacheStatement | hbs.AST.SubExpression): void {
    const code = params[1];
    if ((path as hbs.AST.PathExpression).original !== 'currency' || code?.type !== 'StringLiteral') return;
    const { value } = code as hbs.AST.StringLiteral;
    if (CURRENCIES.includes(value.toUpperCase())) return;
    const message = `"${value}" is not a currency of ISO 4217, such as "EUR"`;
    this.report(code.loc, message, isCurrencyCode(value));
  }

  private report({ start }: hbs.AST.SourceLocation, message: string, isWarning = false): void {
    this.problems.push({ ...start, message, ...(isWarning && { isWarning }) });
  }
}

/** Returns what `this` is in a block; undefined: the same as around it. */
function innerContext(
  helper: string,
  isVariable: boolean,
  subject: PayloadSchema,
): PayloadSchema | undefined {
  // Names are those of the place around.
  if (helper === 'if' || helper === 'unless' || helper === LET) return undefined;
  if (helper === 'each') return entryOf(subject);
  if (!isVariable) return helper === 'with' ? subject : ANYTHING;
  const type = typeOf(subject);
  if (type === 'array') return entryOf(subject);
  if (type === 'object') return subject;
  return type === 'boolean' ? undefined : ANYTHING;
}
