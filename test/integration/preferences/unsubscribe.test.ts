import type { Category } from '../../../core/preferences/category';
import { untilEnded } from '../../support/journey';
import { newEmail } from '../../support/application';
import { pageOf } from '../../support/metrics-page';
import { type Stack, startStack } from '../../support/stack';
import { SETTINGS } from '../../support/settings';

const news: Category = {
  name: 'news',
  labels: { en: { name: 'News' } },
  default: true,
  bulk: true,
  position: 1,
};
const security: Category = {
  name: 'security',
  labels: { en: { name: 'Security' } },
  default: true,
  required: true,
  position: 2,
};
const eventOf = (category: string, text: string): string =>
  `category: ${category}\ntemplates: { email: { en: { subject: Hi, text: '${text}' } } }\n`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  for (const environment of ['production', 'sandbox'] as const)
    await stack.store.applications.replaceCategories(stack.applicationId, environment, {
      before: undefined,
      after: [news, security],
    });
  await push({
    'news.yaml': eventOf('news', 'Stop: {{unsubscribe_url}} All: {{preferences_url}}'),
    'security.yaml': eventOf('security', 'Stop: {{unsubscribe_url}}'),
  });
});
afterAll(() => stack.stop());

const push = (files: Record<string, string>) =>
  stack.admin.request('PUT', `/admin/v1/applications/${stack.applicationId}/events/production`, {
    files: Object.entries(files).map(([name, content]) => ({ name, content })),
  });

/** Sends to an address, and returns what arrived and the links in it. */
async function send(event: string, to: string, more: object = {}) {
  const id = await stack.production.send(event, { to, ...more });
  const view = await untilEnded(stack.production, id);
  const [mail] = stack.smtp.mailsTo(to);
  const headers = new Map(mail?.headerLines.map(({ key, line }) => [key, line.replaceAll(/\r\n\s+/g, ' ')]));
  const [link = ''] = /https:\S+/.exec(mail?.text ?? '') ?? [];
  const path = link.replace(SETTINGS.PUBLIC_URL, '');
  return { id, view, headers, link, path, text: mail?.text ?? '' };
}

const call = (path: string, init?: RequestInit): Promise<Response> =>
  fetch(`${stack.production.baseUrl}${path}`, { redirect: 'manual', ...init });
const ONE_CLICK = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
const entriesOf = async (to: string) => {
  const answer = await stack.production.get<{ preferences: { entries: object[] } }>(
    `/v1/contacts/${to}/preferences`,
  );
  return answer.body.preferences.entries;
};

test('PREFERENCE-32, PREFERENCE-35: one click unsubscribes, once, and the next send is skipped', async () => {
  const to = 'one-click@example.org';
  const metricsBefore = await pageOf(stack.api.metricsPort);
  const { link, path, headers, text, view } = await send('news', to);
  expect(view.status).toBe('completed');
  expect(headers.get('list-unsubscribe')).toBe(`List-Unsubscribe: <${link}>`);
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(link).toMatch(/^https:\/\/notify\.example\.com\/heliograph\/preferences\/unsubscribe\/[\w-]{100,}$/);
  expect(text).toContain(`All: ${link.replace('/unsubscribe', '')}`);

  for (const method of ['GET', 'HEAD', 'OPTIONS']) await (await call(path, { method })).text();
  const scanner = await call(path, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
  expect(scanner.status).toBe(400);
  expect(await entriesOf(to)).toEqual([]);

  const first = await call(path, ONE_CLICK);
  expect(first.status).toBe(200);
  expect(first.headers.get('set-cookie')).toBeNull();
  expect(await first.text()).toContain('You are unsubscribed from “News” (E-mail).');
  const entries = await entriesOf(to);
  expect(entries).toEqual([
    { category: 'news', channel: 'email', on: false, at: expect.any(String), by: 'one_click' },
  ]);
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await call(path, { method: 'POST', body: form })).status).toBe(200);
  expect(await entriesOf(to)).toEqual(entries);

  const next = await send('news', to);
  expect(next.view.messages).toMatchObject([{ error: expect.stringMatching(/^PREFERENCE: .*one click/) }]);
  expect((await send('security', to)).view.messages).toMatchObject([{ status: 'sent' }]);

  const again = await call(path, { method: 'POST', body: new URLSearchParams({ action: 'subscribe' }) });
  expect(await again.text()).toContain('again');
  expect(await entriesOf(to)).toMatchObject([{ on: true, by: 'page' }]);

  const metrics = await pageOf(stack.api.metricsPort);
  for (const [name, labels] of [
    ['one_click_unsubscribes_total', { via: 'post', outcome: 'changed' }],
    ['one_click_unsubscribes_total', { via: 'post', outcome: 'unchanged' }],
    ['preference_changes_total', { environment: 'production', by: 'one_click', kind: 'off' }],
    ['preference_changes_total', { environment: 'production', by: 'page', kind: 'on' }],
  ] as const)
    expect([
      name,
      metrics.value(`heliograph_${name}`, labels) - metricsBefore.value(`heliograph_${name}`, labels),
    ]).toEqual([name, 1]);
});

