import { createPublicKey } from 'node:crypto';
import { verify, type JwtPayload } from 'jsonwebtoken';
import { generateVAPIDKeys } from 'web-push';
import { LOCALHOST } from '../certificates';
import { type ApiReply, type ApiRequest, type ApiServer, must, startApiServer } from './api-server';
import { createSubscriber, type Subscriber } from './webpush-decrypt';

const SUBJECT = 'mailto:ops@example.com';
const HEADERS = new Set(['authorization', 'content-encoding', 'content-type', 'ttl', 'urgency', 'topic']);
const TRANSPORT = new Set(['host', 'connection', 'content-length', 'user-agent']);

export interface WebPushServer extends ApiServer {
  vapid: { subject: string; publicKey: string; privateKey: string };
  /** A browser that has subscribed at it. */
  subscriber: Subscriber;
}

/** A push service over TLS, by RFC 8030, 8291 and 8292. */
export async function startWebPushServer(): Promise<WebPushServer> {
  const vapid = { subject: SUBJECT, ...generateVAPIDKeys() };
  const answer = ({ method, path, headers, bytes }: ApiRequest): ApiReply => {
    must(method === 'POST', `method ${method}`);
    must(path.startsWith('/push/'), `path ${path}`);
    for (const name of Object.keys(headers)) must(HEADERS.has(name) || TRANSPORT.has(name), `header ${name}`);
    must(headers['content-encoding'] === 'aes128gcm', 'content-encoding');
    must(/^\d+$/.test(String(headers.ttl)), 'ttl');
    must(['very-low', 'low', 'normal', 'high'].includes(String(headers.urgency)), 'urgency');
    must(/^[\w-]{1,32}$/.test(String(headers.topic)), 'topic');
    must(bytes.length > 86 && bytes.length <= 4096, `body of ${bytes.length} bytes`);
    const [, token = '', key] = /^vapid t=([^,\s]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
    must(key === vapid.publicKey, 'k');
    const claims = verify(token, publicKeyOf(vapid.publicKey), {
      algorithms: ['ES256'],
      audience: server.url,
    }) as JwtPayload;
    must(claims.sub === SUBJECT, 'sub');
    must(Number(claims.exp) - Date.now() / 1000 <= 24 * 3600, 'exp');
    return { status: 201, headers: { location: `${server.url}/message/xyz-1` } };
  };
  const server = await startApiServer(answer, { strict: true, tls: LOCALHOST });
  return { ...server, vapid, subscriber: createSubscriber(`${server.url}/push/secret-of-the-endpoint`) };
}

function publicKeyOf(raw: string) {
  const point = Buffer.from(raw, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}
