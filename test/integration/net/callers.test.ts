import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOidcFetch } from '../../../api/admin/oidc/fetch';
import { createAttachmentFetcher } from '../../../channels/email/attachment-fetch';
import { createSmtpProvider } from '../../../channels/email/smtp/client';
import { openStore } from '../../../channels/email/stored/open';
import { createProviderTools } from '../../../channels/tools';
import { parseAttachmentStore } from '../../../core/sending/attachment-store';
import { openDialer } from '../../../net/dialer';
import { createResolver, type ResolveAll } from '../../../net/resolver/resolver';
import { createWebhookSender } from '../../../net/sender';
import { closingAfterEach } from '../../support/closing';
import { type DnsServer, startDnsServer } from '../../support/dns-server';
import { emailMessage } from '../../support/providers/emails';
import { startSmtpServer } from '../../support/smtp-servers';

const keep = closingAfterEach();
const development = true;
const signal = () => AbortSignal.timeout(20_000);

let dns: DnsServer;
let resolve: ResolveAll;
beforeEach(async () => {
  dns = await startDnsServer();
  resolve = createResolver({ servers: [dns.address] });
});
afterEach(() => dns.stop());

/** Returns the port of a server that answers everything. */
async function startHttp(): Promise<number> {
  const server = createServer((_request, response) => response.end('ok'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  keep({
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  });
  return (server.address() as AddressInfo).port;
}

const CALLERS: [string, (host: string) => Promise<unknown>][] = [
  [
    'a webhook',
    async (host) => {
      const url = `http://${host}:${await startHttp()}/`;
      const webhooks = keep(createWebhookSender({ development, resolve }));
      expect(await webhooks.post({ url, headers: {}, body: '' })).toMatchObject({ kind: 'answered' });
    },
  ],
  [
    'an attachment',
    async (host) => {
      const files = keep(createAttachmentFetcher({ development, resolve }));
      const url = `http://${host}:${await startHttp()}/`;
      const fetched = await files.fetch({ url, filename: 'a.txt', take: () => true, signal: signal() });
      expect(fetched).toHaveProperty('bytes');
    },
  ],
  [
    'a store of attachments',
    async (host) => {
      const port = await startHttp();
      const read = parseAttachmentStore(`s3://files?endpoint=http://${host}:${port}`);
      const store = 'value' in read && keep(openStore({ store: read.value, resolve, accessKeyId: 'a' }));
      const request = { applicationId: 'app', path: 'a.txt', filename: 'a.txt', take: () => true };
      expect(store && (await store.read({ ...request, signal: signal() }))).toHaveProperty('bytes');
    },
  ],
  [
    'an integration over HTTP',
    async (host) => {
      const { http } = createProviderTools({ development, resolve });
      const url = `http://${host}:${await startHttp()}/`;
      expect(await keep(http).request({ method: 'GET', url, signal: signal() })).toMatchObject({ ok: true });
    },
  ],
  [
    'a mail server',
    async (host) => {
      const server = keep(await startSmtpServer());
      const dialer = openDialer(resolve);
      const smtp = keep(createSmtpProvider({ url: `smtp://${host}:${server.port}`, dialer }));
      expect(await smtp.send(emailMessage({}), signal())).toMatchObject({ outcome: 'sent' });
    },
  ],
  [
    'an OpenID provider',
    async (host) => {
      const fetch = createOidcFetch(resolve);
      const call = { method: 'GET', headers: {}, redirect: 'manual', body: null } as const;
      const answer = await fetch(`http://${host}:${await startHttp()}/`, call);
      expect(await answer.text()).toBe('ok');
    },
  ],
];

describe('the host of', () => {
  it.each(CALLERS)('%s is resolved outside the threads of the system', async (_what, call) => {
    dns.zone = { 'A host.example': ['127.0.0.1'] };
    await call('host.example');
    expect(new Set(dns.asked)).toEqual(new Set(['A host.example', 'AAAA host.example']));
  });
});