test('PREFERENCE-36: a required category is never switched off', async () => {
  const { path, headers } = await send('security', 'required@example.org');
  expect(headers.has('list-unsubscribe')).toBe(false);
  const answer = await call(path, ONE_CLICK);
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('cannot be switched off'),
  ]);
  expect(await entriesOf('required@example.org')).toEqual([]);
});

test('PREFERENCE-38, PREFERENCE-40: the page shows what is on, and saves what was changed', async () => {
  const to = 'page@example.org';
  const { path } = await send('news', to);
  const all = path.replace('/unsubscribe', '');
  const page = await call(all);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'nonce-/),
  });
  const html = await page.text();
  expect(html).toContain('value="news/email" checked');
  expect(html).not.toContain(to);
  const body = new URLSearchParams({ on: '/email', action: 'save' });
  for (const cell of ['news/email=1', 'security/email=1', '/email=1']) body.append('shown', cell);
  const saved = await call(all, { method: 'POST', body });
  expect(await saved.text()).toContain('Your choices are saved.');
  expect(await entriesOf(to)).toMatchObject([{ category: 'news', channel: 'email', on: false, by: 'page' }]);
  await call(all, { method: 'POST', body: new URLSearchParams({ action: 'none' }) });
  expect(await entriesOf(to)).toMatchObject([{ on: false }, { category: 'news', channel: null, on: false }]);
});

const LOGO = 'https://logo.example/a.png?x="><script>&y=1';
/** As an attribute has it. */
const IN_PAGE = 'https://logo.example/a.png?x=%22%3E%3Cscript%3E&#38;y=1';

