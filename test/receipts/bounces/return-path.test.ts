import { randomBytes } from 'node:crypto';
import { createSmtpProvider } from '../../../channels/email/smtp/client';
import { smtp } from '../../../channels/email/smtp/provider';
import { createProviderTools } from '../../../channels/tools';
import { ConfigError, loadConfig } from '../../../process/config';
import { newId } from '../../../core/shared/ids';
import { createReturnAddresses } from '../../../core/receipts/return-address';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';

const addresses = createReturnAddresses({ domain: 'bounces.example.com', keys: [randomBytes(32)] });
const message = () => ({
  id: newId(),
  notificationId: newId(),
  contactId: null,
  to: 'ada@example.org',
  from: 'Shop <shop@example.com>',
  content: { subject: 'Hello', text: 'Hello' },
  cc: ['Copy <copy@example.org>', 'ada@example.org'],
  bcc: ['hidden@example.org'],
});
const never = new AbortController().signal;

let sink: SmtpSink;
beforeEach(async () => {
  sink = await startSmtpSink();
});
afterEach(() => sink.stop());

describe('an e-mail over SMTP', () => {
  it('is sent from its return address to everybody once, and From stays', async () => {
    const tools = createProviderTools({
      development: true,
      returnPath: ({ notificationId, id }) => addresses.make({ notificationId, messageId: id }),
    });
    const provider = smtp.open(smtp.settings.parse({ url: sink.url }), tools, 'email');
    const sent = message();
    expect(await provider.send(sent, never)).toMatchObject({ outcome: 'sent' });
    await Promise.all([provider.close(), tools.http.close(), tools.guardedHttp.close()]);

    const [mail] = sink.mails;
    expect(addresses.read(mail!.from)).toEqual({ notificationId: sent.notificationId, messageId: sent.id });
    expect(mail!.to).toEqual(['ada@example.org', 'copy@example.org', 'hidden@example.org']);
    expect(mail!.mail.from?.value).toEqual([{ name: 'Shop', address: 'shop@example.com' }]);
    expect(JSON.stringify(mail!.mail.headerLines)).not.toContain('hidden@example.org');
  });

  it('is sent from its sender where no bounce domain is set', async () => {
    const provider = createSmtpProvider({ url: sink.url });
    await provider.send(message(), never);
    await provider.close();
    expect(sink.mails[0]?.from).toBe('shop@example.com');
  });
});

describe('the settings for bounces', () => {
  const key = randomBytes(32).toString('base64');

  it('are a domain in lower case, and no listener unless a port is set', () => {
    expect(loadConfig({})).not.toHaveProperty('BOUNCE_DOMAIN');
    expect(loadConfig({ BOUNCE_DOMAIN: 'Bounces.Example.com', ENCRYPTION_KEY: key })).toMatchObject({
      BOUNCE_DOMAIN: 'bounces.example.com',
      BOUNCE_HOST: '127.0.0.1',
      BOUNCE_PROTOCOL: 'smtp',
    });
  });

  it.each([
    [{ BOUNCE_DOMAIN: 'bounces.example.com' }, /BOUNCE_DOMAIN: needs ENCRYPTION_KEY/],
    [{ BOUNCE_PORT: '2525' }, /BOUNCE_PORT: needs BOUNCE_DOMAIN/],
    [{ BOUNCE_DOMAIN: 'localhost', ENCRYPTION_KEY: key }, /BOUNCE_DOMAIN: must be a domain/],
    [{ BOUNCE_DOMAIN: 'a@b.example', ENCRYPTION_KEY: key }, /BOUNCE_DOMAIN: must be a domain/],
    [{ BOUNCE_PROTOCOL: 'imap' }, /BOUNCE_PROTOCOL/],
  ])('are refused at start with words: %j', (env, words) => {
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(() => loadConfig(env)).toThrow(words);
  });
});
