import { sign } from 'jsonwebtoken';
import type { SendResult } from '../../provider';
import { jsonObject, textOf } from '../../http/json';
import { ABORTED, orAborted } from '../../http/or-aborted';
import type { ProviderHttp } from '../../http/provider-http';
import { gatewayWords, operatorWords } from '../../http/redact';
import { failure, outage } from '../../http/verdict';
import { retryAfterMs } from '../../http/retry-after';
import type { ServiceAccount } from './service-account';

export type TokenResult = { ok: true; token: string } | { ok: false; failure: SendResult };

/** Access tokens of one service account. */
export interface AccessTokens {
  /** A token that is valid for a while; never rejects. */
  get(signal: AbortSignal): Promise<TokenResult>;
  /** The token was refused: the next one is a new one. */
  forget(token: string): void;
}

export interface AccessTokenOptions {
  account: ServiceAccount;
  http: ProviderHttp;
  scope: string;
}

/** Longest life that Google gives a grant, seconds. */
const GRANT_SECONDS = 3600;
/** So long before its end a token is renewed, milliseconds; of a short-lived one a tenth of its life. */
const MARGIN_MS = 5 * 60_000;
/** A refresh serves all that wait for it, so it ends by itself and not with one message's time. */
const REFRESH_MS = 15_000;

/**
 * Access tokens by a signed grant (RFC 7523; developers.google.com/identity/protocols/oauth2/service-account), kept
 * until shortly before they expire, one refresh at a time. A refresh hands no message over, so none of its failures is
 * `unknown`.
 */
export function createAccessTokens({ account, http, scope }: AccessTokenOptions): AccessTokens {
  let kept: { token: string; until: number } | null = null;
  let refresh: Promise<TokenResult> | null = null;

  async function renew(): Promise<TokenResult> {
    const grant = sign({ iss: account.client_email, scope, aud: account.token_uri }, account.private_key, {
      algorithm: 'RS256',
      expiresIn: GRANT_SECONDS,
    });
    const result = await http.request({
      method: 'POST',
      url: account.token_uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: grant,
      }).toString(),
      signal: AbortSignal.timeout(REFRESH_MS),
    });
    if (!result.ok) return failed(timeoutOrDown(result.timedOut, `access token: ${result.reason}`));
    const { status, headers, body } = result.answer;
    const answer = jsonObject(body) ?? {};
    const token = textOf(answer.access_token) ?? '';
    if (status === 200 && /^[\x21-\x7e]+$/.test(token)) {
      const lifeMs = Number(answer.expires_in ?? GRANT_SECONDS) * 1000 || GRANT_SECONDS * 1000;
      kept = { token, until: Date.now() + lifeMs - Math.min(MARGIN_MS, lifeMs / 10) };
      return { ok: true, token };
    }
    const said = [answer.error, answer.error_description].map(textOf).filter(Boolean).join(' ');
    // Of a 200 that is not read nothing is shown: it may hold a token.
    const shown = said || status === 200 ? `${status} ${said}` : gatewayWords(result.answer, [grant]);
    const words = operatorWords(`access token: ${shown}`, [grant]);
    const wait = retryAfterMs(headers['retry-after']);
    if (status === 429) return failed(failure('rate', words, wait));
    // RFC 6749 section 5.2: invalid_grant, invalid_client and the like come with 400, 401 or 403.
    const refused = status === 400 || status === 401 || status === 403;
    return failed(refused ? failure('credentials', words) : outage(words, wait));
  }

  return {
    async get(signal) {
      if (kept && Date.now() < kept.until) return { ok: true, token: kept.token };
      refresh ??= renew().finally(() => (refresh = null));
      const result = await orAborted(refresh, signal);
      return result === ABORTED ? failed(timeoutOrDown(true, 'access token: no answer in time')) : result;
    },
    forget: (token) => {
      if (kept?.token === token) kept = null;
    },
  };
}

const failed = (result: SendResult): TokenResult => ({ ok: false, failure: result });

const timeoutOrDown = (timedOut: boolean, response: string): SendResult =>
  timedOut ? { outcome: 'transient', code: 'TIMEOUT', response } : outage(response);
