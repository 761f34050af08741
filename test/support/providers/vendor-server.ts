import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface VendorRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingMessage['headers'];
  /** The JSON body, undefined where there is none. */
  body: unknown;
}

export interface VendorAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** An object goes as JSON, text as it is. */
  body: unknown;
}

/** An answer, or what becomes of the connection instead; a controller is aborted, for a caller that gives up. */
export type VendorReply = VendorAnswer | 'hang' | 'reset' | 'half-close' | AbortController;

export interface VendorServer {
  url: string;
  requests: VendorRequest[];
  /** What a strict vendor would have refused; a test ends with none. */
  violations: string[];
  /** Replies to the next requests instead of the vendor's own. */
  next(...replies: VendorReply[]): void;
  close(): Promise<void>;
}

/**
 * A vendor's API on this machine. `vendor` answers as the documentation has it, and throws where a request is not as
 * the documentation wants it: that is a violation, whatever reply a test has asked for.
 */
export async function startVendorServer(
  vendor: (request: VendorRequest) => VendorAnswer,
): Promise<VendorServer> {
  const replies: VendorReply[] = [];
  const requests: VendorRequest[] = [];
  const violations: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const { method = '', url: path = '', headers } = incoming;
      let own: VendorAnswer;
      try {
        const body: unknown = text === '' ? undefined : JSON.parse(text);
        const request = { method, path, headers, body };
        requests.push(request);
        own = vendor(request);
      } catch (error) {
        violations.push(String(error));
        own = { status: 400, body: 'not as documented' };
      }
      const reply = replies.shift() ?? own;
      if (reply === 'hang') return;
      if (reply instanceof AbortController) return reply.abort();
      if (reply === 'reset') return void incoming.socket.resetAndDestroy();
      if (reply === 'half-close') return void incoming.socket.end();
      const { status = 200, headers: answered = {}, body } = reply;
      const json = typeof body !== 'string';
      outgoing.writeHead(status, { 'content-type': json ? 'application/json' : 'text/html', ...answered });
      outgoing.end(json ? JSON.stringify(body) : body);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    violations,
    next: (...more) => void replies.push(...more),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Throws where a request is not as documented. */
export function demand(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}
