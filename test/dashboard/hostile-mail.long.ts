import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { type CallingMails, startCallingMails } from '../support/dashboard/calling-mails';
import { inChromium } from '../support/dashboard/in-chromium';
import { openAs, type Opened } from '../support/dashboard/open-page';
import { untilLoaded } from '../support/dashboard/until-loaded';
import { eventually } from '../support/eventually';
import { untilEnded } from '../support/journey';
import { type Stack, startStack } from '../support/stack';

const eventOf = (html: string): string => `channels: [email]
templates: { email: { en: { subject: Hello, html: ${JSON.stringify(html)} } } }
`;
const LINKS = ['_top', '_parent', '_self', '_blank', 'other']
  .map((target) => `<p><a target="${target}" href="https://127.0.0.1:1/${target}">to ${target}</a></p>`)
  .join('');

inChromium('a mail', () => {
  let stack: Stack;
  let opened: Opened;
  let calling: CallingMails;
  const ids: string[] = [];
  beforeAll(async () => {
    calling = await startCallingMails();
    const events = Object.fromEntries(
      [...calling.mails, LINKS].map((html, index) => [`mail${index}.yaml`, eventOf(html)]),
    );
    stack = await startStack({ events });
    for (const name of Object.keys(events)) {
      const id = await stack.sandbox.send(name.replace('.yaml', ''), { to: 'ada@example.org' });
      await untilEnded(stack.sandbox, id);
      ids.push(id);
    }
    opened = await openAs(stack, 'owner');
  });
  afterAll(async () => {
    await opened?.close();
    await calling?.stop();
    await stack?.stop();
  });

  const frame = () => opened.page.locator('iframe').first();
  /** Waits until the mail is there, and whatever begins with it has begun. */
  const untilShown = async (): Promise<void> => {
    await untilLoaded(opened.page);
    await frame().waitFor();
    await frame().contentFrame().locator('body, frameset').first().waitFor({ state: 'attached' });
    await opened.page.waitForLoadState('load');
    await opened.page.evaluate(
      'new Promise((done) => requestIdleCallback(() => requestIdleCallback(done, { timeout: 500 }), { timeout: 500 }))',
    );
  };

  test.each(['notifications/ID', 'inbox?message=ID', 'events/EVENT'])(
    'calls no server, runs nothing and goes nowhere on %s',
    async (place) => {
      for (const [index] of calling.mails.entries()) {
        const path = place.replace('ID', ids[index] ?? '').replace('EVENT', `mail${index}`);
        await opened.go(path, { environment: 'sandbox' });
        await untilShown();
        expect(new URL(opened.page.url()).pathname).toContain('/dashboard/demo/sandbox/');
      }
      expect([...calling.called]).toEqual([]);
    },
  );

  test('loads its images if the reader asks for them, and nothing else', async () => {
    await opened.go(`notifications/${ids[0]}`, { environment: 'sandbox' });
    await untilShown();
    await opened.page.getByRole('button', { name: 'Load images' }).click();
    await eventually('the images', () => calling.called.has('image') && calling.called.has('background'));
    await untilShown();
    expect(
      [...calling.called].filter((name) => /frame|link|pre|refresh|report|object|font/.test(name)),
    ).toEqual([]);
  });

  test('has links that open nothing and lead nowhere, whatever their target', async () => {
    await opened.go(`notifications/${ids.at(-1)}`, { environment: 'sandbox' });
    await untilShown();
    const address = opened.page.url();
    const links = await frame().contentFrame().getByRole('link').all();
    expect(links).toHaveLength(5);
    for (const link of links) await link.click();
    await frame().contentFrame().getByRole('link', { name: 'to _top' }).waitFor();
    expect(opened.page.url()).toBe(address);
    expect(opened.page.context().pages()).toHaveLength(1);
  });

  describe('and a page of another site', () => {
    let other: Page;
    let site: ReturnType<typeof createServer>;
    beforeAll(async () => {
      site = createServer((_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>other</title>'),
      );
      await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
      other = await opened.page.context().newPage();
      await other.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    });
    afterAll(async () => {
      await other?.close();
      site?.closeAllConnections();
      site?.close();
    });

    test.each(['/dashboard', '/dashboard/demo/production/keys', '/admin/docs'])(
      'cannot show %s in a frame, to have it clicked',
      async (path) => {
        await other.evaluate(`new Promise((done) => {
          document.body.innerHTML = '';
          const frame = document.createElement('iframe');
          frame.onload = done;
          frame.src = ${JSON.stringify(stack.admin.baseUrl + path)};
          document.body.append(frame);
        })`);
        await eventually('an error in its place', () =>
          other
            .frames()
            .slice(1)
            .some((frame) => frame.url().startsWith('chrome-error:')),
        );
      },
    );

    test('cannot hold on to a dashboard that it opens', async () => {
      const popup = other.waitForEvent('popup');
      await other.evaluate(`window.opened = open(${JSON.stringify(`${stack.admin.baseUrl}/dashboard`)})`);
      const dashboard = await popup;
      await dashboard.waitForLoadState();
      await eventually('the opener to have lost it', () => other.evaluate<boolean>('window.opened.closed'));
      expect(await dashboard.evaluate('window.opener')).toBeNull();
      await dashboard.close();
    });
  });

  test('finds no script on the listener of the dashboard to install for good', async () => {
    await opened.go('events');
    for (const path of ['/dashboard/icon.svg', '/admin/v1/session', '/dashboard/x.js'])
      expect(
        await opened.page.evaluate<string>(
          `navigator.serviceWorker.register(${JSON.stringify(path)}).then(() => 'installed', () => 'refused')`,
        ),
      ).toBe('refused');
  });
});
