import { readFileSync } from 'node:fs';
import { docsPage, PAGE_POLICY, VIEWER_FILES } from '../../../../api/service/page';

const page = docsPage('Heliograph API, sandbox', '/docs/assets');

describe('the page of the document', () => {
  it('has its title', () => expect(page).toContain('<title>Heliograph API, sandbox</title>'));

  it('loads nothing from another host and has no script of its own in it, as its policy asks', () => {
    const loaded = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
    expect(loaded).toEqual(expect.arrayContaining(['/docs/assets/swagger-ui.css', '/docs/assets/start.js']));
    for (const url of loaded) expect(url).toMatch(/^(?:\/[^/]|data:,$)/);
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| on[a-z]+=/);
    expect(PAGE_POLICY).not.toMatch(/https?:|\*|unsafe-eval/);
  });

  it('has its viewer installed, which loads no part of itself from another host', () => {
    expect(Object.keys(VIEWER_FILES)).toEqual(['swagger-ui.css', 'swagger-ui-bundle.js']);
    const css = readFileSync(VIEWER_FILES['swagger-ui.css'] ?? '', 'utf8');
    expect(css).toContain('.swagger-ui');
    expect(css).not.toMatch(/@import|url\((?!["']?data:)/);
  });
});
