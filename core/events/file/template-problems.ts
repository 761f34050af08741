import { checkTemplate } from '../templates/check-template';
import { normalizeLanguage } from '../templates/language';
import { mjmlToHtml } from '../templates/mjml';
import { quotedPath } from './issues';
import { isLost } from './salvage';
import type { FileTemplates } from './shape';
import type { Found, Path } from './problem';
import type { YamlSource } from './yaml-source';

/** Returns the problems of a template set with their lines: wrong languages, and templates that do not compile. */
export function templateProblems(
  templates: FileTemplates,
  at: Path,
  defaultLanguage: string,
  yaml: YamlSource,
  lost: readonly Path[],
): Found[] {
  return Object.entries(templates).flatMap(([channel, variants]) => {
    const path = [...at, channel];
    return [
      ...languageProblems(Object.keys(variants), path, defaultLanguage, yaml, lost),
      ...Object.entries(variants).flatMap(([language, template]) =>
        partProblems(template, [...path, language], yaml),
      ),
    ];
  });
}

function languageProblems(
  tags: string[],
  path: Path,
  defaultLanguage: string,
  yaml: YamlSource,
  lost: readonly Path[],
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
function partProblems(part: unknown, path: Path, yaml: YamlSource): Found[] {
  if (typeof part === 'string') {
    const problems = compileProblem(part, path, yaml);
    return path.at(-1) === 'mjml' && problems.length === 0 ? mjmlProblem(part, path, yaml) : problems;
  }
  if (typeof part !== 'object' || part === null) return [];
  const inList = Array.isArray(part);
  return Object.entries(part).flatMap(([key, inner]) =>
    partProblems(inner, [...path, inList ? Number(key) : (FILE_KEYS[key] ?? key)], yaml),
  );
}

/** Keys of the checked value that have another name in the file. */
const FILE_KEYS: Record<string, string> = { contentType: 'content_type' };

function mjmlProblem(source: string, path: Path, yaml: YamlSource): Found[] {
  const compiled = mjmlToHtml(source);
  const problem = compiled.ok ? checkTemplate(compiled.html)?.message : compiled.problem;
  return problem === undefined
    ? []
    : [{ line: yaml.lineOf(path), message: `${quotedPath(path)}: MJML: ${problem}` }];
}

function compileProblem(source: string, path: Path, yaml: YamlSource): Found[] {
  const problem = checkTemplate(source);
  if (!problem) return [];
  return [{ line: fileLine(problem.line, path, yaml), message: `${quotedPath(path)}: ${problem.message}` }];
}

function fileLine(templateLine: number, path: Path, yaml: YamlSource): number {
  const scalar = yaml.scalarAt(path);
  if (!scalar) return yaml.lineOf(path);
  if (!scalar.raw.includes('\n')) return scalar.line;
  if (scalar.style === 'BLOCK_LITERAL') return scalar.line + templateLine - 1;
  // Folded and quoted text has other line breaks than the file. The raw text has the file's, and the same syntax.
  return scalar.line + (checkTemplate(scalar.raw)?.line ?? 1) - 1;
}
