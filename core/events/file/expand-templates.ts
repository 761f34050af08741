import { type ExpandedText, expandText } from '../parts/expand';
import type { PartFormat } from '../parts/part';
import type { PartSet } from '../parts/part-set';
import { checkSyntax } from '../templates/check-template';
import type { FileTemplates } from './shape';
import type { Path } from './problem';

/** The texts of templates that use layouts or partials, by their places. */
export type ExpandedTexts = ReadonlyMap<string, ExpandedText>;

/** Keys of the checked value that have another name in the file. */
const FILE_KEYS: Record<string, string> = { contentType: 'content_type' };

/** Returns the key that a checked value has in the file. */
export const fileKeyOf = (key: string): string => FILE_KEYS[key] ?? key;

/** The place of a text as a key. */
export const keyOf = (path: Path): string => path.join('\n');

interface Setting {
  parts: PartSet;
  /** The default language of the event. */
  language: string;
  /** The layout of its e-mails. */
  layout?: string;
}

/** What the texts of an e-mail may use, the best format first. Every other text uses plain text. */
const FORMATS: Readonly<Record<string, readonly PartFormat[]>> = {
  mjml: ['mjml', 'html', 'txt'],
  html: ['html', 'txt'],
};
const PLAIN: readonly PartFormat[] = ['txt'];
/** The texts of an e-mail that are put into its layout. */
const BODIES: readonly string[] = ['mjml', 'html', 'text'];
const PARTIAL = /\{\{~?>/;

/** Returns templates with their layouts and partials, and the names of the layouts (`layouts/base`). Texts that use none, and lists and maps without any, stay as they are. */
export function expandTemplates(
  templates: FileTemplates,
  at: Path,
  { parts, language: usual, layout: ofEvent }: Setting,
): { templates: FileTemplates; expanded: ExpandedTexts; layouts: ReadonlySet<string> } {
  const expanded = new Map<string, ExpandedText>();
  const layouts = new Set<string>();
  const expand = (value: unknown, path: Path, language: string, layout: string | undefined): unknown => {
    if (typeof value === 'string') {
      // What cannot be parsed is reported with its own text.
      if ((layout === undefined && !PARTIAL.test(value)) || checkSyntax(value)) return value;
      const isEmail = path[at.length] === 'email' && path.length === at.length + 3;
      const formats = (isEmail && FORMATS[String(path.at(-1))]) || PLAIN;
      const text = expandText(value, { parts, formats, languages: [language, usual], layout });
      expanded.set(keyOf(path), text);
      return text.expanded.text;
    }
    if (Array.isArray(value))
      return value.map((one, index) => expand(one, [...path, index], language, layout));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        expand(one, [...path, fileKeyOf(key)], language, layout),
      ]),
    );
  };
  const changed = Object.entries(templates).map(([channel, variants]) => [
    channel,
    Object.fromEntries(
      Object.entries(variants).map(([language, template]) => {
        const { layout: own = ofEvent, ...texts } = template as { layout?: string | false };
        const layout = (channel === 'email' && own) || undefined;
        const formats = layout === undefined ? undefined : parts.formatsOf('layouts', layout);
        if (layout !== undefined) layouts.add(`layouts/${layout}`);
        const path = [...at, channel, language];
        const fields = Object.entries(texts).map(([key, value]) => {
          // A plain text needs none: a layout may be for HTML only.
          const isBody = BODIES.includes(key) && (key !== 'text' || formats?.includes('txt') !== false);
          return [key, expand(value, [...path, fileKeyOf(key)], language, isBody ? layout : undefined)];
        });
        return [language, Object.fromEntries(fields) as object];
      }),
    ),
  ]);
  return { templates: Object.fromEntries(changed) as FileTemplates, expanded, layouts };
}
