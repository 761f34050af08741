import type { SourceFile } from '../events/file/source-file';

/** The folder of the files of categories. */
export const CATEGORY_FOLDER = 'categories';
/** Finds the name of a file in it. */
export const CATEGORY_PATH = /(?:^|[/\\])categories[/\\]([^/\\]+)$/;

/** Whether a file of a push is a category. */
export const isCategoryFile = ({ name }: Pick<SourceFile, 'name'>): boolean =>
  CATEGORY_PATH.test(name) && /\.ya?ml$/i.test(name);

/** Returns how the `uses` of an event name its category, such as `categories/news`. */
export const categoryUsed = (name: string): string => `${CATEGORY_FOLDER}/${name}`;

/** Returns the file of a category, such as `categories/news.yaml`. */
export const categoryFile = (name: string): string => `${categoryUsed(name)}.yaml`;
