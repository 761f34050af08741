import type { PayloadSchema } from '../payload/schema';
import { checkNames } from '../templates/check-names';
import type { Expanded } from '../parts/origins';
import { checkTemplate, type TemplateProblem } from '../templates/check-template';
import { languagePicker, normalizeLanguage } from '../templates/language';
import { type MjmlToHtml, unknownAttributes, unknownElements } from '../templates/mjml';
import { type ExpandedTexts, fileKeyOf, keyOf, type Variants } from './expand-templates';
import { quotedPath } from './issues';
import { isLost } from './salvage';
import type { FileTemplates } from './shape';
import type { Found, Path } from './problem';
import type { YamlSource } from './yaml-source';

/** A problem, or a warning. */
export type Marked = Found & Pick<TemplateProblem, 'isWarning'>;

/** What templates are checked by. */
export interface Checks {
  /** The default language of the event. */
  language: string;
  yaml: YamlSource;
  lost: readonly Path[];
  variables?: PayloadSchema;
  mjmlToHtml: MjmlToHtml;
  /** The variants, with the texts that use layouts, partials or translations. */
  variants: Variants;
}

/** What one variant is checked by. */
type VariantChecks = Omit<Checks, 'variants'> & { expanded?: ExpandedTexts };

/**
 * Returns the problems of a template set with their lines: wrong languages, and templates that do not compile or name
 * what is not in `variables`.
 */
export function templateProblems(templates: FileTemplates, at: Path, checks: Checks): Marked[] {
  return Object.entries(templates).flatMap(([channel, variants]) => {
    const path = [...at, channel];
    const all = Object.entries(variants).flatMap(([language, template]) => {
      const { from = language, expanded } = checks.variants.get(keyOf([...path, language])) ?? {};
      return partProblems(template, [...path, from], { ...checks, expanded });
    });
    return [...languageProblems(Object.keys(variants), path, checks), ...different(all)];
  });
}

/** A template that is translated has the same problems in each language. */
export const different = (problems: readonly Marked[]): Marked[] => [
  ...new Map(problems.map((one) => [keyOf([one.file ?? '', one.line, one.message]), one])).values(),
];

function languageProblems(
  tags: string[],
  path: Path,
  { language: defaultLanguage, yaml, lost }: Checks,
): Found[] {
  const problems: Found[] = [];
  const seen = new Set<string>();
  for (const tag of tags) {
    const found = (message: string) => problems.push({ line: yaml.lineOf([...path, tag]), message });
    const language = normalizeLanguage(tag);
    if (language === undefined) {
      found(`${quotedPath([...path, tag])} is not a language code such as "en" or "pt-BR"`);
    } else if (seen.has(language)) found(`${quotedPath([...path, tag])} repeats the language ${language}`);
    else seen.add(language);
  }
  if (!seen.has(defaultLanguage) && !isLost(['language'], lost) && !isLostWithin(path, lost)) {
    const message = `${quotedPath(path)} has no template in the default language "${defaultLanguage}"`;
    problems.push({ line: yaml.lineOf(path), message });
  }
  return problems;
}

/** Whether a removed variant may have been the one in the default language. */
const isLostWithin = (path: Path, lost: readonly Path[]): boolean =>
  isLost(path, lost) || lost.some((one) => isLost(one, [path]));

/** Returns the problems of the strings of a template, also inside lists and maps. */
function partProblems(part: unknown, path: Path, checks: VariantChecks): Marked[] {
  if (typeof part === 'string') {
    const used = checks.expanded?.get(keyOf(path));
    const ofParts = placed(used?.problems ?? [], path, checks.yaml);
    if (ofParts.some(({ isWarning }) => !isWarning)) return ofParts;
    const text = keyedText(part, path, checks);
    const problems = [...ofParts, ...problemsOf((source) => checkText(source, checks.variables), text)];
    const isSound = problems.every(({ isWarning }) => isWarning);
    return path.at(-1) === 'mjml' && isSound ? [...problems, ...mjmlProblems(text, checks)] : problems;
  }
  if (typeof part !== 'object' || part === null) return [];
  const inList = Array.isArray(part);
  return Object.entries(part).flatMap(([key, inner]) =>
    partProblems(inner, [...path, inList ? Number(key) : fileKeyOf(key)], checks),
  );
}