describe('PREFERENCE-40: the page has the brand and asks no other host', () => {
  afterAll(async () => {
    const { path } = await brand({}, {});
    await stack.admin.request('DELETE', `${path}/tenants/acme`, { force: true });
  });

  /** Sets the brands of the application and of its tenant. */
  async function brand(ofApplication: object, ofTenant: object) {
    const path = `/admin/v1/applications/${stack.applicationId}`;
    const answers = [
      await stack.admin.request('PATCH', path, { brand: ofApplication }),
      await stack.admin.request('PUT', `${path}/tenants/acme`, { name: 'Acme', brand: ofTenant }),
    ];
    expect(answers.every(({ status }) => status < 300)).toBe(true);
    return { path };
  }

  test.each<
    [string, of: object, tenant: object | null, page: { head: string; logo?: string; button?: string }]
  >([
    ['no brand', {}, null, { head: '<p class="name"><bdi>demo</bdi></p>' }],
    [
      'a brand with markup, and a logo',
      { name: '<b>Acme</b> & "Co"', color: '#ffcc00', logotype: LOGO },
      null,
      {
        head: `<img src="${IN_PAGE}" alt="&#60;b&#62;Acme&#60;/b&#62; &#38; &#34;Co&#34;" referrerpolicy="no-referrer">`,
        ...{ logo: IN_PAGE, button: '#ffcc00' },
      },
    ],
    [
      'a logo without TLS, and a colour that is none',
      { name: '<i>Acme</i>', color: '#fff; } * { color: red', logotype: 'http://logo.example/a.png' },
      null,
      { head: '<p class="name"><bdi>&#60;i&#62;Acme&#60;/i&#62;</bdi></p>' },
    ],
    [
      "the tenant's brand over that of the application",
      { name: 'Shop', color: '#ffcc00', logotype: LOGO },
      { name: 'Acme', logotype: 'https://acme.example/logo.svg' },
      {
        head: '<img src="https://acme.example/logo.svg" alt="Acme" referrerpolicy="no-referrer">',
        ...{ logo: 'https://acme.example/logo.svg', button: '#ffcc00' },
      },
    ],
  ])('%s', async (_what, ofApplication, ofTenant, { head, logo, button = '#1d4ed8' }) => {
    await brand(ofApplication, ofTenant ?? { name: 'Another' });
    const { path } = await send('news', newEmail(), ofTenant ? { tenant: 'acme' } : {});
    for (const shown of [path, path.replace('/unsubscribe', '')]) {
      const answer = await call(shown);
      const html = await answer.text();
      expect(html).toContain(`<header>${head}</header>`);
      expect(html).toContain(`--button: ${button};`);
      const images = logo === undefined ? 'data:' : `data: ${new URL(logo).origin}`;
      const others = "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
      expect(answer.headers.get('content-security-policy')?.replace(/'nonce-[^']+'/, 'NONCE')).toBe(
        `default-src 'none'; style-src NONCE; img-src ${images}; ${others}`,
      );
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      // Everything that a browser loads or may follow to another host.
      const asked = [...html.matchAll(/(?:src|srcset|href|action|data|poster|content)="([^"]*:[^"]*)"/g)];
      expect(asked.map(([, address]) => address)).toEqual(['data:,', ...(logo === undefined ? [] : [logo])]);
      expect(html).not.toMatch(/<script|@import|url\(|http-equiv|\son\w+=/i);
    }
  });
});

test('PREFERENCE-45: the page says what the application wrote, as plain text', async () => {
  await push({
    'preference-page/en.yaml': 'stop: Stop & leave\n',
    'preference-page/en-GB.yaml': 'all: Everything\n',
  });
  const { path } = await send('news', 'texts@example.org');
  const readBy = async (language: string): Promise<string> =>
    (await call(path, { headers: { 'accept-language': language } })).text();
  expect(await readBy('en')).toMatch(/lang="en" [^]*>Stop &#38; leave<[^]*>All preferences</);
  expect(await readBy('en-GB')).toMatch(/lang="en-GB" [^]*>Stop &#38; leave<[^]*>Everything</);
  expect(await readBy('zh-TW')).toMatch(/lang="zh-Hant" [^]*>取消訂閱</);
  for (const file of ['en', 'en-GB'])
    await stack.admin.request(
      'DELETE',
      `/admin/v1/applications/${stack.applicationId}/parts/production/preference-page/${file}.yaml`,
    );
});

test('PREFERENCE-39: a link that leads nowhere says nothing of anyone', async () => {
  const { path } = await send('news', 'wrong@example.org');
  const wrong = await call(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`);
  expect(wrong.status).toBe(404);
  const html = await wrong.text();
  expect(html).toContain('This link does not work');
  expect(html).not.toMatch(/demo|wrong@/);
  expect((await call('/preferences/unsubscribe/none', ONE_CLICK)).status).toBe(404);
});

test('PREFERENCE-34: a push refuses an e-mail of a bulk category in which nothing unsubscribes', async () => {
  const { status, body } = await push({ 'plain.yaml': eventOf('news', 'Hi') });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    problems: [{ file: 'plain.yaml', line: 2, message: expect.stringContaining('{{unsubscribe_url}}') }],
  });
});
