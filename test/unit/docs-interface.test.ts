import { newSigningSecret, signWebhook } from '../../core/webhook-signature';
import { citationsIn, INTERFACE_PAGES, isCited, namesCited, pageText } from '../support/cited-tests';
import { testNames } from '../support/test-names';

const cited = INTERFACE_PAGES.flatMap((page) => citationsIn(pageText(page)));
/** The tests of the interface: of the routes but the admin's, which are the operators' and described in cli.md. */
const isOfInterface = (file: string): boolean => file.startsWith('api/') && !file.startsWith('api/admin');
// To read every test of the project would take a second.
const names = testNames((file) => isOfInterface(file) || isCited(file, cited));

describe('docs/interface', () => {
  it.each(INTERFACE_PAGES)('%s names tests that exist', (page) => {
    const citations = citationsIn(pageText(page));
    expect(citations.length).toBeGreaterThan(10);
    const wrong = citations.filter((citation) => namesCited(citation, names).length !== 1);
    expect(wrong).toEqual([]);
  });

  it.each(INTERFACE_PAGES)('%s has a test behind each rule', (page) => {
    const rules = pageText(page)
      .split('\n')
      .filter((line) => /^\s*(?:\d+\.|[-*]) /.test(line));
    expect(rules.length).toBeGreaterThan(5);
    expect(rules.filter((rule) => citationsIn(rule).length === 0)).toEqual([]);
  });

  it('names every test of the interface', () => {
    const known = new Set(cited.flatMap((citation) => namesCited(citation, names)));
    const own = names.filter(isOfInterface);
    expect(own.length).toBeGreaterThan(150);
    expect(own.filter((name) => !known.has(name))).toEqual([]);
  });

  it('shows a verification that takes what we sign and nothing else', () => {
    const [, source = ''] = /^```js\n(.*?)^```$/ms.exec(pageText('docs/interface/webhooks.md')) ?? [];
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
    expect(isGenuine(body, header(now, { previousSecret }), previousSecret)).toBe(true);
    expect(isGenuine(`${body} `, header(now), secret)).toBe(false);
    expect(isGenuine(body, header(now), previousSecret)).toBe(false);
    expect(isGenuine(body, header(now - 310), secret)).toBe(false);
    expect(isGenuine(body, header(now + 310), secret)).toBe(false);
    for (const bad of ['', 't=1', `t=${now},v1=`, `t=${now},v1=00`, 'v1=x']) {
      expect(isGenuine(body, bad, secret)).toBe(false);
    }
  });
});
