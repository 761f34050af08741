import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { buildConnector } from 'undici';
import { createProviderHttp, type ProviderHttp } from '../../../channels/http/provider-http';
import type { Identity } from './certificates';

export interface SnsServer {
  /** Whole addresses, in the order of their coming. */
  requests: string[];
  /** What lies at an address; a number is a status without anything. */
  files: Map<string, string | Buffer | number>;
  /** A client for which every host name leads here, TLS certificates checked. */
  http: ProviderHttp;
  close(): Promise<void>;
}

/** Stands for the servers of SNS (https) and of Amazon's CA (http), under their own names. */
export async function startSnsServer(tls: Identity, ca: string): Promise<SnsServer> {
  const requests: string[] = [];
  const files: SnsServer['files'] = new Map();
  const answer =
    (scheme: string): RequestListener =>
    (request, response) => {
      const url = `${scheme}://${request.headers.host}${request.url}`;
      requests.push(url);
      const named = /^heliograph\/\d/.test(request.headers['user-agent'] ?? '');
      const content = named ? (files.get(url) ?? 404) : 403;
      if (typeof content === 'number') response.writeHead(content).end();
      else response.end(content);
    };
  const servers = [
    createHttpsServer(
      { cert: tls.cert, key: tls.key.export({ type: 'pkcs8', format: 'pem' }) },
      answer('https'),
    ),
    createHttpServer(answer('http')),
  ];
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  const [secure, plain] = servers.map((server) => String((server.address() as AddressInfo).port));
  const connect = buildConnector({ ca, timeout: 2_000 });
  const http = createProviderHttp({
    answerTimeoutMs: 2_000,
    connector: (target, callback) => {
      const port = target.protocol === 'https:' ? secure : plain;
      // RFC 6066, section 3: an address is no server name.
      const servername = isIP(target.hostname) ? '' : target.hostname;
      connect(
        { ...target, servername, hostname: '127.0.0.1', host: '127.0.0.1', port: port ?? '' },
        callback,
      );
    },
  });
  return {
    requests,
    files,
    http,
    close: async () => {
      await http.close();
      for (const server of servers) server.close();
    },
  };
}
