import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadExtensions } from '../../process/extensions/load';
import { workflowsEntry } from '../../worker/bundle';
import { bundleWith } from '../../worker/extension-bundle';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, openWindow } from '../support/dashboard/open-page';
import { ended } from '../support/broadcasts';
import { eventually } from '../support/eventually';
import { untilEnded } from '../support/journey';
import { SETTINGS } from '../support/settings';
import { type Stack, startStack } from '../support/stack';

const EXAMPLE = path.join(__dirname, '../../examples/newsletter');
const FILES = readdirSync(EXAMPLE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => ({ name, content: readFileSync(path.join(EXAMPLE, name), 'utf8') }));
const ADA = 'ada@example.org';

inChromium('the newsletter of docs/guides/newsletter.md', () => {
  let stack: Stack;
  let folder: string;
  beforeAll(async () => {
    const extensions = await loadExtensions(path.join(EXAMPLE, 'extensions'));
    folder = mkdtempSync(path.join(tmpdir(), 'newsletter-'));
    const bundle = path.join(folder, 'bundle.js');
    writeFileSync(bundle, await bundleWith(extensions, { workflowsPath: workflowsEntry(), modules: [] }));
    stack = await startStack({
      env: { HELIOGRAPH_EXTENSIONS: path.join(EXAMPLE, 'extensions'), WORKFLOW_BUNDLE: bundle },
    });
    const events = `/admin/v1/applications/${stack.applicationId}/events/production`;
    expect(await stack.admin.request('PUT', events, { files: FILES })).toMatchObject({ status: 200 });
  }, 180_000);
  afterAll(async () => {
    await stack.stop();
    rmSync(folder, { recursive: true });
  });

  const subjects = () => stack.smtp.mailsTo(ADA).map(({ subject }) => subject);
  /** Returns the counts of a broadcast when it has ended. */
  async function sendNews(title: string): Promise<object> {
    const payload = { title, text: 'Topics and preferences.' };
    const order = { to: { topic: 'newsletter' }, payload, name: title };
    const begun = await stack.production.post<{ id: string }>('/v1/broadcast/newsletter', order);
    expect(begun.status).toBe(200);
    await ended(stack, begun.body.id);
    type Found = { broadcast: { counts: object } };
    return (await stack.production.get<Found>(`/v1/broadcasts/${begun.body.id}`)).body.broadcast.counts;
  }

  test('nobody gets it without a confirmation', async () => {
    const topic = { name: 'Newsletter', category: 'newsletter' };
    expect((await stack.production.request('PUT', '/v1/topics/newsletter', topic)).status).toBeLessThan(300);
    const payload = { title: 'January', text: 'Topics and preferences.' };
    const id = await stack.production.send('newsletter', { to: ADA, payload });
    expect((await untilEnded(stack.production, id)).messages[0]?.error).toBe(
      'PREFERENCE: Category newsletter is off over email, unless the recipient switches it on.',
    );
    expect(subjects()).toEqual([]);
  });

  test('who confirms is welcomed, and gets the next one', async () => {
    const asked = await stack.production.send('confirm-newsletter', {
      ...{ to: { email: ADA, language: 'de' }, reference: 'newsletter', if_open: 'keep' },
      payload: { confirm_url: 'https://shop.example.com/confirm/4711' },
    });
    await eventually('the mail with the link', () => subjects().length === 1);
    const preferences = `/v1/contacts/${encodeURIComponent(ADA)}/preferences`;
    const signal = { to: ADA, signal: 'confirmed' };
    for (const _ of [1, 2]) {
      const body = { categories: { newsletter: true } };
      expect(await stack.production.request('PATCH', preferences, body)).toMatchObject({ status: 200 });
      const joins = await stack.production.post('/v1/topics/newsletter/subscriptions', { contacts: [ADA] });
      expect(joins).toMatchObject({ status: 200, body: { rejected: 0 } });
      expect(await stack.production.post('/v1/signal/confirm-newsletter', signal)).toMatchObject({
        status: 200,
      });
    }
    expect(await untilEnded(stack.production, asked)).toMatchObject({ status: 'completed' });
    expect(await sendNews('February')).toMatchObject({ total: 1, sent: 1 });
    expect(subjects()).toEqual(['Bitte bestätigen Sie Ihr Abonnement', 'Sie sind angemeldet', 'February']);
  });

  test('a browser unsubscribes with the link of the mail, and the next send is explained', async () => {
    const mail = stack.smtp.mailsTo(ADA).at(-1);
    const [, link = ''] = /href="([^"]+\/unsubscribe\/[^"]+)"/.exec(mail?.html || '') ?? [];
    expect(mail?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line).toContain(
      SETTINGS.PUBLIC_URL,
    );
    const reader = await openWindow(stack, { baseURL: stack.production.baseUrl });
    await reader.page.goto(link.replace(SETTINGS.PUBLIC_URL, ''));
    await reader.page.getByRole('button', { name: 'Abbestellen' }).click();
    await reader.page.getByRole('link').waitFor();
    expect(reader.wrong).toEqual([]);
    await reader.close();

    expect(await sendNews('March')).toMatchObject({ total: 1, sent: 0, skipped: { PREFERENCE: 1 } });
    expect(subjects()).toHaveLength(3);
    const operator = await openAs(stack, 'viewer');
    await operator.go(`explain?who=${encodeURIComponent(ADA)}`);
    const march = operator.page.locator('details', { hasText: /the recipient has switched it off/ }).first();
    await march.locator('summary').click();
    await march
      .getByText(/switched off category newsletter over email/)
      .first()
      .waitFor();
    await operator.close();
  });
});
