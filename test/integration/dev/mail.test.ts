import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createTransport, type Transporter } from 'nodemailer';
import type { SMTPServer } from 'smtp-server';
import { createMailCatcher } from '../../../tools/dev/mail/catcher';
import { createInboxServer } from '../../../tools/dev/mail/inbox-server';
import { createVault } from '../../../core/shared/vault';
import { type InboxEntry, type InboxStore, sealEntry } from '../../../store/sending/inbox';

/** Only what the catcher and the inbox call. */
function memoryInbox() {
  const entries: InboxEntry[] = [];
  const inbox = {
    broken: false as boolean,
    capture: (entry: InboxEntry) => {
      if (inbox.broken) return Promise.reject(new Error('the store is away'));
      entries.unshift(entry);
      return Promise.resolve();
    },
    list: ({ to, limit }: { to?: string; limit: number }) =>
      Promise.resolve(entries.filter((entry) => to === undefined || entry.to === to).slice(0, limit)),
    removeOf: () => Promise.resolve(),
  } satisfies InboxStore & { broken: boolean };
  return inbox;
}

const vault = createVault([randomBytes(32)]);

describe('the mail catcher and its inbox', () => {
  let inbox: ReturnType<typeof memoryInbox>;
  let catcher: SMTPServer;
  let web: ReturnType<typeof createInboxServer>;
  let smtp: Transporter;
  let inboxUrl: string;

  beforeEach(async () => {
    inbox = memoryInbox();
    catcher = createMailCatcher(inbox, { closeTimeoutMs: 100 });
    web = createInboxServer(inbox, vault);
    await new Promise<void>((resolve) => catcher.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    smtp = createTransport(`smtp://any:body@127.0.0.1:${(catcher.server.address() as AddressInfo).port}`);
    inboxUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    smtp.close();
    await new Promise<void>((resolve) => catcher.close(resolve));
    await new Promise((resolve) => web.close(resolve));
  });

  const mail = {
    from: 'Héli <hi@example.com>',
    to: ['ada@example.org', 'Bob@example.org'],
    subject: 'Grüße',
    text: 'two\nlines',
    html: '<p>Grüße</p>',
    headers: { 'X-Thing': 'a' },
  };
  const read = async (query = '') => (await fetch(inboxUrl + query)).json() as Promise<InboxEntry[]>;

  it('names the files of a mail, and keeps the reference to an image as it is', async () => {
    await smtp.sendMail({
      ...{ ...mail, to: 'ada@example.org', html: '<img src="cid:logo">' },
      attachments: [
        { filename: 'bill.pdf', content: Buffer.from('bill'), contentType: 'application/pdf' },
        { filename: 'logo.png', content: Buffer.from('logo!'), contentType: 'image/png', cid: 'logo' },
      ],
    });
    const [caught] = await read();
    expect(caught).toMatchObject({
      html: '<img src="cid:logo">',
      attachments: expect.arrayContaining([
        { filename: 'bill.pdf', content_type: 'application/pdf', size: 4 },
        { filename: 'logo.png', content_type: 'image/png', size: 5, content_id: 'logo' },
      ]) as unknown,
    });
    const page = await (await fetch(inboxUrl, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('bill.pdf');
  });

  it('shows what a sensitive event says, which it keeps sealed', async () => {
    const said = { subject: null, text: 'Your code 93810264', html: null, rich: null, headers: { a: 'b' } };
    const entry = {
      ...{ id: 'm', environment: 'sandbox', channel: 'sms', to: '+12025550123', from: '' },
      ...{ receivedAt: new Date(0), ...said },
    } satisfies InboxEntry;
    const sealed = sealEntry(vault, entry);
    expect(JSON.stringify(sealed)).not.toContain('93810264');
    await inbox.capture(sealed);
    expect(await read()).toMatchObject([{ text: 'Your code 93810264', headers: { a: 'b' } }]);
  });

  it('shows a push with its title, and what else belongs to a channel but for the content of files', async () => {
    const entry: InboxEntry = {
      ...{
        id: 'm',
        environment: 'sandbox',
        channel: 'push',
        to: 'token',
        from: '',
        subject: null,
        html: null,
      },
      ...{ receivedAt: new Date(0), text: 'It is on its way.', headers: {} },
      rich: {
        ...{ title: 'Your <order>', link: 'https://example.com/o/1' },
        attachments: [{ filename: 'a.txt', content: 'aGVsbG8=' }],
      },
    };
    await inbox.capture(entry);
    expect(await read()).toMatchObject([
      {
        ...{ title: 'Your <order>', text: 'It is on its way.', link: 'https://example.com/o/1' },
        attachments: [{ filename: 'a.txt' }],
      },
    ]);
    expect(JSON.stringify(await read())).not.toContain('aGVsbG8=');
    const page = await (await fetch(inboxUrl, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain('<b>Your &#60;order&#62;</b>');
  });

  it('keeps one entry per recipient, as it was sent', async () => {
    await smtp.sendMail(mail);
    const entries = await read();
    expect(entries.map(({ to }) => to)).toEqual(['Bob@example.org', 'ada@example.org']);
    expect(entries[0]).toMatchObject({
      environment: 'production',
      channel: 'email',
      from: '"Héli" <hi@example.com>',
      subject: 'Grüße',
      text: 'two\nlines',
      html: '<p>Grüße</p>',
      headers: {
        'return-path': '<hi@example.com>',
        'x-thing': 'a',
        to: 'ada@example.org, Bob@example.org',
      },
    });
  });

  it('is filtered by recipient and limited', async () => {
    await smtp.sendMail(mail);
    expect(await read('?to=ada@example.org')).toHaveLength(1);
    expect(await read('/?limit=1')).toHaveLength(1);
    expect((await fetch(`${inboxUrl}?limit=201`)).status).toBe(400);
  });

  it('gives null for a part that the mail has not', async () => {
    await smtp.sendMail({ ...mail, html: undefined });
    expect((await read())[0]).toMatchObject({ html: null, text: 'two\nlines' });
    await smtp.sendMail({ ...mail, text: undefined });
    expect((await read())[0]).toMatchObject({ text: null, html: '<p>Grüße</p>' });
  });

  it('does not accept a mail that it could not store', async () => {
    inbox.broken = true;
    const quiet = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(smtp.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 });
    quiet.mockRestore();
  });

  it('shows browsers a page in which nothing of a mail can run', async () => {
    await smtp.sendMail({ ...mail, subject: '<script>alert(1)</script>' });
    const page = await (await fetch(inboxUrl, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain('Bob@example.org');
    expect(page).not.toContain('<script>');
    expect(page).toContain('<iframe sandbox srcdoc');
  });
});
