import type { Request } from 'express';
import { ApiError } from '../../http/api-error';
import { MOST_LINE_BYTES, MOST_RECIPIENTS } from './limits';

export type BulkFormat = 'json-lines' | 'csv';

const JSON_LINES = {
  description: `JSON Lines: each line is one recipient, as an entry of \`to\`. At most ${MOST_RECIPIENTS} lines, each of at most ${MOST_LINE_BYTES} bytes.`,
  example: '{"email":"ada@example.com","payload":{"plan":"team"}}\n"user-42"\n',
};

/** The media types of bulk sends. */
export const BULK_TYPES = {
  'application/x-ndjson': JSON_LINES,
  'application/jsonl': JSON_LINES,
  'text/csv': {
    description: `CSV in UTF-8, with a header. Columns are fields of a recipient, and \`payload.x\`, \`metadata.x\` or \`meta.x\` for the fields of these. At most ${MOST_RECIPIENTS} records.`,
    example: 'email,name,language,payload.plan\nada@example.com,Ada Lovelace,sv,team\n',
  },
};

/** Returns the format of a bulk send. Null: the request is a send of one JSON body. Throws a 415 for another charset. */
export function bulkFormatOf(request: Request): BulkFormat | null {
  const type = request.is(Object.keys(BULK_TYPES));
  if (typeof type !== 'string') return null;
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.get('content-type') ?? '')?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8.');
  return type === 'text/csv' ? 'csv' : 'json-lines';
}
