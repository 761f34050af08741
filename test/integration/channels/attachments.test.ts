import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  createAttachmentFetcher,
  type AttachmentFetcherOptions,
} from '../../../channels/email/attachment-fetch';
import { fetchingMs, loadAttachments } from '../../../channels/email/attachments';
import { createSmtpProvider } from '../../../channels/email/smtp/client';
import { withAttachments } from '../../../channels/email/with-attachments';
import type { Attachment } from '../../../core/sending/attachment';
import { message, startSmtpServer } from '../../support/smtp-servers';
import { LOCALHOST } from '../../support/certificates';

const HTML = '<img src="cid:logo@shop.example"><p style="background: url(cid:photo)">Say cid:no</p>';
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const FILE = Buffer.from([...Array(256).keys(), 13, 10, 10, 13, 46, 13, 10]);

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
const serve = async (listener: RequestListener) =>
  `http://127.0.0.1:${await listen(createHttpServer(listener))}/file`;

function fetcher(options: Partial<AttachmentFetcherOptions> = {}) {
  const made = createAttachmentFetcher({ development: true, ...options });
  closers.push(() => made.close());
  return made;
}
const load = (attachments: Attachment[], options = {}, signal = AbortSignal.timeout(20_000)) =>
  loadAttachments(attachments, fetcher(options), signal);
const at = (url: string, filename = 'a.pdf'): Attachment[] => [{ filename, url }];
const base64 = (bytes: number) => Buffer.alloc(bytes).toString('base64');

