import Handlebars from 'handlebars';
import { checkSyntax } from '../templates/check-template';
import { parseTemplate } from '../templates/parse-template';

/** `{{t "key" …}}`, or `(t "key" …)`. */
export type TextCall = hbs.AST.MustacheStatement | hbs.AST.SubExpression;

/** Whether a text may have a call. */
const CALL = /(?:\{\{~?\{?&?|\()\s*t\s+[^\s|})=]|(?:\{\{~?\{?&?|\()\s*t\s+\w+=/;

export const mentionsTexts = (source: string): boolean => CALL.test(source);

/** Returns the calls in a parsed text. `{{t}}` alone is a variable. */
export function textCalls(body: hbs.AST.Node): TextCall[] {
  const finder = new CallFinder();
  finder.accept(body);
  return finder.found;
}

/** Returns the key that a call names; undefined: it does not write one out. */
export function keyOfCall({ params }: TextCall): string | undefined {
  const [first] = params as (hbs.AST.StringLiteral | undefined)[];
  return params.length === 1 && first?.type === 'StringLiteral' ? first.value : undefined;
}

/** Returns the keys that the texts of a template name themselves, in any nesting, without those of its layout and partials. */
export function keysNamed(part: unknown): string[] {
  if (typeof part === 'string') {
    if (!mentionsTexts(part) || checkSyntax(part)) return [];
    return textCalls(parseTemplate(part)).flatMap((call) => keyOfCall(call) ?? []);
  }
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(keysNamed) : [];
}

class CallFinder extends Handlebars.Visitor {
  readonly found: TextCall[] = [];

  override MustacheStatement(node: hbs.AST.MustacheStatement): void {
    this.note(node);
    super.MustacheStatement(node);
  }

  override SubExpression(node: hbs.AST.SubExpression): void {
    this.note(node);
    super.SubExpression(node);
  }

  private note(node: TextCall): void {
    const { original } = node.path as Partial<hbs.AST.PathExpression>;
    // `hash` is absent without options, whatever the types say.
    const isCall = node.type === 'SubExpression' || node.params.length > 0 || Boolean(node.hash);
    if (original === 't' && isCall) this.found.push(node);
  }
}
