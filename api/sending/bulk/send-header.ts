import type { Request } from 'express';
import { sendBody } from '../../../core/schemas/send';
import type { ExactNumbers } from '../../../core/shared/json-text';
import { invalid, parse } from '../../http/api-error';
import { requestHeader } from '../../http/headers';
import { checkJsonValue, exactNumbersIn } from '../../http/middleware/json-value';

const NAME = 'Heliograph-Send';

export const sendHeader = requestHeader('HeliographSend', NAME, {
  description:
    'Only in a bulk send: the fields that the body of a send has besides `to`, as one JSON object in ASCII.',
  example: '{"payload":{"shop":"north"},"language":"sv"}',
});

/** What the recipients of a bulk send share. */
export interface Shared {
  body: Record<string, unknown>;
  exact: ExactNumbers;
}

/** Reads what the recipients of a bulk send share (BULK-2). Throws a 400 if it is not valid. */
export async function sharedOf(request: Request): Promise<Shared> {
  const text = request.get(NAME);
  if (text === undefined) return { body: {}, exact: new Map() };
  if (!/^[\t\u0020-\u007e]*$/.test(text))
    throw invalid(NAME, 'must be ASCII. Write other characters as \\u00e9');
  const body = objectIn(text);
  checkJsonValue(body);
  const exact = await exactNumbersIn(text, body);
  if (Object.hasOwn(body, 'to'))
    throw invalid(NAME, 'must not have to. Each line of the body is a recipient');
  parse(sendBody, { ...body, to: null });
  return { body, exact };
}

function objectIn(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw invalid(NAME, 'must be an object in JSON');
}