describe('the attachments of an e-mail', () => {
  it('arrive over SMTP byte for byte, given and fetched, with their names and types', async () => {
    const text = Buffer.from('one\ntwo\r\nthree\r.\n.\r\n..');
    let agent: string | undefined;
    const url = await serve((request, response) => {
      agent = request.headers['user-agent'];
      response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(text);
    });
    const server = await startSmtpServer();
    closers.push(() => server.close());
    const smtp = createSmtpProvider({ url: `smtp://127.0.0.1:${server.port}` });
    closers.push(() => smtp.close());
    const provider = withAttachments(smtp, fetcher());
    const attachments: Attachment[] = [
      { filename: 'räkning "1".pdf', content: FILE.toString('base64') },
      { filename: 'list.dat', url },
      {
        filename: 'call.ics',
        contentType: 'text/calendar; method=REQUEST',
        content: text.toString('base64'),
      },
      { filename: 'logo.png', content: FILE.toString('base64'), contentId: 'logo@shop.example' },
    ];
    const unsubscribeUrl = `https://example.com/unsubscribe/${'0123456789'.repeat(60)}?a=1&b=<å>`;
    const mail = message({
      content: { subject: 'Hi', html: HTML, text: 'Hello', attachments, unsubscribeUrl },
    });
    expect(await provider.send(mail, AbortSignal.timeout(10_000))).toMatchObject({
      outcome: 'sent',
      response: expect.stringMatching(/250.*; the HTML shows cid:photo, which no attachment is$/) as string,
    });
    expect(agent).toMatch(/^heliograph\/\d/);
    const [received] = server.mails;
    expect(received?.parsed.attachments).toMatchObject([
      {
        ...{ filename: 'logo.png', contentType: 'image/png', content: FILE },
        ...{ contentId: '<logo@shop.example>', contentDisposition: 'inline', related: true },
      },
      {
        filename: 'räkning "1".pdf',
        contentType: 'application/pdf',
        content: FILE,
        contentDisposition: 'attachment',
      },
      { filename: 'list.dat', contentType: 'text/csv', content: text },
      { filename: 'call.ics', contentType: 'text/calendar', content: text },
    ]);
    // On one line, as written.
    const written = `https://example.com/unsubscribe/${'0123456789'.repeat(60)}?a=1&b=%3C%C3%A5%3E`;
    expect(received?.raw).toContain(`\r\nList-Unsubscribe: <${written}>\r\n`);
    expect(received?.raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });

  it('have the type that is given, else the answered one, else the one of the name', async () => {
    const url = await serve((request, response) => {
      const type = new URL(request.url ?? '', 'http://x').searchParams.get('type');
      response.writeHead(200, type ? { 'content-type': type } : {}).end('x');
    });
    const loaded = await load([
      { filename: 'a.pdf', url: `${url}?type=image/png`, contentType: 'text/plain' },
      { filename: 'b.pdf', url: `${url}?type=image/png` },
      { filename: 'c.pdf', url: `${url}?type=application/octet-stream` },
      { filename: 'd.pdf', url },
      { filename: 'e.unheard-of', url },
      { filename: 'f', url: `${url}?type=nonsense` },
    ]);
    expect(loaded).toMatchObject([
      { contentType: 'text/plain' },
      { contentType: 'image/png' },
      { contentType: 'application/pdf' },
      { contentType: 'application/pdf' },
      { contentType: 'application/octet-stream' },
      { contentType: 'application/octet-stream' },
    ]);
  });

  it.each<[string, Attachment[], string]>([
    [
      'eleven files',
      Array.from({ length: 11 }, () => ({ filename: 'a', content: 'aGk=' })),
      '10 attachments',
    ],
    ['content that is not base64', [{ filename: 'a', content: 'h\u00e5' }], 'not base64'],
    ['base64 that is cut off', [{ filename: 'a', content: 'aGk' }], 'not base64'],
    ['no content', [{ filename: 'a' }], 'one of content, a URL and storage'],
    [
      'content and a URL',
      [{ filename: 'a', content: 'aGk=', url: 'https://x.yy/' }],
      'one of content, a URL and storage',
    ],
    ['a name with a line break', [{ filename: 'a\r\nX: y', content: 'aGk=' }], 'control characters'],
    ['no name', [{ filename: '', content: 'aGk=' }], 'empty'],
    [
      'a type with a line break',
      [{ filename: 'a', contentType: 'a/b\r\nX: y', content: 'aGk=' }],
      'content type',
    ],
    ['a URL that is none', at('files/a.pdf'), 'absolute https URL'],
    ['a URL with credentials', at('https://a:b@example.com/'), 'credentials'],
    ['a file URL', at('file:///etc/passwd'), 'https'],
  ])('are refused with TEMPLATE_ERROR for %s', async (_what, attachments, word) => {
    expect(await load(attachments)).toMatchObject({
      outcome: 'permanent',
      code: 'TEMPLATE_ERROR',
      response: expect.stringContaining(word),
    });
  });

  it.each([
    [404, {}, { outcome: 'permanent', code: 'TEMPLATE_ERROR' }],
    [410, {}, { outcome: 'permanent', code: 'TEMPLATE_ERROR' }],
    [403, {}, { outcome: 'permanent', code: 'TEMPLATE_ERROR' }],
    [204, {}, { outcome: 'permanent', code: 'TEMPLATE_ERROR' }],
    [304, {}, { outcome: 'permanent', code: 'TEMPLATE_ERROR' }],
    [408, {}, { outcome: 'transient', code: 'TIMEOUT' }],
    [429, { 'retry-after': '9' }, { outcome: 'rate_limited', code: 'RATE_LIMITED', retryAfterMs: 9000 }],
    [500, {}, { outcome: 'transient', code: 'PROVIDER_ERROR' }],
    [503, {}, { outcome: 'transient', code: 'PROVIDER_ERROR' }],
  ])('whose server answers %i fail as the table says, and no URL shows', async (status, headers, result) => {
    const url = await serve((_request, response) => response.writeHead(status, headers).end());
    const failure = await load(at(`${url}?token=secret-in-the-url`));
    expect(failure).toMatchObject({
      ...result,
      response: `attachment "a.pdf": its server answered ${status}`,
    });
  });

  it('of more than 10 MB together are refused, whether given or fetched, without reading the rest', async () => {
    let written = 0;
    const url = await serve((_request, response) => {
      const piece = Buffer.alloc(64 * 1024);
      const write = () => {
        while (!response.destroyed && response.write(piece)) written += piece.length;
      };
      response.on('drain', write);
      write();
    });
    const refused = { outcome: 'permanent', code: 'REJECTED', response: expect.stringContaining('10 MB') };
    expect(await load(at(url))).toMatchObject(refused);
    expect(written).toBeLessThan(30 * 1024 * 1024);
    const half = { filename: 'a', content: base64(6 * 1024 * 1024) };
    expect(await load([half])).toHaveLength(1);
    expect(await load([half, half])).toMatchObject(refused);
  });

  it('that break off are tried again and never sent in part', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('start');
      setTimeout(() => request.socket.destroy(), 20);
    });
    expect(await load(at(url))).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
    expect(await load(at('http://127.0.0.1:1/'))).toMatchObject({
      outcome: 'transient',
      code: 'PROVIDER_ERROR',
    });
  });

  it('that take too long are tried again', async () => {
    const url = await serve(() => undefined);
    const late = { outcome: 'transient', code: 'TIMEOUT' };
    expect(await load(at(url), {}, AbortSignal.timeout(200))).toMatchObject(late);
    const own = await loadAttachments(at(url), fetcher(), AbortSignal.timeout(10_000), 200);
    expect(own).toMatchObject(late);
  });

  it('are permanent failures when one of them is, whatever the others say', async () => {
    const url = await serve((request, response) => {
      response.writeHead(request.url === '/file' ? 503 : 404).end();
    });
    const failure = await load([...at(url), ...at(`${url}/gone`, 'b.pdf')]);
    expect(failure).toMatchObject({ outcome: 'permanent', response: expect.stringContaining('b.pdf') });
  });

  it('that are compressed on the way are refused', async () => {
    const url = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('identity');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'));
    });
    expect(await load(at(url))).toMatchObject({ outcome: 'permanent', code: 'TEMPLATE_ERROR' });
  });

  it('are found behind redirects, but not behind too many', async () => {
    const url = await serve((request, response) => {
      const hops = Number(new URL(request.url ?? '', 'http://x').searchParams.get('hops'));
      if (hops === 0) response.end('here');
      else response.writeHead(302, { location: `?hops=${hops - 1}` }).end();
    });
    expect(await load(at(`${url}?hops=3`))).toMatchObject([
      { content: Buffer.from('here').toString('base64') },
    ]);
    expect(await load(at(`${url}?hops=4`))).toMatchObject({ outcome: 'permanent', code: 'TEMPLATE_ERROR' });
  });
});

