import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { bouncesOf } from '../../../support/bounces';
import { HttpApi } from '../../../support/http-api';
import { rawBytes } from '../../../support/raw-http';
import type { Stack } from '../../../support/stack';
import { FILE, get, pipelined, writeUnread } from '../../../support/unread';
import { type Attacks, mustBe } from './attack';

const BOMB = gzipSync(Buffer.alloc(20_000_000, ' '));

/** Attacks on the listeners, most of them without a key. `key` is one of an application that attacks. */
export function connectionAttacks(stack: Stack, key: string): Attacks {
  const { production, api, worker } = stack;
  const authorization = `Authorization: Bearer ${key}`;
  const json = 'Content-Type: application/json';
  const half = (path: string, more: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n${json}\r\nContent-Length: 1000000\r\n\r\n{"to":`;

  /** Bytes that are written and then left, as by a client that hangs. */
  async function leave(bytes: string, port = Number(new URL(production.baseUrl).port), from?: string) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    setTimeout(() => socket.destroy(), 40_000).unref();
  }

  /** Connections with these requests from three addresses, which read nothing and stay until the service closes them. */
  async function unread(bytes: string, count: number): Promise<void> {
    for (const address of ['127.0.0.4', '127.0.0.5', '127.0.0.6'])
      for (let n = 0; n < count; n += 1) {
        const socket = await writeUnread(production, bytes, address);
        setTimeout(() => socket.destroy(), 90_000).unref();
      }
  }

  return {
    'a mail that broke the reader': () =>
      bouncesOf(() => stack).deliver(
        'someone@bounces.example.com',
        Buffer.from(`From: ${':'.repeat(2000)}\r\n\r\n`),
      ),
    'half a mail': () =>
      leave(
        'EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<postmaster@bounces.example.com>\r\nDATA\r\n',
        api.ports.bounces,
        '127.0.0.8',
      ),
    'ten gigabytes announced': () =>
      leave(
        `POST /v1/send/ping HTTP/1.1\r\nHost: x\r\n${authorization}\r\n${json}\r\nContent-Length: 10000000000\r\nExpect: 100-continue\r\n\r\n`,
      ),
    'half a callback': () => leave(half('/receipts/postmark/00000000-0000-4000-8000-000000000000', 'X: y')),
    'half a send': () => leave(half('/v1/send/ping', authorization)),
    'half a head': () => leave('POST /v1/send/ping HTTP/1.1\r\nHost: x\r\nX-Long: '),
    'a compression bomb': async () => {
      const answer = await fetch(`${production.baseUrl}/v1/send/ping`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          'content-encoding': 'gzip',
        },
        body: BOMB,
      });
      await answer.text();
      mustBe(answer, 413, 415);
    },
    'deep json': () =>
      rawBytes(
        production,
        `POST /v1/send/ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${authorization}\r\n${json}\r\nContent-Length: 200000\r\n\r\n${'['.repeat(200_000)}`,
      ),
    'targets that are none': async () => {
      for (const port of [api.metricsPort, worker?.metricsPort])
        for (const target of ['//', '*', '/%', 'http://['])
          await rawBytes(new HttpApi(`http://127.0.0.1:${port}`), get(target, 'Connection: close\r\n'));
    },
    'pipelined requests for a file': () => unread(pipelined(FILE), 1),
    'pipelined requests for a document': () => unread(pipelined('/openapi.json'), 2),
    'answers that nobody reads': () => unread(get(FILE).repeat(30), 10),
    'connections that say nothing': () => unread('', 10),
  };
}
