import {
  type ApiReply,
  type ApiRequest,
  type ApiServer,
  must,
  startApiServer,
} from 'heliograph/testing/providers';
import { z } from 'zod';

export const ACME_KEY = 'acme-key-6f1d0c2b9a';

/** The body of POST /v1/messages, as Acme documents it; no other fields. */
const MESSAGE = z.strictObject({
  from: z.string().min(1),
  to: z.string().regex(/^\+\d+$/),
  text: z.string().min(1),
  reference: z.uuid(),
});

/** Acme, the provider of docs/internals/adding-a-provider.md. */
export const startAcmeServer = (): Promise<ApiServer> => startApiServer(answer, { strict: true });

export const acmeError = (status: number, code: string, message = 'no'): ApiReply => ({
  status,
  body: { error: { code, message } },
});

function answer({ method, path, headers, json }: ApiRequest): ApiReply {
  if (headers.authorization !== `Bearer ${ACME_KEY}`) return acmeError(401, 'invalid_key', 'unknown key');
  if (method === 'GET' && path === '/v1/account') return { status: 200, body: { name: 'Demo' } };
  must(method === 'POST' && path === '/v1/messages', `${method} ${path}`);
  MESSAGE.parse(json);
  return { status: 201, body: { id: 'msg_1' } };
}
