import { z } from 'zod';
import { closed } from '../events/file/closed';
import { shapeProblems } from '../events/file/issues';
import type { Found } from '../events/file/problem';
import { YamlSource } from '../events/file/yaml-source';
import { parseSafely } from '../shared/parse-safely';
import { remember } from '../shared/remember';
import { line } from '../shared/schemas/fields';
import { ourTexts, PLACE } from './texts';
import { en, type Texts } from './texts/en';

/** Texts of pages of which nobody knows whose they are. No application can change them. */
const NOBODYS: readonly (keyof Texts)[] = ['missing', 'missingWhy', 'later'];

/** Names of the texts in files, `none_done`, and ours. */
const NAMES = new Map(
  (Object.keys(en) as (keyof Texts)[])
    .filter((key) => !NOBODYS.includes(key))
    .map((key) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), key]),
);

/** Maximum number of characters of a text. */
const MOST_CHARACTERS = 300;

const placesIn = (text: string): string[] => [...text.matchAll(PLACE)].map(([place]) => place);

/** A text of a page, with the places that ours has. */
function textLike(ours: string) {
  const known = [...new Set(placesIn(ours))];
  const places = known.length === 0 ? 'no place such as {name}' : known.join(', ');
  return line(MOST_CHARACTERS)
    .refine((text) => text.trim() !== '', 'must not be empty')
    .refine((text) => !/<\/?[a-z!]/i.test(text), 'must be plain text: people would see the tag')
    .refine(
      (text) => known.every((place) => text.includes(place)),
      `must have ${places}, which the page fills in`,
    )
    .refine(
      (text) => !/[{}]/.test(known.reduce((left, place) => left.replaceAll(place, ''), text)),
      `must have ${known.length === 0 ? places : `no other place than ${places}`}, and no other brace`,
    );
}

const shape = closed(
  Object.fromEntries([...NAMES].map(([name, key]) => [name, textLike(en[key]).optional()])),
);

/** Texts of the preference page, and what is wrong with their file. */
export interface ReadPageTexts {
  texts: Partial<Texts>;
  problems: readonly Found[];
}

/** Reads a file of texts in a language. It never throws. */
export function readPageTexts(content: string, language: string): ReadPageTexts {
  const yaml = YamlSource.read(content);
  if (!(yaml instanceof YamlSource)) return { texts: {}, problems: yaml };
  const read = parseSafely(shape, yaml.value);
  if (!read.success) return { texts: {}, problems: shapeProblems(read.error, yaml) };
  const missing = [...NAMES.keys()].filter((name) => read.data[name] === undefined);
  const problems =
    missing.length > 0 && ourTexts(language) === undefined
      ? [
          {
            line: 1,
            message: `must have all texts, because the service has none in "${language}". Missing: ${missing.join(', ')}`,
          },
        ]
      : [];
  return { texts: textsOf(read.data), problems };
}

/** Returns the texts of a stored file. One that this release does not know or would refuse is left out. */
export const storedPageTexts: (content: string) => Partial<Texts> = remember({ max: 200 }, (content) => {
  const yaml = YamlSource.read(content);
  const value = yaml instanceof YamlSource ? yaml.value : undefined;
  const read = z.record(z.string(), z.unknown()).safeParse(value);
  if (!read.success) return {};
  const valid = Object.entries(read.data).filter(
    ([name, text]) => parseSafely(shape, { [name]: text }).success,
  );
  return textsOf(Object.fromEntries(valid) as Record<string, string>);
});

const textsOf = (given: Readonly<Record<string, string | undefined>>): Partial<Texts> =>
  Object.fromEntries(
    [...NAMES].flatMap(([name, key]) => (given[name] === undefined ? [] : [[key, given[name]]])),
  );
