import { Readable } from 'node:stream';
import { Pool } from 'undici';
import type { NotificationView } from '../../test/support/outside/http-api';
import { EVENT, PAYLOAD } from './application';
import { now } from './clock';

export interface Accepted {
  id: string;
  /** When the POST was sent, milliseconds since 1970. */
  sentAt: number;
  /** From then to its answer. */
  postMs: number;
}

/** A caller of the interface, over connections that stay open. */
export interface ServiceClient {
  send(to: string): Promise<Accepted>;
  get(path: string): Promise<unknown>;
  post<T>(path: string, content: unknown): Promise<T>;
  put(path: string, content: unknown): Promise<unknown>;
  /** Sends a CSV as it is made. */
  upload<T>(path: string, lines: Iterable<string>): Promise<T>;
  notification(id: string): Promise<NotificationView>;
  /** Makes the application's webhook endpoint; gives its uuid. */
  createEndpoint(url: string): Promise<string>;
  removeEndpoint(uuid: string): Promise<void>;
  close(): Promise<void>;
}

export function createServiceClient(baseUrl: string, apiKey: string, connections: number): ServiceClient {
  const pool = new Pool(baseUrl, { connections });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };

  async function ask<T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    content?: unknown,
  ): Promise<T> {
    const { statusCode, body } = await pool.request({
      method,
      path,
      headers,
      body: content === undefined ? null : JSON.stringify(content),
    });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode}: ${text}`);
    return JSON.parse(text) as T;
  }

  return {
    send: async (to) => {
      const sentAt = now();
      const { id } = await ask<{ id: string }>('POST', `/v1/send/${EVENT}`, { to, payload: PAYLOAD });
      return { id, sentAt, postMs: now() - sentAt };
    },
    get: (path) => ask('GET', path),
    post: (path, content) => ask('POST', path, content),
    put: (path, content) => ask('PUT', path, content),
    upload: async <T>(path: string, lines: Iterable<string>) => {
      const { statusCode, body } = await pool.request({
        ...{ method: 'POST', path, headersTimeout: 0 },
        headers: { ...headers, 'content-type': 'text/csv' },
        body: Readable.from(lines, { objectMode: false }),
      });
      const text = await body.text();
      if (statusCode !== 201) throw new Error(`POST ${path} answered ${statusCode}: ${text}`);
      return JSON.parse(text) as T;
    },
    notification: (id) => ask<NotificationView>('GET', `/v1/notifications/${id}`),
    createEndpoint: async (url) => {
      const made = await ask<{ webhook: { uuid: string } }>('POST', '/v1/webhooks', { url });
      return made.webhook.uuid;
    },
    removeEndpoint: async (uuid) => {
      await ask('DELETE', `/v1/webhooks/${uuid}`);
    },
    close: () => pool.close(),
  };
}