describe('addresses that attachments may come from', () => {
  it.each([
    'http://93.184.215.14/a',
    'https://127.0.0.1/a',
    'https://localhost/a',
    'https://169.254.169.254/a',
    'https://10.0.0.1/a',
  ])('do not include %s outside of development', async (url) => {
    expect(await load(at(url), { development: false })).toMatchObject({
      outcome: 'permanent',
      code: 'TEMPLATE_ERROR',
    });
  });

  it('do not include a name that resolves to our network, seen where the connection is made', async () => {
    let calls = 0;
    const port = await listen(
      createHttpsServer(LOCALHOST, (_request, response) => {
        calls += 1;
        response.end();
      }),
    );
    const options = {
      development: false,
      ca: LOCALHOST.cert,
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    };
    expect(await load(at(`https://files.example.com:${port}/`), options)).toMatchObject({
      outcome: 'permanent',
      code: 'TEMPLATE_ERROR',
      response: expect.stringContaining('not public'),
    });
    expect(calls).toBe(0);
  });

  it('are checked at each redirect', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    });
    expect(await load(at(url))).toMatchObject({ outcome: 'permanent', code: 'TEMPLATE_ERROR' });
  });

  it('are asked over TLS with a certificate that must be valid', async () => {
    const port = await listen(createHttpsServer(LOCALHOST, (_request, response) => void response.end('x')));
    const url = `https://localhost:${port}/`;
    expect(await load(at(url), { ca: LOCALHOST.cert })).toHaveLength(1);
    expect(await load(at(url))).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
  });
});

describe('a message whose attachments cannot be had', () => {
  it('is not handed to its provider', async () => {
    const server = await startSmtpServer();
    closers.push(() => server.close());
    const smtp = createSmtpProvider({ url: `smtp://127.0.0.1:${server.port}` });
    closers.push(() => smtp.close());
    const url = await serve((_request, response) => response.writeHead(404).end());
    const mail = message({ content: { text: 'Hello', attachments: at(url) } });
    const result = await withAttachments(smtp, fetcher()).send(mail, AbortSignal.timeout(10_000));
    expect(result).toMatchObject({ outcome: 'permanent', code: 'TEMPLATE_ERROR' });
    expect(server.connections()).toBe(0);
  });

  it('asks for time to fetch only where there is something to fetch', () => {
    expect(fetchingMs({})).toBe(0);
    expect(fetchingMs({ attachments: [{ filename: 'a', content: 'aGk=' }] })).toBe(0);
    expect(fetchingMs({ attachments: at('https://example.com/') })).toBe(10_000);
    expect(fetchingMs({ attachments: [{ filename: 'a', storage: 'a' }] })).toBe(10_000);
  });
});
