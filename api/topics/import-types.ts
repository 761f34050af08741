import { MOST_LINE_BYTES } from '../sending/bulk/limits';

const JSON_LINES = {
  description: `JSON Lines: each line is one contact, an object as in \`to\` of a send, or a text that names one that exists. At most ${MOST_LINE_BYTES} bytes a line.`,
  example: '{"email":"ada@example.com","name":"Ada Lovelace","meta":{"plan":"team"}}\n"user-42"\n',
};

/** The media types of imports (api/sending/bulk/formats.ts reads them). */
export const IMPORT_TYPES = {
  'application/x-ndjson': JSON_LINES,
  'application/jsonl': JSON_LINES,
  'text/csv': {
    description:
      'CSV in UTF-8, with a header. Columns are fields of a contact, and `meta.x` for those of its metadata.',
    example: 'email,name,language,meta.plan\nada@example.com,Ada Lovelace,sv,team\n',
  },
};
