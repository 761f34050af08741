import {
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import type { EventDefinition, Template, TemplateSet } from '../definition';
import { pickLanguage } from '../templates/language';
import { MESSAGE } from '../templates/prepare-template';
import { decodeText, encodeText } from './encode';
import { MAX_MESSAGE, readMessage } from './message';

/** Languages of previews that no one speaks. They show which texts are translated, and which are too long for their place. */
export const PSEUDO_LOCALES = ['en-XA', 'ar-XB'] as const;
type PseudoLocale = (typeof PSEUDO_LOCALES)[number];

export const isPseudoLocale = (language: string | null | undefined): language is PseudoLocale =>
  PSEUDO_LOCALES.some((one) => one === language);

/** Returns an event with a variant in a pseudo-locale of each template. It is for previews, and never stored. */
export function withPseudoLocale(event: EventDefinition, locale: PseudoLocale): EventDefinition {
  const withVariant = (set: TemplateSet): TemplateSet =>
    Object.fromEntries(
      Object.entries(set).map(([channel, variants]) => {
        const from = pickLanguage(Object.keys(variants), [], event.language);
        const template = from === null ? undefined : variants[from];
        if (from === null || !template) return [channel, variants];
        return [channel, { ...variants, [locale]: pseudoPart(template, locale, from) as Template }];
      }),
    );
  return {
    ...event,
    templates: withVariant(event.templates),
    stepTemplates: Object.fromEntries(
      Object.entries(event.stepTemplates).map(([step, set]) => [step, withVariant(set)]),
    ),
  };
}

const CALLS = new RegExp(`\\[${MESSAGE}\\] "([^"]*)"(?:(\\s+)"([^"]*)")?`, 'g');

function pseudoPart(part: unknown, locale: PseudoLocale, from: string): unknown {
  if (typeof part === 'string')
    return part.replace(
      CALLS,
      (_call, encoded: string, space: string | undefined, language: string | undefined) =>
        `[${MESSAGE}] "${encodeText(pseudoMessage(decodeText(encoded), locale))}"${space ?? ' '}"${language ?? from}"`,
    );
  if (Array.isArray(part)) return part.map((one: unknown) => pseudoPart(one, locale, from));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, pseudoPart(one, locale, from)]));
}

/** Returns a message with changed letters. What it fills in, and elements of HTML, stay as they are. */
export function pseudoMessage(text: string, locale: PseudoLocale): string {
  const read = readMessage(text);
  if (!read.ok) return text;
  let made = '';
  let at = 0;
  let letters = 0;
  for (const { start, end } of literalsOf(read.message.elements)) {
    made += text.slice(at, start) + (locale === 'en-XA' ? accented : reversed)(text.slice(start, end));
    at = end;
    letters += end - start;
  }
  made += text.slice(at);
  if (locale === 'en-XA') made = `[${made}${' ~'.repeat(Math.ceil((letters * LONGER) / 2))}]`;
  return made.length > MAX_MESSAGE ? text : made;
}

/** Other languages need this much more room than English. */
const LONGER = 0.3;

function literalsOf(elements: readonly MessageFormatElement[]): { start: number; end: number }[] {
  return elements.flatMap((one) => {
    if (isLiteralElement(one))
      return one.location ? [{ start: one.location.start.offset, end: one.location.end.offset }] : [];
    if (!isPluralElement(one) && !isSelectElement(one)) return [];
    return Object.values(one.options).flatMap(({ value }) => literalsOf(value));
  });
}

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'];
const NO_WORDS = /<[^>]*>|&\w+;|\w+:\/\/\S+/;

const accented = (text: string): string =>
  text.replace(new RegExp(`${NO_WORDS.source}|[A-Za-z]`, 'g'), (found) =>
    found.length === 1 ? (ACCENTED[PLAIN.indexOf(found)] ?? found) : found,
  );

/** Words that are shown from right to left: https://unicode.org/reports/tr9/#Explicit_Directional_Overrides */
const reversed = (text: string): string =>
  text.replace(new RegExp(`${NO_WORDS.source}|[\\p{L}\\p{N}]+`, 'gu'), (found) =>
    /[<&:]/.test(found) ? found : `\u202e${found}\u202c`,
  );
