import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');

/** Returns the text of a page without its blocks of code. */
export const textOf = (page: string): string =>
  readFileSync(path.join(ROOT, page), 'utf8').replace(/^```.*?^```/gms, '');

/** Returns the headings of a page, of links only their words. */
export const headingsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  );

/** Returns what a link to a page can have behind `#`. */
export const anchorsOf = (page: string): string[] => [
  ...headingsOf(page).map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  ),
  ...[...textOf(page).matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name = '']) => name),
];

/** Returns where the links and the pictures of a page lead, but not those to other servers. */
export const linksOf = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\(([^)\s]+)\)|<img [^>]*?src="([^"]+)"/g)]
    .map(([, link, picture]) => (link ?? picture)!)
    .filter((link) => !/^[a-z]+:/.test(link));
