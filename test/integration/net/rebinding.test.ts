import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createAttachmentFetcher } from '../../../channels/email/attachment-fetch';
import { createSmtpProvider } from '../../../channels/email/smtp/client';
import { createHttp2Client } from '../../../channels/http/http2-client';
import { createProviderTools } from '../../../channels/tools';
import { createResolver, type ResolveAll } from '../../../net/resolver/resolver';
import { createWebhookSender } from '../../../net/sender';
import { checkHost } from '../../../net/url-safety';
import { closingAfterEach } from '../../support/closing';
import { type DnsServer, startDnsServer } from '../../support/dns-server';
import { eventually } from '../../support/eventually';
import { emailMessage } from '../../support/providers/emails';

const HOST = 'rebinding.example';
const PUBLIC = '93.184.215.14';

const keep = closingAfterEach();
const development = false;
const signal = () => AbortSignal.timeout(20_000);

let dns: DnsServer;
let resolve: ResolveAll;
/** Where nobody may arrive: a port of this machine, over IPv4 and IPv6. */
let port: number;
let arrived: number;
beforeEach(async () => {
  dns = keep(Object.assign(await startDnsServer(), { close: () => dns.stop() }));
  resolve = createResolver({ servers: [dns.address] });
  arrived = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    arrived += 1;
    sockets.add(socket.on('error', () => undefined));
  });
  await new Promise<void>((listening) => server.listen(0, '::', listening));
  port = (server.address() as AddressInfo).port;
  keep({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
});

const tools = () => {
  const made = createProviderTools({ development, resolve });
  keep(made.http);
  keep(made.guardedHttp);
  return made;
};

/** The calls to hosts that anyone may have entered. Each returns its result, which says why it failed. */
const CALLS: [string, (host: string) => Promise<unknown>][] = [
  [
    'a webhook',
    (host) =>
      keep(createWebhookSender({ development, resolve })).post({
        url: `https://${host}/`,
        headers: {},
        body: '',
      }),
  ],
  [
    'an integration over HTTP',
    (host) => tools().http.request({ method: 'GET', url: `http://${host}/`, signal: signal() }),
  ],
  [
    'an integration over HTTP/2',
    (host) => {
      const client = keep(createHttp2Client({ url: `http://${host}`, dialer: tools().dialer }));
      return client.request({ path: '/', headers: {}, body: '', signal: signal() });
    },
  ],
  [
    'a mail server',
    (host) => {
      const smtp = keep(createSmtpProvider({ url: `smtp://${host}`, dialer: tools().dialer }));
      return smtp.send(emailMessage(), signal());
    },
  ],
  [
    'an attachment',
    (host) => {
      const files = keep(createAttachmentFetcher({ development, resolve }));
      const url = `https://${host}/`;
      return files.fetch({ url, filename: 'a.txt', take: () => true, signal: signal() });
    },
  ],
  [
    'an attachment after a redirect',
    async (host) => {
      const location = `http://${host}/`;
      const server = createHttp((_request, response) => response.writeHead(302, { location }).end());
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      keep({
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
      // In production the first server could not be on this machine. What is refused in development is refused there too.
      const files = keep(createAttachmentFetcher({ development: true, resolve }));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      return files.fetch({ url, filename: 'a.txt', take: () => true, signal: signal() });
    },
  ],
  [
    'a browser’s subscription',
    (host) => tools().guardedHttp.request({ method: 'POST', url: `https://${host}/`, signal: signal() }),
  ],
  [
    'a certificate of SNS',
    (host) => {
      const { issuerHttp } = tools();
      return issuerHttp
        ? keep(issuerHttp).request({ method: 'GET', url: `http://${host}/`, signal: signal() })
        : Promise.resolve();
    },
  ],
];

/** What the name has once it was checked. */
const MOVES: [string, Partial<Record<'A' | 'AAAA', string[]>>][] = [
  ['the metadata service', { A: ['169.254.169.254'] }],
  ['the metadata service in IPv6', { AAAA: ['fd00:ec2::254'] }],
  ['this host', { A: ['0.0.0.0'] }],
  ['this host in IPv6', { AAAA: ['::'] }],
  ['this host, mapped', { AAAA: ['::ffff:0.0.0.0'] }],
  ['a private network', { A: ['10.0.0.1'] }],
  ['a private network in IPv6', { AAAA: ['fd00::1'] }],
  ['a link', { AAAA: ['fe80::1'] }],
  ['a translator', { AAAA: ['64:ff9b::7f00:1'] }],
  ['a name inside', { A: ['db.internal > 10.0.0.1'] }],
  ['the metadata service beside a public address', { A: [PUBLIC, '169.254.169.254'] }],
  ['the metadata service, in the other family only', { A: [PUBLIC], AAAA: ['::ffff:169.254.169.254'] }],
];
const LOOPBACK: typeof MOVES = [
  ['loopback', { A: ['127.0.0.1'] }],
  ['loopback in IPv6', { AAAA: ['::1'] }],
  ['loopback, mapped', { AAAA: ['::ffff:127.0.0.1'] }],
  ['loopback beside a public address', { A: ['127.0.0.1', PUBLIC] }],
  ['loopback in the other family only', { A: [PUBLIC], AAAA: ['::1'] }],
  ['loopback by a name inside', { A: ['localhost > 127.0.0.1'] }],
];

/** The result as JSON. On a machine that stands still for three seconds, DNS has no answer in time: then it is asked again. */
const answered = (work: () => Promise<unknown>): Promise<string> =>
  eventually('an answer of DNS', async () => {
    const result = JSON.stringify(await work());
    return !/EAI_AGAIN|gave no answer|"unanswered"|"TIMEOUT"|"timeout"/.test(result) && result;
  });

/** The name has a public address when it is checked, with a TTL of 0, and then moves. */
async function checked(then: Partial<Record<'A' | 'AAAA', string[]>>): Promise<void> {
  dns.zone = { [`A ${HOST}`]: [PUBLIC] };
  expect(await answered(() => checkHost(HOST, { development, resolve }))).toBe('"allowed"');
  dns.zone = Object.fromEntries(
    Object.entries({ AAAA: [], ...then }).map(([type, values]) => [`${type} ${HOST}`, values]),
  );
}

describe.each(CALLS)('the host of %s', (what, call) => {
  const moves = what.includes('redirect') ? MOVES : [...MOVES, ...LOOPBACK];

  it.each(moves)('is not called after it has moved to %s', async (_to, then) => {
    await checked(then);
    const result = await answered(() => call(`${HOST}:${port}`));
    expect(result).toMatch(/address that is not public/);
    expect(result).not.toMatch(/169\.254|127\.0|10\.0\.0|fd00|::1/);
    expect(arrived).toBe(0);
  });

  it('is not found if its CNAME leads to no address, and the process goes on', async () => {
    await checked({ A: ['gone.example >'], AAAA: ['gone.example >'] });
    expect(await answered(() => call(`${HOST}:${port}`))).toMatch(/ENOTFOUND/);
  });
});
