import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';

const CLIENT = { id: 'heliograph', secret: 'a secret of the client' };
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });

interface Grant {
  nonce: string;
  challenge: string;
  redirectUri: string;
}

/** How a provider misbehaves, or has other settings. */
export interface Behaviour {
  claims: Record<string, unknown>;
  signedBy: 'its key' | 'another key' | 'nobody';
  /** Instead of the ID token's own claims. Undefined: all claims are in the ID token. */
  userInfo?: Record<string, unknown>;
  down: boolean;
  /** What it refuses a sign-in with. */
  error?: string;
  refusesClient: boolean;
}

export type OpenIdProviderServer = Awaited<ReturnType<typeof startOpenIdProvider>>;

/**
 * A small OpenID provider: discovery, authorization code flow with PKCE, JWKS, ID tokens with RS256, and userinfo (OpenID
 * Connect Core 1.0 and Discovery 1.0, RFC 7636). Whoever comes is signed in at once, as `behaves.claims` says.
 */
export async function startOpenIdProvider() {
  const grants = new Map<string, Grant>();
  const sane = (): Behaviour => ({ claims: {}, signedBy: 'its key', down: false, refusesClient: false });
  const state = { behaves: sane(), asked: [] as string[] };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    state.asked.push(url.pathname);
    if (state.behaves.down) return void response.writeHead(503).end('down');
    const json = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(200, metadata());
      case '/jwks':
        return json(200, {
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }],
        });
      case '/authorize':
        return authorize(url.searchParams, response);
      case '/token':
        return token(request, new URLSearchParams(await text(request)), json);
      case '/userinfo':
        return json(200, { sub: claims().sub, ...state.behaves.userInfo });
      default:
        return json(404, {});
    }
  }

  const metadata = () => ({
    ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
    ...{ jwks_uri: `${issuer}/jwks`, userinfo_endpoint: `${issuer}/userinfo` },
    ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
    id_token_signing_alg_values_supported: ['RS256'],
  });

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const redirect = new URL(asked.get('redirect_uri') ?? '');
    redirect.searchParams.set('state', asked.get('state') ?? '');
    if (state.behaves.error !== undefined) redirect.searchParams.set('error', state.behaves.error);
    else {
      const code = randomUUID();
      grants.set(code, {
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
      });
      redirect.searchParams.set('code', code);
    }
    response.writeHead(302, { location: redirect.href }).end();
  }

  function token(
    request: IncomingMessage,
    form: URLSearchParams,
    json: (status: number, body: object) => void,
  ): void {
    const basic = `${encodeURIComponent(CLIENT.id)}:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`;
    if (
      state.behaves.refusesClient ||
      request.headers.authorization !== `Basic ${Buffer.from(basic).toString('base64')}`
    )
      return json(401, { error: 'invalid_client' });
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.challenge !== proof || grant.redirectUri !== form.get('redirect_uri'))
      return json(400, { error: 'invalid_grant' });
    const idToken = signed({ nonce: grant.nonce, ...claims() });
    json(200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 60, id_token: idToken });
  }

  const claims = (): Record<string, unknown> => {
    const now = Math.floor(Date.now() / 1000);
    const standard = { iss: issuer, aud: CLIENT.id, sub: 'ada', iat: now, exp: now + 300 };
    return { ...standard, ...state.behaves.claims };
  };
  function signed(payload: Record<string, unknown>): string {
    if (state.behaves.signedBy === 'nobody') return jwt.sign(payload, '', { algorithm: 'none' });
    const key = state.behaves.signedBy === 'its key' ? privateKey : other.privateKey;
    return jwt.sign(payload, key, { algorithm: 'RS256', keyid: '1' });
  }

  return {
    issuer,
    client: CLIENT,
    asked: state.asked,
    /** Sets how it behaves from now on, beside what a sane one does. */
    behave: (behaviour: Partial<Behaviour> = {}): void => {
      state.behaves = { ...sane(), ...behaviour };
    },
    /** Signs in as a browser does. Returns the query with which the browser comes back. */
    authorize: async (url: string): Promise<string> => {
      const response = await fetch(url, { redirect: 'manual' });
      return new URL(response.headers.get('location') ?? '').search;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
