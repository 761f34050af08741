import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The pages that restate the interface. */
export const INTERFACE_PAGES = [
  'docs/interface.md',
  'docs/interface/sending.md',
  'docs/interface/notifications.md',
  'docs/interface/contacts.md',
  'docs/interface/webhooks.md',
];

export const pageText = (page: string): string => readFileSync(path.join(__dirname, '../..', page), 'utf8');

/**
 * The tests that a page cites, in comments such as `<!-- test: api/sending › a title | unit/core/ids › … -->`: the
 * file below test/ without its ending, then the titles. A citation that ends with `…` is the beginning of one name.
 */
export function citationsIn(text: string): string[] {
  return [...text.matchAll(/<!-- test: (.*?) -->/g)].flatMap(([, list = '']) => list.split(' | '));
}

/** The path of a test's file, or a name that begins with it, as citations have it. */
const comparable = (name: string): string => name.replace(/(?:\.test|\.long|\.slow)?\.ts(?= › |$)/, '');

/** Whether one of the citations may mean a test of the file, whose path is below test/. */
export const isCited = (file: string, citations: readonly string[]): boolean =>
  citations.some((citation) => citation.startsWith(`${comparable(file)} › `));

/** The names that a citation means; it should be exactly one. */
export function namesCited(citation: string, names: readonly string[]): string[] {
  return citation.endsWith('…')
    ? names.filter((name) => comparable(name).startsWith(citation.slice(0, -1)))
    : names.filter((name) => comparable(name) === citation);
}
