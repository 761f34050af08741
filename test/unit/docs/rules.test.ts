import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { newSigningSecret, signWebhook } from '../../../core/webhooks/signature';
import { testNames } from '../../support/test-names';

const ROOT = path.join(__dirname, '../../..');
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join(folder, file),
  );

const PAGES = ['docs/reference/rules.md', ...filesIn('docs/reference/rules')];
const lines = PAGES.flatMap((page) => textOf(page).split('\n'));
const rules = lines.flatMap((line) => /^- \*\*([A-Z]+-\d+)\*\* \S/.exec(line)?.[1] ?? []);
const known = new Set(rules);
const groups = new Set(rules.map((rule) => rule.replace(/-\d+$/, '')));
const ID = new RegExp(`\\b(?:${[...groups].join('|')})-\\d+\\b`, 'g');
const idsIn = (text: string): string[] => text.match(ID) ?? [];

/** The tests of the API but the admin's, which is the operators' and described in cli.md. */
const isOfApi = (file: string): boolean => file.startsWith('api/') && !file.startsWith('api/admin');
const tests = testNames((file, text) => isOfApi(file) || idsIn(text).length > 0);

/** Folders of code: all but what is installed, built or hidden. */
const isCode = (folder: string): boolean =>
  !/^(?:\.|node_modules$|dist$|coverage$|reports$|docs$|extensions$)/.test(folder);

describe('docs/reference/rules', () => {
  it('gives each rule an id of its own, of a group that the first page lists', () => {
    expect(rules.length).toBeGreaterThan(150);
    expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
    expect(lines.filter((line) => /^\s*(?:\d+\.|[-*]) /.test(line))).toHaveLength(rules.length);
    const listed = [...textOf('docs/reference/rules.md').matchAll(/^\| `([A-Z]+)` /gm)].map(
      ([, group]) => group,
    );
    expect(listed.sort()).toEqual([...groups].sort());
  });

  it('has no rule without a test that cites it in its title', () => {
    const held = new Set(tests.flatMap(idsIn));
    expect(rules.filter((rule) => !held.has(rule))).toEqual([]);
  });

  it('is cited by every test of the API', () => {
    const own = tests.filter(isOfApi);
    expect(own.length).toBeGreaterThan(150);
    expect(own.filter((name) => idsIn(name).length === 0)).toEqual([]);
  });

  it('has every rule that the code or a test cites', () => {
    const folders = readdirSync(ROOT, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && isCode(entry.name),
    );
    const files = folders
      .flatMap(({ name }) => filesIn(name))
      .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'));
    const cited = files.flatMap((file) => idsIn(textOf(file)).map((id) => ({ file, id })));
    expect(new Set(cited.map(({ file }) => file)).size).toBeGreaterThan(100);
    expect(cited.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it('SIGNATURE-5: shows a verification that takes what we sign and nothing else', () => {
    const [, source = ''] = /^```js\n(.*?)^```$/ms.exec(textOf('docs/reference/rules/webhooks.md')) ?? [];
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the example of the page, as a reader would paste it
    const load = new Function('require', `${source}; return isGenuine;`) as (
      load: NodeJS.Require,
    ) => (body: string, header: string, secret: string) => boolean;
    const isGenuine = load(require);
    const [secret, previousSecret, body] = [newSigningSecret(), newSigningSecret(), '{"event":"Grüße"}'];
    const header = (timestamp: number, more = {}): string =>
      signWebhook({ secret, body, timestamp, eventId: 'e', attemptId: 'a', brand: 'Service', ...more })[
        'X-Service-Signature'
      ] ?? '';
    const now = Math.floor(Date.now() / 1000);
    expect(isGenuine(body, header(now), secret)).toBe(true);
    expect(isGenuine(body, header(now, { previousSecrets: [previousSecret] }), previousSecret)).toBe(true);
    expect(isGenuine(`${body} `, header(now), secret)).toBe(false);
    expect(isGenuine(body, header(now), previousSecret)).toBe(false);
    expect(isGenuine(body, header(now - 310), secret)).toBe(false);
    expect(isGenuine(body, header(now + 310), secret)).toBe(false);
    for (const bad of ['', 't=1', `t=${now},v1=`, `t=${now},v1=00`, 'v1=x']) {
      expect(isGenuine(body, bad, secret)).toBe(false);
    }
  });
});
