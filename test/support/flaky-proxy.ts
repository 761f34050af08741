import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What becomes of one request that is passed on: it is answered; the connection is cut; it is left unanswered; a page of the
 * proxy is the answer, which may ask for an hour's pause; or a fault of the service.
 */
export type Fate = 'answer' | 'cut' | 'hang' | 'bad gateway' | 'busy' | 'fault';

const ANSWERS: Partial<Record<Fate, [status: number, type: string, body: string]>> = {
  busy: [503, 'text/html', '<html><body><h1>503 Service Unavailable</h1></body></html>'],
  'bad gateway': [502, 'text/html', '<html><body><h1>502 Bad Gateway</h1></body></html>'],
  fault: [500, 'application/json', '{"error":"An internal error occurred.","code":"INTERNAL"}'],
};

/** A way to the service on which answers get lost. */
export interface FlakyProxy {
  url: string;
  /** Of the requests to come, in their order; `answer` when it is empty. */
  fates: Fate[];
  /** Headers of the requests that came. */
  seen: Record<string, string | string[] | undefined>[];
  stop(): Promise<void>;
}

export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      proxy.seen.push(request.headers);
      const fate = proxy.fates.shift() ?? 'answer';
      const { host: _host, connection: _connection, ...others } = request.headers;
      const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = others;
      const body = Buffer.concat(chunks);
      void fetch(target + request.url, {
        method: request.method,
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body }),
      }).then(async (answer) => {
        const text = await answer.text();
        const [status, type, body] = ANSWERS[fate] ?? [];
        if (fate === 'busy')
          response.setHeader('retry-after', new Date(Date.now() + 3_600_000).toUTCString());
        if (status) response.writeHead(status, { 'content-type': type }).end(body);
        if (fate === 'cut') request.socket.destroy();
        if (fate === 'answer')
          response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
      });
    });
  });
  const proxy: FlakyProxy = {
    url: '',
    fates: [],
    seen: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}