function mjmlProblems(checked: CheckedText, { mjmlToHtml }: VariantChecks): Marked[] {
  const { source, path, yaml } = checked;
  const compiled = mjmlToHtml(source);
  const problem = compiled.ok ? checkTemplate(compiled.html)?.message : compiled.problem;
  if (problem === undefined)
    return [unknownElements, unknownAttributes].flatMap((check) => problemsOf(check, checked, 'MJML: '));
  if (compiled.line === undefined)
    return [{ line: yaml.lineOf(path), message: `${quotedPath(path)}: MJML: ${problem}` }];
  const check = (text: string): TemplateProblem[] => {
    const { line = 1 } = text === source ? compiled : mjmlToHtml(text);
    return [{ line, message: problem }];
  };
  return problemsOf(check, checked, 'MJML: ');
}

/** Returns what is wrong with a template: what would fail at rendering, else names that cannot be meant. */
export function checkText(source: string, variables?: PayloadSchema): TemplateProblem[] {
  const broken = checkTemplate(source);
  return broken ? [broken] : checkNames(source, variables);
}

type Check = (source: string) => TemplateProblem[];

/** A text to check, with its layout and partials in it. */
interface CheckedText {
  source: string;
  path: Path;
  yaml: YamlSource;
  /** Absent: it uses none. */
  expanded?: Expanded;
}

/** Returns a text of a template with its origins. */
export const keyedText = (source: string, path: Path, { yaml, expanded }: VariantChecks): CheckedText => ({
  ...{ source, path, yaml },
  expanded: expanded?.get(keyOf(path))?.expanded,
});

/** Returns what a check finds in a text, each at its line of the file, or of the layout or partial. */
export const problemsOf = (
  check: Check,
  { source, path, yaml, expanded }: CheckedText,
  prefix = '',
): Marked[] =>
  check(source).flatMap(({ line, column, message, isWarning }, index): Marked[] => {
    const words = prefix + message;
    if (expanded)
      return placed([{ ...expanded.originOf(line, column), message: words, isWarning }], path, yaml);
    const at = fileLine({ line, index, check }, path, yaml);
    return [{ isWarning, line: at, message: `${quotedPath(path)}: ${words}` }];
  });

/** Returns problems of a text that is expanded, each at its line of the file, or of the layout or partial. */
const placed = (problems: readonly Marked[], path: Path, yaml: YamlSource): Marked[] =>
  problems.map(({ file, line, message, ...marks }) => {
    if (file !== undefined) return { ...marks, file, line, message: `${message}, in ${quotedPath(path)}` };
    const scalar = yaml.scalarAt(path);
    const isLiteral = scalar?.style === 'BLOCK_LITERAL';
    const at = scalar ? scalar.line + (isLiteral ? line - 1 : 0) : yaml.lineOf(path);
    return { ...marks, line: at, message: `${quotedPath(path)}: ${message}` };
  });

function fileLine(
  { line, index, check }: { line: number; index: number; check: Check },
  path: Path,
  yaml: YamlSource,
): number {
  const scalar = yaml.scalarAt(path);
  if (!scalar) return yaml.lineOf(path);
  if (!scalar.raw.includes('\n')) return scalar.line;
  if (scalar.style === 'BLOCK_LITERAL') return scalar.line + line - 1;
  // Folded and quoted text has other line breaks than the file. The raw text has the file's, and the same syntax.
  return scalar.line + (check(scalar.raw)[index]?.line ?? 1) - 1;
}

/** A set of templates and its place in the file. */
export interface PlacedTemplates {
  templates: FileTemplates;
  path: Path;
}

/**
 * Returns a warning for each language that a channel lacks and another one of the event has. A variant without a region
 * is one for its regions.
 */
export function missingLanguages(
  sets: readonly PlacedTemplates[],
  defaultLanguage: string,
  yaml: YamlSource,
): Found[] {
  const channels = sets.flatMap(({ templates, path }) =>
    Object.entries(templates).map(([channel, variants]) => ({
      path: [...path, channel],
      languages: Object.keys(variants).map((tag) => normalizeLanguage(tag) ?? tag),
    })),
  );
  const found = new Map<string, Path>();
  for (const { path, languages } of channels)
    for (const language of languages) if (!found.has(language)) found.set(language, path);
  return channels.flatMap(({ path, languages }) => {
    const pick = languagePicker(languages);
    return [...found]
      .filter(([language]) => pick([language]) === null)
      .map(([language, where]) => ({
        line: yaml.lineOf(path),
        message: `${quotedPath(path)} has no "${language}", which ${quotedPath(where)} has: it is sent in "${defaultLanguage}" instead`,
      }));
  });
}
