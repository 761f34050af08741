import { readFile } from 'node:fs/promises';
import { prefixPause } from '../../core/sending/pauses';
import { newId } from '../../core/shared/ids';
import { freePort } from '../../tools/dev/servers/ports';
import { seriousProblems } from '../support/dashboard/axe';
import { type DashboardData, fillDashboard } from '../support/dashboard/data';
import { failApi, type Failure, SAYS } from '../support/dashboard/failing-api';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, openWindow, type Opened, PHONE } from '../support/dashboard/open-page';
import { type DnsServer, startDnsServer } from '../support/dns-server';
import { eventually } from '../support/eventually';
import { type OpenIdProviderServer, startOpenIdProvider } from '../support/openid-provider';
import { inviteOperator } from '../support/signed-in';
import { type Stack, startStack } from '../support/stack';

const RECEIPT = (subject: string): string => `name: receipt
channels: [email]
templates:
  email:
    en: { subject: ${subject}, text: Hello }
`;

inChromium('in the dashboard', () => {
  let dns: DnsServer;
  let provider: OpenIdProviderServer;
  let stack: Stack;
  let data: DashboardData;
  let opened: Opened;
  beforeAll(async () => {
    [dns, provider] = await Promise.all([startDnsServer(), startOpenIdProvider()]);
    const port = await freePort();
    stack = await startStack({
      env: {
        ...{ DNS_SERVERS: dns.address, ADMIN_PORT: `${port}` },
        ...{ OIDC_ISSUER: provider.issuer, OIDC_NAME: 'Our login' },
        ...{ OIDC_CLIENT_ID: provider.client.id, OIDC_CLIENT_SECRET: provider.client.secret },
        DASHBOARD_URL: `http://127.0.0.1:${port}/dashboard`,
      },
      events: { 'receipt.yaml': RECEIPT('First') },
    });
    data = await fillDashboard(stack);
  });
  beforeEach(async () => {
    opened = await openAs(stack, 'owner');
  });
  afterEach(async () => {
    expect(opened.wrong).toEqual([]);
    await opened.close();
  });
  afterAll(async () => {
    await data?.receiver.stop();
    await stack?.stop();
    await Promise.all([dns.stop(), provider.stop()]);
  });

  const main = () => opened.page.getByRole('main');
  const dialog = () => opened.page.getByRole('dialog');
  const link = (name: RegExp) => main().getByRole('link', { name }).first();
  /** Does something that fails in this way, and tries again after the API is back. */
  const failing = async (
    how: Failure,
    act: () => Promise<void>,
    again: () => Promise<void>,
  ): Promise<void> => {
    const restore = await failApi(opened.page, how);
    await act();
    await opened.page.getByRole('alert').filter({ hasText: SAYS[how] }).first().waitFor();
    await restore();
    await again();
  };

  test('a version shows what it changed, and is restored', async () => {
    const { page } = opened;
    const event = `/admin/v1/applications/${stack.applicationId}/events/sandbox`;
    const pushed = await stack.admin.request('PUT', event, {
      files: [{ name: 'receipt.yaml', content: RECEIPT('Second') }],
    });
    expect(pushed.status).toBe(200);
    await opened.go('events/receipt?view=versions', { environment: 'sandbox' });
    const first = main().getByRole('button', { name: /^Version 1/ });
    await first.waitFor();
    await failing(
      'a network failure',
      () => first.click(),
      () => main().getByRole('button', { name: 'Try again' }).first().click(),
    );
    await main().getByText('Second').first().waitFor();
    await main().getByText('First').first().waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await main().getByRole('button', { name: 'Restore version 1 of receipt' }).click();
    const restore = dialog().getByRole('button', { name: /^Restore/ });
    await failing(
      '503',
      () => restore.click(),
      () => restore.click(),
    );
    await dialog().waitFor({ state: 'detached' });
    await main()
      .getByRole('button', { name: /^Version 3/ })
      .waitFor();
    const { body } = await stack.admin.get(`${event}/receipt`);
    expect(JSON.stringify(body)).toContain('subject: First');
  });

  test('an event is promoted with the layouts and partials that production lacks', async () => {
    const { page } = opened;
    const files = [
      { name: 'partials/bye.txt', content: 'Bye' },
      {
        name: 'parting.yaml',
        content: 'templates: { email: { en: { subject: Hi, text: "Hello {{> bye}}" } } }',
      },
    ];
    const events = `/admin/v1/applications/${stack.applicationId}/events`;
    expect((await stack.admin.request('PUT', `${events}/sandbox`, { files })).status).toBe(200);
    await opened.go('events/parting', { environment: 'sandbox' });
    await main().getByRole('button', { name: 'Promote to production' }).click();
    await dialog().getByText('partials/bye.txt: production lacks it').waitFor();
    const taken = dialog().getByRole('checkbox', { name: 'Promote these files too' });
    expect(await taken.isChecked()).toBe(true);
    expect(await seriousProblems(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Promote to production' }).click();
    await page.getByText('Production has the file now.').waitFor();
    expect((await stack.admin.get(`${events}/production/parting`)).status).toBe(200);
  });

  test('a partial is edited after a look at the messages that change with it', async () => {
    const { page } = opened;
    const files = [
      { name: 'partials/signed.txt', content: 'Your shop' },
      {
        name: 'thanks.yaml',
        content: 'templates: { email: { en: { subject: Hi, text: "Thank you. {{> signed}}" } } }',
      },
    ];
    const app = `/admin/v1/applications/${stack.applicationId}`;
    expect((await stack.admin.request('PUT', `${app}/events/sandbox`, { files })).status).toBe(200);
    await opened.go('events', { environment: 'sandbox' });
    await main().getByRole('button', { name: 'Edit partials/signed.txt' }).click();
    const type = async (text: string): Promise<void> => {
      await dialog().getByRole('textbox', { name: 'partials/signed.txt' }).click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    };
    await type('Your {{nme | shop');
    await dialog().getByRole('button', { name: 'Show what changes' }).click();
    await dialog().getByRole('list', { name: 'Problems of the file' }).waitFor();
    await type('Your friends');
    await dialog().getByRole('button', { name: 'Show what changes' }).click();
    await dialog().getByText('1 message changes.').waitFor();
    await dialog().getByRole('button', { name: 'thanks, email, en' }).click();
    await dialog().getByText('Thank you. Your friends').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save in sandbox' }).click();
    await page.getByText('partials/signed.txt is saved.').waitFor();
    const { body } = await stack.admin.get(`${app}/parts/sandbox/partials/signed.txt`);
    expect(body).toMatchObject({ part: { content: 'Your friends', version: 2 } });
  });

  test('a schedule is paused, continued and run', async () => {
    const { page } = opened;
    const app = `/admin/v1/applications/${stack.applicationId}`;
    const schedule = { event: 'welcome', cron: '0 9 1 * *', zone: 'UTC', to: 'ada@example.org' };
    await stack.admin.request('PUT', `${app}/schedules/sandbox/daily`, {
      ...schedule,
      payload: { name: 'Ada' },
    });
    await opened.go('schedules', { environment: 'sandbox' });
    await main().getByRole('button', { name: 'Pause daily' }).click();
    await page.getByText('daily is paused.').waitFor();
    await main().getByRole('button', { name: 'Continue daily' }).click();
    await page.getByText('daily continues.').waitFor();
    await main().getByRole('button', { name: 'Run now' }).click();
    await dialog().getByRole('button', { name: 'Run now' }).click();
    await page.getByText('daily runs.').waitFor();
    await main().getByText('1 accepted').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
  });

  test('translations are a matrix by key and language, also on a phone and in the dark', async () => {
    const event = `/admin/v1/applications/${stack.applicationId}/events/production`;
    const pushed = await stack.admin.request('PUT', event, {
      files: [
        {
          name: 'shipped.yaml',
          content: `templates: { sms: { en: { text: '{{t "order.shipped" count=2}} {{t "order.see"}}' } } }`,
        },
        {
          name: 'translations/en.yaml',
          content:
            'order:\n  shipped: "{count, plural, one {# item} other {# items}} shipped"\n  see: See your order\n',
        },
        { name: 'translations/ar.yaml', content: 'order.see: اعرض طلبك\n' },
      ],
    });
    expect(pushed.status).toBe(200);
    for (const options of [{}, { viewport: PHONE, colorScheme: 'dark' as const }]) {
      const { page, go, close, wrong } = await openAs(stack, 'editor', options);
      await go('events');
      const matrix = page.getByRole('region', { name: 'Texts of translations' });
      await matrix.getByText('2 texts in ar, en. 1 is missing.').waitFor();
      const cell = matrix.getByText('اعرض طلبك');
      expect(await cell.getAttribute('dir')).toBe('auto');
      await matrix.getByRole('checkbox', { name: 'Only missing ones' }).check();
      await cell.waitFor({ state: 'detached' });
      expect(await matrix.getByRole('rowheader').allTextContents()).toEqual(['order.shipped']);
      expect(await seriousProblems(page)).toEqual([]);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
      expect(width).toBeLessThanOrEqual(0);

      await go('events/shipped');
      await page.getByRole('combobox', { name: 'Language of the preview' }).click();
      await page.getByRole('option', { name: 'en-XA: accented, longer' }).click();
      await page.getByText('[2 îţéɱš šĥîþþéð').waitFor();
      expect(wrong).toEqual([]);
      await close();
    }
  });

  test('a sender has its DNS records, as DNS has them now', async () => {
    const { page } = opened;
    dns.zone = { 'TXT _dmarc.example.com': ['v=DMARC1; p=reject'] };
    await opened.go('senders');
    const records = main().getByRole('button', { name: 'DNS records of example.com' });
    await records.waitFor();
    await failing(
      '500 of a proxy',
      () => records.click(),
      () => dialog().getByRole('button', { name: 'Try again' }).click(),
    );
    await dialog().getByRole('region', { name: 'DMARC, right' }).waitFor();
    dns.zone = {};
    await dialog().getByRole('button', { name: 'Check again' }).click();
    await dialog().getByRole('region', { name: 'DMARC, missing' }).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
  });

  test('a domain gets a DKIM key that signs after DNS has its record', async () => {
    const { page } = opened;
    dns.zone = {};
    await opened.go('senders');
    await main().getByRole('button', { name: 'DKIM of example.com' }).click();
    await dialog().getByRole('button', { name: 'Make a key' }).click();
    await dialog().getByRole('button', { name: 'Activate' }).click();
    await dialog()
      .getByText(/There is no such record/)
      .waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    const application = await stack.store.applications.get(stack.applicationId);
    const [{ selector, publicKey } = { selector: '', publicKey: '' }] = application?.dkim ?? [];
    dns.zone = { [`TXT ${selector}._domainkey.example.com`]: [`v=DKIM1; k=rsa; p=${publicKey}`] };
    await dialog().getByRole('button', { name: 'Activate' }).click();
    await dialog()
      .getByRole('region', { name: `${selector}, active` })
      .waitFor();
    await dialog().getByRole('button', { name: 'Begin a rotation' }).waitFor();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await dialog()
      .getByText(/sent without a signature/)
      .waitFor();
    await dialog()
      .getByRole('button', { name: `Remove ${selector}` })
      .click();
    await dialog().getByRole('button', { name: 'Make a key' }).waitFor();
  });

  test('a category is added, changed and deleted, with its languages and its default by channel', async () => {
    const path = `/admin/v1/applications/${stack.applicationId}/categories/production/alerts`;
    const stored = async () => (await stack.admin.request<{ category: object }>('GET', path, undefined)).body;
    await opened.go('categories');
    await main().getByRole('button', { name: 'Add a category' }).click();
    await dialog().getByLabel('Id').fill('alerts');
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Alerts');
    await dialog().getByRole('button', { name: 'Add a language' }).click();
    await dialog().getByRole('textbox', { name: 'Language' }).nth(1).fill('english');
    await dialog().getByRole('textbox', { name: 'Name' }).nth(1).fill('Hinweise');
    await dialog().getByLabel('SMS').uncheck();
    const save = dialog().getByRole('button', { name: 'Save in production' });
    await save.click();
    await dialog().getByText('is not a language code').waitFor();
    await dialog().getByRole('textbox', { name: 'Language' }).nth(1).fill('de');
    await save.click();
    await dialog().waitFor({ state: 'detached' });
    expect((await stored()).category).toMatchObject({
      labels: { en: { name: 'Alerts' }, de: { name: 'Hinweise' } },
      ...{ default: { sms: false }, required: false, bulk: false, position: 100 },
    });
    await main().getByText('on, but off over SMS').first().waitFor();
    await main().getByRole('button', { name: 'Edit alerts' }).click();
    await dialog().getByLabel('Required').check();
    await dialog().getByRole('button', { name: 'Save in production' }).click();
    await main().getByText('always on').waitFor();
    const row = main().getByRole('row').filter({ hasText: 'Alerts' });
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
  });

  test('a topic is added, filled by hand and from a file, and deleted', async () => {
    const { page } = opened;
    await opened.go('topics');
    await main().getByRole('button', { name: 'Add a topic' }).click();
    await dialog().getByLabel('Id').fill('club');
    await dialog().getByLabel('Name').fill('Club');
    await dialog().getByRole('button', { name: 'Save in production' }).click();
    await link(/^Club$/).click();
    await main().getByRole('button', { name: 'Add contacts', exact: true }).click();
    await dialog().getByLabel('Contacts').fill('ada@example.org\nnobody');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog()
      .getByText(/1 of 2 are in the topic.*nobody/)
      .waitFor();
    // The refused line is still in the field.
    await page.keyboard.press('Escape');
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await dialog().waitFor({ state: 'detached' });
    await main().getByRole('cell', { name: 'ada@example.org' }).waitFor();
    await main().getByRole('button', { name: 'Add contacts from a file' }).click();
    const buffer = Buffer.from('email,name\neve@example.org,Eve\nno,Wrong\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'club.csv', mimeType: 'text/csv', buffer });
    await dialog().getByRole('button', { name: 'Import in production' }).click();
    await main().getByText('2 of 2 rows: 1 added, 0 already in the topic, 1 rejected').waitFor();
    const saved = page.waitForEvent('download');
    await main().getByRole('button', { name: 'Save rejected rows' }).click();
    expect((await saved).suggestedFilename()).toBe('club-rejects.csv');
    const row = main().getByRole('row', { name: /eve@example.org/ });
    await row.getByRole('button', { name: 'Remove' }).click();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await main().getByRole('button', { name: 'Delete' }).click();
    await dialog().getByLabel('Type "club" to confirm').fill('club');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await main().getByRole('heading', { name: 'Topics' }).waitFor();
  });

  test('a segment counts its contacts while it is edited, and lists them', async () => {
    await opened.go('topics?tab=segments');
    await main().getByRole('button', { name: 'Add a segment' }).click();
    await dialog().getByLabel('Id').fill('mails');
    await dialog().getByLabel('Field').fill('contact.email');
    await dialog().getByLabel('Value').fill('ada@example.org');
    await dialog().getByText('1 contact', { exact: true }).waitFor();
    await dialog().getByLabel('Field').fill('contact.age');
    await dialog()
      .getByText(/must be contact\. and one of email/)
      .waitFor();
    await dialog().getByLabel('Field').fill('contact.email');
    await dialog().getByRole('button', { name: 'Save in production' }).click();
    await link(/^mails$/).click();
    await main().getByText('email is ada@example.org').waitFor();
    await link(/^Ada Lovelace$/).waitFor();
  });

  test('a broadcast is tried, sent to all of a topic, and counted', async () => {
    const { page } = opened;
    const app = `/admin/v1/applications/${stack.applicationId}`;
    await stack.production.request('PUT', '/v1/topics/trial', { name: 'قراء' });
    await stack.production.post('/v1/topics/trial/subscriptions', {
      contacts: [
        { email: 'bea@example.org', name: 'Bea' },
        { email: 'cem@example.org', name: 'Cem' },
        { external_id: 'no-address', name: 'Dora' },
      ],
    });
    await opened.go('broadcasts/new');
    await page.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'welcome' }).click();
    await main().getByText('Choose a topic.').waitFor();
    await page.getByRole('combobox', { name: 'Topic' }).click();
    await page.getByRole('option', { name: 'قراء (trial)' }).click();
    await main().getByText('3 contacts', { exact: true }).waitFor();
    await main().getByRole('textbox', { name: 'Name' }).fill('March');
    const dryRun = main().getByRole('button', { name: 'Dry run' });
    await failing(
      '503',
      () => dryRun.click(),
      () => dryRun.click(),
    );
    await main().getByText('2 of 3 people would get it.').waitFor();
    await main().getByText('1 has no address for a channel of the event').waitFor();
    expect(await seriousProblems(page)).toEqual([]);

    await main().getByRole('button', { name: 'Send a test' }).click();
    await dialog().getByRole('textbox', { name: 'Recipients' }).fill('tester@example.org');
    await dialog().getByRole('button', { name: 'Send the test' }).click();
    await dialog().getByRole('link', { name: 'accepted' }).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });

    await main().getByRole('button', { name: 'Send', exact: true }).click();
    const send = dialog().getByRole('button', { name: 'Send to 2 people' });
    await failing(
      '503',
      () => send.click(),
      () => send.click(),
    );
    await main().getByRole('heading', { level: 1, name: 'March' }).waitFor();
    await main().getByText('completed', { exact: true }).waitFor();
    await main().getByText('3 of 3', { exact: true }).waitFor();
    await main()
      .getByRole('row', { name: /^Sent 2/ })
      .waitFor();
    await main()
      .getByRole('row', { name: /^Skipped 1/ })
      .waitFor();
    expect(stack.smtp.mailsTo('bea@example.org')).toHaveLength(1);
    const { body } = await stack.admin.get<{ broadcasts: { name: string | null }[] }>(
      `${app}/broadcasts/production`,
    );
    expect(body.broadcasts.filter(({ name }) => name === 'March')).toHaveLength(1);
    await link(/^See the recipients$/).click();
    await main()
      .getByRole('link', { name: /bea@example.org|Bea/ })
      .click();
    await link(/^March$/).click();
    await main().getByRole('heading', { level: 1, name: 'March' }).waitFor();
  });

  test('a broadcast is paused, resumed and cancelled before it begins', async () => {
    const { page } = opened;
    await opened.go(`broadcasts/${data.paused}`);
    await main().getByRole('button', { name: 'Resume' }).click();
    await page.getByText('It is resumed.').waitFor();
    await main().getByRole('button', { name: 'Pause' }).click();
    await main().getByRole('button', { name: 'Resume' }).waitFor();
    await main().getByRole('button', { name: 'Cancel' }).click();
    await dialog().getByText('Nobody is reached yet, and nobody will be.').waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await main().getByText('cancelled', { exact: true }).waitFor();
    await main().getByRole('button', { name: 'Resume' }).waitFor({ state: 'detached' });
  });

  test('an operator changes the preferences of a contact, and the history says so', async () => {
    const section = main().getByRole('region', { name: 'Preferences', exact: true });
    await opened.go(`contacts/${data.contact}`);
    const choice = section.getByLabel('Offers over E-mail');
    expect(await choice.inputValue()).toBe('off');
    await section.getByLabel('SMS', { exact: true }).waitFor();
    await failing(
      'a network failure',
      async () => void (await choice.selectOption('on')),
      async () => void (await choice.selectOption('on')),
    );
    await section.getByText('Offers over E-mail: on, was off').waitFor();
    await choice.selectOption('no choice');
    await section.getByText('Offers over E-mail: no choice, was on').waitFor();
    const path = `/admin/v1/applications/${stack.applicationId}/contacts/${data.contact}/preferences`;
    const { body } = await stack.admin.request('GET', `${path}?environment=production`, undefined);
    expect(body).toMatchObject({ preferences: { channels: { sms: false }, categories: {} } });
  });

  test('what stops SMS pumping is set in one form, and what the guard holds is resumed', async () => {
    const { page } = opened;
    const app = `/admin/v1/applications/${stack.applicationId}`;
    const field = (name: string) => dialog().getByRole('textbox', { name });
    await opened.go('usage');
    await main().getByRole('button', { name: 'Change what stops SMS pumping' }).click();
    const save = dialog().getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await field('Countries that SMS may go to').fill('de, at');
    await field('Events that send codes').fill('welcome');
    await field('SMS to a number in ten minutes').fill('3');
    await dialog()
      .getByRole('switch', { name: /^Hold calling codes/ })
      .check();
    await field('Share without a follow-up').fill('57');
    expect(await seriousProblems(page)).toEqual([]);
    const others = { channel: 'email', most: 9, per: 'day', of: 'contact', timezone: 'UTC' };
    await stack.admin.request('PATCH', app, {
      ...{ limits: [others], sms_guard: { events: ['verify'], at_least: 7 } },
    });
    await save.click();
    await dialog().getByText('Somebody else has changed the limits.').waitFor();
    // It shows what the other has changed, and keeps what was typed elsewhere.
    expect(await field('Events that send codes').inputValue()).toBe('verify');
    expect(await field('Share without a follow-up').inputValue()).toBe('57 %');
    await save.click();
    await dialog().waitFor({ state: 'detached' });
    expect((await stack.admin.get(app)).body).toMatchObject({
      application: {
        sms_countries: ['DE', 'AT'],
        limits: [others, { name: 'code-number', channel: 'sms', most: 3, per: '10m', events: ['verify'] }],
        sms_guard: { events: ['verify'], share: 0.57, at_least: 7, hold_minutes: 30 },
      },
    });

    const scope = { applicationId: stack.applicationId, environment: 'production' as const };
    await stack.store.pauses.add(stack.applicationId, {
      ...{ id: newId(), of: prefixPause(scope, '+44'), since: new Date(), by: 'SMS guard', reason: null },
      counts: { sent: 30, followed: 2 },
    });
    await opened.go('overview');
    await page.getByRole('link', { name: 'See what is held' }).click();
    await main()
      .getByRole('row', { name: /\+44.*28 of 30 SMS/ })
      .waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    const resume = main().getByRole('button', { name: 'Resume +44' });
    await failing(
      '503',
      () => resume.click(),
      () => resume.click(),
    );
    await page.getByText('+44 is resumed.').waitFor();
    await resume.waitFor({ state: 'detached' });
  });

  test('a tenant is added, changed and deleted, with its brand, sender and integrations', async () => {
    const { page } = opened;
    const path = `/admin/v1/applications/${stack.applicationId}/tenants/globex`;
    const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });
    await opened.go('tenants');
    await main().getByText('Acme', { exact: true }).waitFor();
    await main().getByRole('button', { name: 'Add a tenant' }).click();
    await field('Id').fill('globex');
    await field('E-mail').fill('hello@example.com');
    await field('Footer').fill('Globex Inc.');
    await field('Social links').fill('linkedin https://www.linkedin.com/company/globex');
    await field('Values per language').fill('{ "de": ');
    await field('Variables').fill('{ "plan": "gold" }');
    await dialog().getByRole('textbox', { name: 'Name' }).first().fill('Globex');
    const save = dialog().getByRole('button', { name: 'Save the tenant' });
    await save.click();
    await dialog()
      .getByText(/brand\.languages must be an object/)
      .waitFor();
    await field('Values per language').fill('{ "de": { "footer": "Globex GmbH" } }');
    expect(await seriousProblems(page)).toEqual([]);
    await save.click();
    await page.getByText('Globex is saved.').waitFor();
    expect((await stack.admin.get(path)).body).toMatchObject({
      tenant: {
        ...{ name: 'Globex', sender: { email: 'hello@example.com' }, variables: { plan: 'gold' } },
        brand: {
          footer: 'Globex Inc.',
          social: { linkedin: 'https://www.linkedin.com/company/globex' },
          languages: { de: { footer: 'Globex GmbH' } },
        },
      },
    });
    await main().getByRole('button', { name: 'Edit Globex' }).click();
    await dialog()
      .getByRole('combobox', { name: /^Integrations for email/ })
      .press('ArrowDown');
    await page.getByRole('option', { name: 'Main account' }).click();
    await dialog().getByRole('button', { name: 'Save the tenant' }).click();
    await dialog().waitFor({ state: 'hidden' });
    expect((await stack.admin.get(path)).body).toMatchObject({
      tenant: { integrations: { email: [expect.any(String)] }, brand: { footer: 'Globex Inc.' } },
    });
    const row = main().getByRole('row', { name: /Globex/ });
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Globex is deleted.').waitFor();
    expect((await stack.admin.get(path)).status).toBe(404);
  });

  test('the numbers of SMS say what to do, until there is one', async () => {
    await stack.admin.post(`/admin/v1/applications/${stack.applicationId}/integrations`, {
      ...{ channel: 'sms', provider: 'telnyx', name: 'Texts', check: false },
      settings: { api_key: 'KEY0123456789' },
    });
    await opened.go('senders');
    const numbers = main().getByRole('region', { name: 'Numbers' });
    const senders = async (): Promise<{ id: string; type: string }[]> => {
      const path = `/admin/v1/applications/${stack.applicationId}/senders`;
      const { body } = await stack.admin.get<{ senders: { id: string; type: string }[] }>(path);
      return body.senders;
    };
    for (const { id } of (await senders()).filter(({ type }) => type === 'phone' || type === 'alphanumeric'))
      await stack.admin.request('DELETE', `/admin/v1/applications/${stack.applicationId}/senders/${id}`);
    await opened.page.reload();
    await numbers.getByText(/It has no number\./).waitFor();
    const form = main().getByRole('region', { name: 'Add a sender' });
    await form.getByRole('combobox', { name: 'Type' }).click();
    await opened.page.getByRole('option', { name: 'Phone number' }).click();
    await form.getByRole('textbox', { name: 'Phone number' }).fill('+15005550006');
    const add = form.getByRole('button', { name: 'Add the sender' });
    await failing(
      '503',
      () => add.click(),
      () => add.click(),
    );
    await numbers.getByText('From +15005550006').waitFor();
  });

  test('the numbers of Overview and Usage open their rows', async () => {
    const { page } = opened;
    await eventually('statistics to be stored', async () => {
      const path = `/admin/v1/applications/${stack.applicationId}/usage/production`;
      const { status, body } = await stack.admin.get(path);
      expect(status).toBe(200);
      return /"sent":[1-9]/.test(JSON.stringify(body));
    });
    const opens = async (path: string, name: RegExp, address: RegExp, row: string): Promise<void> => {
      await opened.go(path);
      await link(name).click();
      await page.waitForURL(address);
      await main().getByText(row).first().waitFor();
    };
    await opened.go('overview');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      main().getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^demo-production-\d{4}-\d\d-\d\d\.csv$/);
    expect(await readFile(await file.path(), 'utf8')).toContain('\r\nevent,welcome,');
    await opens('overview', /^Notifications accepted: \d/, /activity\?from=/, 'Ada Lovelace');
    await opens('overview', /^Messages sent: \d/, /activity\?.*message=sent/, 'Ada Lovelace');
    await opens('overview', /^Messages failed: \d/, /activity\?.*message=failed/, 'INVALID_RECIPIENT');
    await opens(
      'overview',
      /^Delivered: \d+\. Show the events/,
      /webhooks\?delivery=delivered/,
      'delivery.sent',
    );
    await opens('usage', /^email, Sent: \d/, /activity\?.*channel=email/, 'Ada Lovelace');
    await opens('usage', /^email, Failed: \d/, /activity\?.*message=failed/, 'INVALID_RECIPIENT');
    await opens('usage', /used\. Show them in Activity/, /activity\?from=/, 'Ada Lovelace');
  });

  test('a person and an event are found with the keyboard alone, from a field of any page', async () => {
    const { page } = opened;
    const search = page.getByRole('combobox', { name: /^Search people/ });
    const option = (name: RegExp) => page.getByRole('option', { name });
    await opened.go('contacts');
    await page.getByRole('searchbox', { name: 'Search' }).press('ControlOrMeta+k');
    await search.fill('ADA love');
    await option(/^Ada Lovelace/).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await search.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();

    await page.keyboard.press('ControlOrMeta+k');
    await failing(
      '503',
      () => search.fill('wel'),
      () => search.fill('welc'),
    );
    await option(/^welcome/).click();
    await page.getByRole('heading', { level: 1, name: 'welcome' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await search.press('Escape');
    await search.waitFor({ state: 'detached' });
  });

  test('an operator signs in at the OpenID provider, and comes back to the page that was asked for', async () => {
    const { operator } = await inviteOperator(stack.admin, 'editor');
    provider.behave({
      claims: { sub: operator.id, email: operator.email, email_verified: true, name: 'Ada Lovelace' },
    });
    await opened.close();
    opened = await openWindow(stack);
    await opened.go('keys');
    const button = () => opened.page.getByRole('button', { name: 'Sign in with Our login' });
    await button().waitFor();
    await failing(
      '503',
      () => button().click(),
      () => button().click(),
    );
    await opened.page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    expect(opened.page.url()).not.toContain('state=');

    await opened.close();
    opened = await openWindow(stack);
    provider.behave({ error: 'access_denied' });
    await opened.go('keys');
    await button().click();
    await opened.page.getByRole('alert').first().waitFor();
    await button().waitFor();
  });
});
