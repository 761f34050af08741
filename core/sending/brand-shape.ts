import { z } from 'zod';
import { normalizeLanguage } from '../events/templates/language';
import { atMost, line } from '../shared/schemas/fields';
import type { BrandField } from './brand-fields';

const LANGUAGE_RULE = 'must be a BCP 47 language tag, such as en, pt-BR or zh-Hant';
/** Maximum number of languages of a brand. */
const MOST_LANGUAGES = 50;
/** Maximum number of social links. */
const MOST_LINKS = 20;
/** Maximum number of characters of a brand as JSON, because each send reads it. */
const MOST_JSON = 16_384;

const webAddress = line(2048).refine(
  (text) => /^https?:\/\//i.test(text),
  'must begin with https:// or http://',
);

/** A name of a template, so that `brand.social.linkedin` finds it. */
const linkName = /^[a-z][a-z0-9_]{0,31}$/i;

const values = {
  name: line(255).optional(),
  logotype: line(2048).optional().describe('Address of the logo.'),
  color: line(64).optional().describe('The main colour, such as `#1d4ed8`.'),
  background_color: line(64).optional(),
  text_color: line(64).optional(),
  font: line(255).optional().describe('Font family, as CSS has it.'),
  website: line(2048).optional(),
  footer: z
    .string()
    .check(atMost(4096))
    .optional()
    .describe('Text at the end of messages. It may have line breaks.'),
  social: z
    .record(z.string(), webAddress)
    .superRefine((links, context) => {
      for (const name of Object.keys(links))
        if (!linkName.test(name))
          context.addIssue({
            ...{ code: 'custom', path: [name] },
            message: 'is not a name of a link: 1 to 32 letters, digits and _, beginning with a letter',
          });
      if (Object.keys(links).length > MOST_LINKS)
        context.addIssue({ code: 'custom', message: `must have at most ${MOST_LINKS} links` });
    })
    .optional()
    .describe('Addresses of profiles by name, such as `linkedin`. It counts as one value.'),
} satisfies Record<BrandField, z.ZodType>;

const brandValues = z.strictObject(values).meta({
  id: 'BrandValues',
  description: 'The values of a brand in one language, in place of those for all.',
});

const languages = z
  .record(z.string(), brandValues)
  .superRefine((given, context) => {
    const tags = Object.keys(given);
    for (const tag of tags)
      if (normalizeLanguage(tag) === undefined)
        context.addIssue({ code: 'custom', path: [tag], message: LANGUAGE_RULE });
    if (tags.length > MOST_LANGUAGES)
      context.addIssue({ code: 'custom', message: `must have at most ${MOST_LANGUAGES} languages` });
  })
  .describe('Values by BCP 47 language tag. The language of the rendered template picks.');

const shape = z
  .strictObject({ ...values, languages: languages.optional() })
  .refine((given) => JSON.stringify(given).length <= MOST_JSON, {
    message: `must have at most ${MOST_JSON} characters as JSON`,
    // What a field says of itself comes first.
    when: ({ issues }) => issues.length === 0,
  });

/** The brand of an application, of a tenant, or of one send. */
export const brand = shape.optional();

export type Brand = z.output<typeof shape>;
