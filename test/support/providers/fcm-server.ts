import { generateKeyPairSync } from 'node:crypto';
import { verify, type JwtPayload } from 'jsonwebtoken';
import { z } from 'zod';
import {
  type ApiFault,
  type ApiReply,
  type ApiRequest,
  type ApiServer,
  must,
  startApiServer,
} from './api-server';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const EMAIL = 'sender@demo-project.iam.gserviceaccount.com';
const text = z.string();

/** The fields of projects.messages that we use; all others are refused. */
const message = z.strictObject({
  token: text.min(1).optional(),
  topic: text.min(1).optional(),
  notification: z.strictObject({ title: text.optional(), body: text.optional(), image: text.optional() }),
  data: z.record(text, text),
  android: z.strictObject({
    priority: z.enum(['NORMAL', 'HIGH']),
    ttl: text.regex(/^\d+s$/),
    notification: z.strictObject({
      tag: text,
      default_sound: z.boolean(),
      notification_count: z.number().int().optional(),
    }),
  }),
  apns: z.strictObject({
    headers: z.strictObject({ 'apns-priority': text, 'apns-expiration': text.regex(/^\d+$/) }),
    payload: z.strictObject({
      aps: z.strictObject({
        sound: text,
        badge: z.number().optional(),
        'mutable-content': z.literal(1).optional(),
      }),
    }),
    fcm_options: z.strictObject({ image: text }).optional(),
  }),
  webpush: z.strictObject({
    headers: z.strictObject({ TTL: text, Urgency: text }),
    fcm_options: z.strictObject({ link: z.url({ protocol: /^https$/ }) }).optional(),
  }),
});
const body = z.strictObject({ validate_only: z.literal(true).optional(), message });
export type FcmBody = z.infer<typeof body>;

export interface FcmServer extends ApiServer {
  /** JSON of a key file for it. */
  serviceAccount: string;
  privateKey: string;
  /** Access tokens that were given, in order. */
  issued: string[];
  /** Replies to the next requests for an access token. */
  nextTokens: (ApiReply | ApiFault | AbortController | ((request: ApiRequest) => ApiReply))[];
  /** Refuses the access tokens so far. */
  revoke(): void;
  sent(): FcmBody[];
}

/** Google's token endpoint at `/token` and FCM's v1 interface for the project `demo-project`. */
export async function startFcmServer(): Promise<FcmServer> {
  const issued: string[] = [];
  const nextTokens: FcmServer['nextTokens'] = [];
  const valid = new Set<string>();

  const answer = (request: ApiRequest): ApiReply | ApiFault => {
    must(request.method === 'POST', `method ${request.method}`);
    if (request.path === '/token') return grant(request);
    must(request.path === '/v1/projects/demo-project/messages:send', `path ${request.path}`);
    must(request.headers['content-type'] === 'application/json', 'content-type');
    const { message: sent, validate_only } = body.parse(request.json);
    must((sent.token === undefined) !== (sent.topic === undefined), 'one target');
    const [kind, token = ''] = (request.headers.authorization ?? '').split(' ');
    must(kind === 'Bearer' && issued.includes(token), 'authorization');
    if (!valid.has(token)) return unauthenticated;
    return {
      status: 200,
      body: { name: `projects/demo-project/messages/${validate_only ? 'fake' : '0:1'}` },
    };
  };
  const grant = (request: ApiRequest): ApiReply | ApiFault => {
    must(request.headers['content-type'] === 'application/x-www-form-urlencoded', 'content-type');
    const form = Object.fromEntries(new URLSearchParams(request.body));
    must(Object.keys(form).sort().join() === 'assertion,grant_type', 'form fields');
    must(form.grant_type === 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'grant_type');
    const audience = `${server.url}/token`;
    const claims = verify(form.assertion ?? '', publicKey, {
      algorithms: ['RS256'],
      audience,
      issuer: EMAIL,
    });
    must((claims as JwtPayload).scope === 'https://www.googleapis.com/auth/firebase.messaging', 'scope');
    must((claims as JwtPayload).exp === Number((claims as JwtPayload).iat) + 3600, 'exp');
    const scripted = nextTokens.shift();
    if (typeof scripted === 'function') return scripted(request);
    if (scripted instanceof AbortController) scripted.abort();
    if (scripted) return scripted instanceof AbortController ? 'hang' : scripted;
    const token = `ya29.secret-${issued.length + 1}`;
    issued.push(token);
    valid.add(token);
    return {
      status: 200,
      body: { access_token: token, expires_in: 3600, token_type: 'Bearer' },
    };
  };

  const server = await startApiServer(answer, {
    strict: true,
    unscripted: ({ path }) => path === '/token',
  });
  return {
    ...server,
    serviceAccount: JSON.stringify({
      type: 'service_account',
      project_id: 'demo-project',
      private_key_id: 'abc',
      private_key: privateKey,
      client_email: EMAIL,
      token_uri: `${server.url}/token`,
    }),
    privateKey,
    issued,
    nextTokens,
    revoke: () => valid.clear(),
    sent: () => server.requests.filter(({ path }) => path !== '/token').map(({ json }) => json as FcmBody),
  };
}

const unauthenticated: ApiReply = {
  status: 401,
  body: {
    error: {
      code: 401,
      message: 'Request had invalid authentication credentials.',
      status: 'UNAUTHENTICATED',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'ACCESS_TOKEN_EXPIRED' }],
    },
  },
};

/** A refusal as FCM words it. */
export const fcmError = (
  code: number,
  status: string,
  errorCode?: string,
  extra: { message?: string; headers?: Record<string, string>; violation?: string } = {},
): ApiReply => ({
  status: code,
  headers: extra.headers,
  body: {
    error: {
      code,
      message: extra.message ?? 'words of FCM',
      status,
      details: [
        ...(errorCode ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }] : []),
        ...(extra.violation
          ? [
              {
                '@type': 'type.googleapis.com/google.rpc.BadRequest',
                fieldViolations: [{ field: extra.violation, description: 'Invalid value' }],
              },
            ]
          : []),
      ],
    },
  },
});
