import { randomBytes } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { connection as mongo } from 'mongoose';
import { createProviderTools } from '../../channels/tools';
import { createProviderRegistry } from '../../channels/registry';
import type { Subnet } from '../../core/access/subnets';
import type { Integration } from '../../core/sending/integration';
import { createVault } from '../../core/shared/vault';
import { createInboxStore } from '../../store/sending/inbox';
import { startSmtpServer } from '../support/smtp-servers';
import { closingAfterEach } from '../support/closing';
import { startApiServer } from '../support/providers/api-server';
import { emailMessage, FILE } from '../support/providers/emails';
import { startPostmark, TOKEN } from '../support/providers/postmark-server';
import { API_KEY as RESEND_KEY, startResend } from '../support/providers/resend-server';
import { API_KEY as SENDGRID_KEY, startSendgrid } from '../support/providers/sendgrid-server';
import { KEY_ID, SECRET, startSes } from '../support/providers/ses-server';

const vault = createVault([randomBytes(32)]);
const keep = closingAfterEach();

const integration = (provider: string, open: object, secret: object): Integration => ({
  id: `integration-${provider}`,
  channel: 'email',
  provider,
  name: provider,
  priority: 0,
  settings: JSON.stringify(open),
  sealed: vault.seal(JSON.stringify(secret), `integration-${provider}`),
  createdAt: new Date(),
  updatedAt: new Date(),
});

interface SendOptions {
  smtpUrl?: string;
  development?: boolean;
  /** Of INTEGRATION_ALLOWED_SUBNETS. */
  subnets?: Subnet[];
  /** Without a file. */
  plain?: boolean;
  /** @default ada@example.org */
  to?: string;
}

/** What the worker makes; the inbox is for sandbox, which these tests do not use, so it is not connected. */
const registry = ({ smtpUrl, development = true, subnets = [] }: SendOptions) =>
  keep(
    createProviderRegistry({
      inbox: createInboxStore(mongo),
      startReports: () => Promise.reject(new Error('no message of sandbox is sent here')),
      vault,
      tools: createProviderTools({ development, integrationSubnets: subnets }),
      smtpUrl,
      smtpPoolSize: 1,
      smtpAllowPlaintext: false,
      development,
    }),
  );

/** Sends an e-mail with a file that is fetched, as an application with this integration does. */
async function send(one: Integration | null, options: SendOptions = {}) {
  const files = keep(await startApiServer(() => ({ status: 200, body: FILE.toString('latin1') })));
  const providers = registry(options);
  const request = {
    application: { _id: 'app', integrations: one ? [one] : [] },
    environment: 'production',
    channel: 'email',
    address: 'ada@example.org',
  } as const;
  const [first] = providers.candidates(request);
  const provider = first && providers.open(request, first.id);
  const attachments = options.plain
    ? []
    : [{ filename: 'a.bin', contentType: 'application/x-test', url: files.url }];
  const message = emailMessage({
    ...(options.to !== undefined && { to: options.to }),
    content: { subject: 'Hi', text: 'Hello', attachments },
  });
  const result = await provider?.send(message, AbortSignal.timeout(10_000));
  return { name: provider?.name, result, fetched: files.requests.length };
}

const FETCHED = Buffer.from(FILE.toString('latin1'), 'utf8').toString('base64');

