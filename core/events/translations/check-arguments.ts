import { typeOf } from '../payload/names';
import { nounsOf } from '../payload/check-payload';
import type { PayloadSchema } from '../payload/schema';
import { suggestion } from '../../shared/suggestion';
import { decodeText } from './encode';
import { readMessage } from './message';

interface Given {
  value: hbs.AST.Node;
  /** What the value is, as the payload declares it. */
  schema: PayloadSchema;
}

/** Returns what is wrong with a value that is passed to a message, as a template has it. */
export function checkArguments(
  encoded: string,
  name: string,
  { value, schema }: Given,
): { message: string; isWarning: boolean }[] {
  const read = readMessage(decodeText(encoded));
  const used = read.ok ? read.message.arguments.get(name) : undefined;
  if (!used) return [];
  const found: { message: string; isWarning: boolean }[] = [];
  const { kinds, cases } = used;
  const type = typeOf(schema);
  const isWords = value.type === 'StringLiteral' && !/\d/.test((value as hbs.AST.StringLiteral).value);
  const is = type === undefined ? (isWords ? 'a text' : undefined) : nounsOf([type]);
  // A text may be "5", or a date.
  const isWrong =
    isWords || (type !== undefined && type !== 'string' && type !== 'number' && type !== 'integer');
  if (kinds.has('number') && is !== undefined && (isWrong || type === 'string'))
    found.push({ message: `"${name}" is ${is}, and the text needs a number`, isWarning: !isWrong });
  if (kinds.has('date') && is !== undefined && isWrong)
    found.push({ message: `"${name}" is ${is}, and the text needs a date`, isWarning: false });
  const chosen = schema.enum?.map(String);
  for (const one of chosen ? cases : [])
    if (!chosen!.includes(one)) {
      const near = suggestion(one, chosen!) || ` (it is ${chosen!.join(', ')})`;
      found.push({ message: `"${name}" is never "${one}", a case of the text${near}`, isWarning: true });
    }
  return found;
}
