import { sizeProblem } from '../file/limits';
import type { Found, Problem } from '../file/problem';
import type { SourceFile } from '../file/source-file';
import { parseTemplate } from '../templates/parse-template';
import { checkNames } from '../templates/check-names';
import { checkSyntax, checkTemplate } from '../templates/check-template';
import { blocksOf, nameOf } from './blocks';
import { expandText } from './expand';
import { readTranslation } from '../translations/read-translation';
import { mentionsTexts } from '../translations/text-calls';
import { resolveTexts } from '../translations/resolve-texts';
import { readPageTexts } from '../../preferences/page-texts';
import { isPageTexts, isTranslation, type Part, PART_KINDS, partOf } from './part';
import { PartSet } from './part-set';

/** A part of a push with the blocks that it needs to be filled, or its problems. */
export type ReadPart =
  | {
      ok: true;
      part: Part;
      /** Names of the parts that it uses, also through others. */
      uses: string[];
      /** The blocks of a layout without a content of their own, or the keys of a translation. */
      blocks: { name: string; line: number }[];
      warnings: Problem[];
    }
  | { ok: false; problems: Problem[] };

/** Maximum number of files of layouts and partials in an environment. */
export const MOST_PARTS = 500;
/** Maximum size of all of them, bytes of UTF-8. A push reads those that it needs. */
export const MOST_PART_BYTES = 4 * 1024 * 1024;

/** Reads a layout or partial of a push. `parts` are those that it may use, with itself. It never throws. */
export function readPart(file: SourceFile, parts: readonly Part[]): ReadPart {
  const part = partOf(file);
  const refused = (...problems: Found[]): ReadPart => ({
    ok: false,
    problems: problems.map((problem) => ({ file: file.name, ...problem })),
  });
  if (typeof part === 'string') return refused({ line: 1, message: part });
  const { content, format, language } = part;
  const size = sizeProblem(content, `a ${PART_KINDS[part.folder]}`);
  if (size !== undefined) return refused({ line: 1, message: size });
  if (isTranslation(part)) {
    const { texts, problems, warnings } = readTranslation(content);
    if (problems.length > 0) return refused(...problems);
    const keys = [...texts].map(([name, { line }]) => ({ name, line }));
    const inFile = warnings.map((one) => ({ file: file.name, ...one }));
    return { ok: true, part, uses: [], blocks: keys, warnings: inFile };
  }
  if (isPageTexts(part)) {
    const { problems } = readPageTexts(content, language ?? 'en');
    return problems.length > 0
      ? refused(...problems)
      : { ok: true, part, uses: [], blocks: [], warnings: [] };
  }
  const broken = checkSyntax(content);
  if (broken) return refused({ line: broken.line, message: broken.message });
  if (/\\\s*$/.test(content))
    return refused({ line: content.split('\n').length, message: 'it must not end with a backslash' });

  const formats = FORMATS[format as PartFormatOfText];
  // Without a language, those that it uses are the ones without a language too, or any.
  const others = parts.flatMap((one) => one.language ?? []);
  const set = new PartSet(parts);
  const languages = [...(language === undefined ? [] : [language]), ...others];
  const { expanded: whole, problems, uses } = expandText(content, { parts: set, formats, part, languages });
  if (problems.length > 0) return refused(...problems);
  const resolved =
    mentionsTexts(whole.text) && !checkSyntax(whole.text)
      ? resolveTexts(whole, { texts: set.texts, languages, isPart: true })
      : undefined;
  const unresolved = resolved?.problems.filter(({ isWarning }) => !isWarning) ?? [];
  if (unresolved.length > 0) return refused(...unresolved);
  const expanded = resolved?.expanded ?? whole;
  const wrong = checkTemplate(expanded.text);
  const found = wrong ? [wrong] : checkNames(expanded.text);
  const placed = found.map(({ line, column, message, isWarning }) => ({
    isWarning,
    problem: { file: file.name, message, ...expanded.originOf(line, column) },
  }));
  const errors = placed.filter(({ isWarning }) => !isWarning);
  if (errors.length > 0) return refused(...errors.map(({ problem }) => problem));
  return {
    ok: true,
    part,
    uses: [...uses],
    blocks: part.folder === 'layouts' ? emptyBlocks(content) : [],
    warnings: placed.map(({ problem }) => problem),
  };
}

type PartFormatOfText = keyof typeof FORMATS;

const FORMATS = { mjml: ['mjml', 'html', 'txt'], html: ['html', 'txt'], txt: ['txt'] } as const;

const emptyBlocks = (content: string): { name: string; line: number }[] =>
  blocksOf(parseTemplate(content).body).flatMap((node) => {
    const name = nameOf(node);
    const isEmpty = node.program.body.every(
      (one) => one.type === 'ContentStatement' && (one as hbs.AST.ContentStatement).value.trim() === '',
    );
    return name !== undefined && isEmpty ? [{ name, line: node.loc.start.line }] : [];
  });
