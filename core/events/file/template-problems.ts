import type { PayloadSchema } from '../payload/schema';
import { checkNames } from '../templates/check-names';
import { checkTemplate, type TemplateProblem } from '../templates/check-template';
import { languagePicker, normalizeLanguage } from '../templates/language';
import { type MjmlToHtml, unknownAttributes, unknownElements } from '../templates/mjml';
import { quotedPath } from './issues';
import { isLost } from './salvage';
import type { FileTemplates } from './shape';
import type { Found, Path } from './problem';
import type { YamlSource } from './yaml-source';

/** A problem, or a warning. */
type Marked = Found & Pick<TemplateProblem, 'isWarning'>;

/** What templates are checked by. */
interface Checks {
  /** The default language of the event. */
  language: string;
  yaml: YamlSource;
  lost: readonly Path[];
  variables?: PayloadSchema;
  mjmlToHtml: MjmlToHtml;
}

/**
 * Returns the problems of a template set with their lines: wrong languages, and templates that do not compile or name
 * what is not in `variables`.
 */
export function templateProblems(templates: FileTemplates, at: Path, checks: Checks): Marked[] {
  return Object.entries(templates).flatMap(([channel, variants]) => {
    const path = [...at, channel];
    return [
      ...languageProblems(Object.keys(variants), path, checks),
      ...Object.entries(variants).flatMap(([language, template]) =>
        partProblems(template, [...path, language], checks),
      ),
    ];
  });
}

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
function partProblems(part: unknown, path: Path, checks: Checks): Marked[] {
  if (typeof part === 'string') {
    const problems = problemsOf((source) => checkText(source, checks.variables), part, path, checks.yaml);
    const isSound = problems.every(({ isWarning }) => isWarning);
    return path.at(-1) === 'mjml' && isSound ? [...problems, ...mjmlProblems(part, path, checks)] : problems;
  }
  if (typeof part !== 'object' || part === null) return [];
  const inList = Array.isArray(part);
  return Object.entries(part).flatMap(([key, inner]) =>
    partProblems(inner, [...path, inList ? Number(key) : (FILE_KEYS[key] ?? key)], checks),
  );
}

/** Keys of the checked value that have another name in the file. */
const FILE_KEYS: Record<string, string> = { contentType: 'content_type' };

function mjmlProblems(source: string, path: Path, { yaml, mjmlToHtml }: Checks): Marked[] {
  const compiled = mjmlToHtml(source);
  const problem = compiled.ok ? checkTemplate(compiled.html)?.message : compiled.problem;
  if (problem === undefined)
    return [unknownElements, unknownAttributes].flatMap((check) =>
      problemsOf(check, source, path, yaml, 'MJML: '),
    );
  if (compiled.line === undefined)
    return [{ line: yaml.lineOf(path), message: `${quotedPath(path)}: MJML: ${problem}` }];
  const check = (text: string): TemplateProblem[] => {
    const { line = 1 } = text === source ? compiled : mjmlToHtml(text);
    return [{ line, message: problem }];
  };
  return problemsOf(check, source, path, yaml, 'MJML: ');
}

/** Returns what is wrong with a template: what would fail at rendering, else names that cannot be meant. */
export function checkText(source: string, variables?: PayloadSchema): TemplateProblem[] {
  const broken = checkTemplate(source);
  return broken ? [broken] : checkNames(source, variables);
}

type Check = (source: string) => TemplateProblem[];

const problemsOf = (check: Check, source: string, path: Path, yaml: YamlSource, prefix = ''): Marked[] =>
  check(source).map(({ line, message, isWarning }, index) => ({
    isWarning,
    line: fileLine({ line, index, check }, path, yaml),
    message: `${quotedPath(path)}: ${prefix}${message}`,
  }));

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
