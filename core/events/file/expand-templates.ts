import { expandText } from '../parts/expand';
import { Expanded } from '../parts/origins';
import { type PartFormat, TEXTS_USED } from '../parts/part';
import type { PartSet } from '../parts/part-set';
import { checkSyntax } from '../templates/check-template';
import { resolveTexts, type TextProblem } from '../translations/resolve-texts';
import { mentionsTexts } from '../translations/text-calls';
import type { FileTemplates } from './shape';
import type { Path } from './problem';
import { withTranslations } from './translated-templates';

/** A text with its layout, partials and translations in it. */
interface ExpandedText {
  expanded: Expanded;
  problems: TextProblem[];
  /** The names of the parts that it uses, also through others, such as `partials/footer`. */
  uses: Iterable<string>;
  /** The blocks that it fills, such as `layouts/base#footer`, and the keys of its translations. */
  fills: Iterable<string>;
}

/** The texts of a template that use layouts, partials or translations, by their places in the file. */
export type ExpandedTexts = ReadonlyMap<string, ExpandedText>;

/** The variant of a channel. */
interface Variant {
  /** The language in the file from which it is made: its own, or that of a template which is translated. */
  from: string;
  expanded: ExpandedTexts;
}

/** The variants of templates by their places: channel and language. */
export type Variants = ReadonlyMap<string, Variant>;

/** Keys of the checked value that have another name in the file. */
const FILE_KEYS: Record<string, string> = { contentType: 'content_type', contentId: 'content_id' };

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
  /** The texts that are missing in a language, each of which is reported once. */
  reported: Set<string>;
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

/**
 * Returns templates with their layouts, partials and translations, and the names of the layouts (`layouts/base`). Texts
 * that use none, and lists and maps without any, stay as they are. A template with texts of translations has a variant
 * for each of their languages.
 */
export function expandTemplates(
  templates: FileTemplates,
  at: Path,
  { parts, language: usual, layout: ofEvent, reported }: Setting,
): { templates: FileTemplates; variants: Variants; layouts: ReadonlySet<string> } {
  const variants = new Map<string, Variant>();
  const layouts = new Set<string>();
  const changed = Object.entries(templates).map(([channel, given]) => {
    const all = withTranslations(given, { parts, usual });
    const made = all.map(({ language, from, template }) => {
      const { layout: own = ofEvent, ...texts } = template as { layout?: string | false };
      const layout = (channel === 'email' && own) || undefined;
      const formats = layout === undefined ? undefined : parts.formatsOf('layouts', layout);
      if (layout !== undefined) layouts.add(`layouts/${layout}`);
      const expander = new Expander({ parts, languages: [language, usual], reported }, [
        ...at,
        channel,
        from,
      ]);
      const fields = Object.entries(texts).map(([key, value]) => {
        // A plain text needs none: a layout may be for HTML only.
        const isBody = BODIES.includes(key) && (key !== 'text' || formats?.includes('txt') !== false);
        return [key, expander.all(value, [fileKeyOf(key)], isBody ? layout : undefined)];
      });
      variants.set(keyOf([...at, channel, language]), { from, expanded: expander.expanded });
      return [language, Object.fromEntries(fields) as object];
    });
    return [channel, Object.fromEntries(made) as object];
  });
  return { templates: Object.fromEntries(changed) as FileTemplates, variants, layouts };
}

/** Expands the texts of one variant, which is at `at`. */
class Expander {
  readonly expanded = new Map<string, ExpandedText>();

  constructor(
    private readonly setting: Pick<Setting, 'parts' | 'reported'> & { languages: readonly string[] },
    private readonly at: Path,
  ) {}

  all(value: unknown, path: Path, layout: string | undefined): unknown {
    if (typeof value === 'string') return this.text(value, path, layout);
    if (Array.isArray(value)) return value.map((one, index) => this.all(one, [...path, index], layout));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, this.all(one, [...path, fileKeyOf(key)], layout)]),
    );
  }

  private text(value: string, path: Path, layout: string | undefined): string {
    const hasParts = layout !== undefined || PARTIAL.test(value);
    // What cannot be parsed is reported with its own text.
    if ((!hasParts && !mentionsTexts(value)) || checkSyntax(value)) return value;
    const { parts, languages } = this.setting;
    const isEmail = this.at.at(-2) === 'email' && path.length === 1;
    const formats = (isEmail && FORMATS[String(path[0])]) || PLAIN;
    const whole: ExpandedText = hasParts
      ? expandText(value, { parts, formats, languages, layout })
      : { expanded: new Expanded([{ text: value, line: 1 }]), problems: [], uses: [], fills: [] };
    const text = whole.problems.length > 0 ? whole : this.withTexts(whole);
    this.expanded.set(keyOf([...this.at, ...path]), text);
    return text.expanded.text;
  }

  private withTexts(whole: ExpandedText): ExpandedText {
    const { text } = whole.expanded;
    if (!mentionsTexts(text) || checkSyntax(text)) return whole;
    const { parts, languages, reported } = this.setting;
    const setting = { texts: parts.texts, languages, reported };
    const { expanded, problems, keys } = resolveTexts(whole.expanded, setting);
    if (keys.size === 0 && problems.length === 0) return whole;
    return {
      ...{ expanded, problems },
      uses: [...whole.uses, TEXTS_USED],
      fills: [...whole.fills, ...[...keys].map((key) => `${TEXTS_USED}#${key}`)],
    };
  }
}
