import { shapeProblems } from '../events/file/issues';
import type { Problem } from '../events/file/problem';
import type { SourceFile } from '../events/file/source-file';
import { YamlSource } from '../events/file/yaml-source';
import { parseSafely } from '../shared/parse-safely';
import {
  type Category,
  CATEGORY_NAME,
  CATEGORY_NAME_RULE,
  MOST_CATEGORIES,
  MOST_CATEGORIES_JSON,
} from './category';
import { categoryFileShape, categoryOf } from './category-file';
import { CATEGORY_PATH } from './category-name';

/** A category of a push, or the problems of its file. */
export type ReadCategory =
  { ok: true; category: Category; shown: string; content: string } | { ok: false; problems: Problem[] };

/** Reads the file of a category. It never throws, and returns problems with their lines instead. */
export function readCategory({ name: shown, content }: SourceFile): ReadCategory {
  const refused = (problems: Omit<Problem, 'file'>[]): ReadCategory => ({
    ok: false,
    problems: problems.map(({ line, message }) => ({ file: shown, line, message })),
  });
  const [, file = ''] = CATEGORY_PATH.exec(shown) ?? [];
  const name = file.replace(/\.yaml$/, '');
  if (!file.endsWith('.yaml') || !CATEGORY_NAME.test(name))
    return refused([
      { line: 1, message: `the file's name must be NAME.yaml, and NAME ${CATEGORY_NAME_RULE}` },
    ]);
  const yaml = YamlSource.read(content);
  if (!(yaml instanceof YamlSource)) return refused(yaml);
  const shape = parseSafely(categoryFileShape, yaml.value);
  if (!shape.success) return refused(shapeProblems(shape.error, yaml));
  return { ok: true, category: categoryOf(name, shape.data), shown, content };
}

/** Reads the categories of one push. Returns the problems of all files if one has some. `stored` are those that the application has. */
export function readCategories(
  files: readonly SourceFile[],
  stored: readonly Category[],
): { ok: true; categories: Category[] } | { ok: false; problems: Problem[] } {
  const read = files.map(readCategory);
  const problems = read.flatMap((one) => (one.ok ? [] : one.problems));
  const valid = read.filter((one) => one.ok);
  const shownIn = new Map<string, string>();
  for (const { category, shown } of valid) {
    const other = shownIn.get(category.name);
    if (other !== undefined)
      problems.push({ file: shown, line: 1, message: `category "${category.name}" is also in ${other}` });
    shownIn.set(category.name, shown);
  }
  const categories = valid.map(({ category }) => category);
  const limit = limitProblem(withCategories(stored, categories));
  if (limit !== undefined && valid[0]) problems.push({ file: valid[0].shown, line: 1, message: limit });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, categories };
}

/** Returns categories with others, which replace those of the same names. */
export function withCategories(stored: readonly Category[], others: readonly Category[]): Category[] {
  const names = new Set(others.map(({ name }) => name));
  return [...stored.filter(({ name }) => !names.has(name)), ...others];
}

/** Returns why an environment cannot have these categories; undefined: it can. */
export function limitProblem(categories: readonly Category[]): string | undefined {
  if (categories.length > MOST_CATEGORIES)
    return `there are ${categories.length} categories; an environment may have at most ${MOST_CATEGORIES}`;
  const size = JSON.stringify(categories).length;
  if (size <= MOST_CATEGORIES_JSON) return undefined;
  return `the categories have ${size} characters as JSON; those of an environment may have at most ${MOST_CATEGORIES_JSON}. Shorten the descriptions`;
}
