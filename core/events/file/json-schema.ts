import { z } from 'zod';
import { eventFileShape } from './shape';

/**
 * The JSON Schema of event files, from the shapes that check them: what a push accepts is valid under it, and what an
 * editor can tell of the rest it refuses. Draft 7, for it is what every version of the editors' YAML support knows;
 * yaml-language-server has the later drafts since 1.20 only.
 */
export function eventFileJsonSchema(): object {
  return z.toJSONSchema(eventFileShape, {
    target: 'draft-07',
    io: 'input',
    override: ({ jsonSchema }) => {
      // Editors write a default out where they complete a key, and an empty map helps nobody.
      if (JSON.stringify(jsonSchema.default) === '{}') delete jsonSchema.default;
      // Formats of our own mean nothing to an editor.
      delete jsonSchema.format;
    },
  });
}
