import { z } from 'zod';
import { SEQUENCE_NAMES } from '../../sequences/names';
import { categoryFileShape } from '../../preferences/category-file';
import { codeName, eventFileShape } from './shape';

/**
 * Returns the JSON Schema of event files, from the shapes that check them. It accepts what a push accepts, and refuses
 * what an editor can recognize as wrong. It is draft 7, which every version of the editors' YAML support knows.
 * yaml-language-server has later drafts only since 1.20.
 * @param sequences names of the sequences in code
 */
export const eventFileJsonSchema = (sequences: readonly string[] = SEQUENCE_NAMES): object =>
  schemaOf(eventFileShape, sequences);

/** Returns the JSON Schema of the files of categories, as that of event files. */
export const categoryFileJsonSchema = (): object => schemaOf(categoryFileShape, []);

function schemaOf(shape: z.ZodType, sequences: readonly string[]): object {
  return z.toJSONSchema(shape, {
    target: 'draft-07',
    io: 'input',
    override: ({ jsonSchema, zodSchema }) => {
      if (zodSchema === codeName) jsonSchema.enum = [...sequences];
      // Editors insert a default when they complete a key, and an empty map does not help.
      if (JSON.stringify(jsonSchema.default) === '{}') delete jsonSchema.default;
      // Formats of our own mean nothing to an editor.
      delete jsonSchema.format;
    },
  });
}
