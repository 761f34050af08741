import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { anchorsOf, linksOf } from '../../support/pages';

const ROOT = path.join(__dirname, '../../..');
const WORDS = 1500;
/** Pages that are looked things up in: they may be longer. */
const REFERENCES = /^docs\/(?:reference|interface)[/.]|^CHANGELOG\.md$/;

const pages = [
  ...readdirSync(ROOT),
  ...['client/README.md', 'client/python/README.md', 'client/go/README.md'],
  ...readdirSync(path.join(ROOT, 'docs'), { encoding: 'utf8', recursive: true }).map(
    (name) => `docs/${name}`,
  ),
].filter((name) => name.endsWith('.md'));
const targetOf = (page: string, link: string): string =>
  link.startsWith('#') ? page : path.posix.join(path.posix.dirname(page), link.replace(/#.*/, ''));

describe('pages', () => {
  it.each(pages)('%s links to pages and headings that exist', (page) => {
    const broken = linksOf(page).filter((link) => {
      const target = targetOf(page, link);
      const [, anchor] = link.split('#');
      if (!existsSync(path.join(ROOT, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('are at most 1,500 words long, unless they are references', () => {
    const long = pages
      .filter((page) => !REFERENCES.test(page))
      .filter((page) => readFileSync(path.join(ROOT, page), 'utf8').split(/\s+/).length > WORDS);
    expect(long).toEqual([]);
  });

  it('below docs/ are all reached from docs/README.md', () => {
    const reached = new Set(['docs/README.md']);
    for (const page of reached)
      for (const link of linksOf(page)) {
        const target = targetOf(page, link);
        if (target.startsWith('docs/') && target.endsWith('.md')) reached.add(target);
      }
    expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
  });

  it('the README has ten links at most, besides its pictures', () =>
    expect(linksOf('README.md').filter((link) => !/\.(?:png|svg)$/.test(link)).length).toBeLessThanOrEqual(
      10,
    ));
});