describe('the e-mail of an application with an integration', () => {
  it.each([
    ['sendgrid', startSendgrid, {}, { api_key: SENDGRID_KEY }],
    ['postmark', startPostmark, { message_stream: 'outbound' }, { server_token: TOKEN }],
    ['resend', startResend, {}, { api_key: RESEND_KEY }],
  ])('goes out over %s with a file that was fetched', async (name, start, settings, secret) => {
    const server = keep(await start());
    const sent = await send(integration(name, { ...settings, base_url: server.url }, secret));
    expect(sent).toMatchObject({ name, result: { outcome: 'sent' }, fetched: 1 });
    expect(server.requests[0]?.body).toContain(FETCHED);
  });

  it.each([
    ['sendgrid', startSendgrid, {}, { api_key: SENDGRID_KEY }],
    ['postmark', startPostmark, { message_stream: 'outbound' }, { server_token: TOKEN }],
    ['resend', startResend, {}, { api_key: RESEND_KEY }],
    ['ses', startSes, { region: 'eu-west-1' }, { access_key_id: KEY_ID, secret_access_key: SECRET }],
  ])(
    'is refused before the call to %s for a local part beyond ASCII, and suppresses nobody (RFC 6531)',
    async (name, start, settings, secret) => {
      const server = keep(await start());
      const one = integration(name, { ...settings, base_url: server.url }, secret);
      const { result } = await send(one, { plain: true, to: '用户@example.org' });
      expect(result).toEqual({
        outcome: 'permanent',
        code: 'REJECTED',
        response: expect.stringContaining('SMTPUTF8'),
      });
      expect(server.requests).toEqual([]);
    },
  );

  it('goes out over ses with a file that was fetched', async () => {
    const server = keep(await startSes());
    const settings = { region: 'eu-west-1', base_url: server.url };
    const sent = await send(
      integration('ses', settings, { access_key_id: KEY_ID, secret_access_key: SECRET }),
    );
    expect(sent).toMatchObject({ name: 'ses', result: { outcome: 'sent' }, fetched: 1 });
    const { Content } = JSON.parse(server.requests[0]?.body ?? '') as { Content: { Raw: { Data: string } } };
    const mime = Buffer.from(Content.Raw.Data, 'base64').toString('latin1');
    expect(mime.replace(/\r\n/g, '')).toContain(FETCHED);
  });

  it('goes out over smtp with a file that was fetched, also without an integration', async () => {
    const server = keep(await startSmtpServer());
    const url = `smtp://127.0.0.1:${server.port}`;
    expect(await send(integration('smtp', {}, { url }))).toMatchObject({
      name: 'smtp',
      result: { outcome: 'sent' },
    });
    expect(await send(null, { smtpUrl: url })).toMatchObject({ name: 'smtp', result: { outcome: 'sent' } });
    const contents = server.mails.map(({ parsed }) => parsed.attachments[0]?.content.toString('base64'));
    expect(contents).toEqual([FETCHED, FETCHED]);
  });

  it('fetches nothing from loopback in production', async () => {
    const server = keep(await startResend());
    const one = integration('resend', { base_url: server.url }, { api_key: RESEND_KEY });
    expect(await send(one, { development: false })).toMatchObject({
      result: { outcome: 'permanent', code: 'TEMPLATE_ERROR' },
      fetched: 0,
    });
    expect(server.requests).toEqual([]);
  });
});

describe('in production, an integration on a private address', () => {
  const production = { development: false, plain: true };
  const allowed = { ...production, subnets: [ipaddr.parseCIDR('127.0.0.0/8')] };

  it.each([
    ['its IP', '127.0.0.1'],
    ['a name', 'localhost'],
  ])('over smtp by %s keeps its messages, and the failure names the setting', async (_what, host) => {
    const server = keep(await startSmtpServer());
    const one = integration('smtp', {}, { url: `smtp://${host}:${server.port}` });
    expect((await send(one, production)).result).toEqual({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
      refusedAccount: true,
      response: expect.stringMatching(
        new RegExp(`^${host} leads to an address that is not public\\..*INTEGRATION_ALLOWED_SUBNETS`),
      ),
    });
    expect(server.mails).toEqual([]);
    expect((await send(one, allowed)).result).toMatchObject({ outcome: 'sent' });
  });

  it.each([
    ['sendgrid', startSendgrid, {}, { api_key: SENDGRID_KEY }],
    ['resend', startResend, {}, { api_key: RESEND_KEY }],
  ])(
    'over %s keeps its messages, and the failure names the setting',
    async (name, start, settings, secret) => {
      const server = keep(await start());
      const one = integration(name, { ...settings, base_url: server.url }, secret);
      expect((await send(one, production)).result).toMatchObject({
        ...{ outcome: 'transient', code: 'PROVIDER_ERROR', refusedAccount: true },
        response: expect.stringContaining('INTEGRATION_ALLOWED_SUBNETS'),
      });
      expect(server.requests).toEqual([]);
      expect((await send(one, allowed)).result).toMatchObject({ outcome: 'sent' });
    },
  );

  it('is no matter for SMTP_URL, which the operator sets', async () => {
    const server = keep(await startSmtpServer());
    const smtpUrl = `smtp://localhost:${server.port}`;
    expect((await send(null, { ...production, smtpUrl })).result).toMatchObject({ outcome: 'sent' });
  });
});
