import { sign } from 'jsonwebtoken';
import { failedCall } from '../../http/http-failure';
import { jsonObject, textOf } from '../../http/json';
import { ABORTED, orAborted } from '../../http/or-aborted';
import type { ProviderHttp } from '../../http/provider-http';
import { gatewayResponse, redact } from '../../http/redact';
import { retryAfterOf } from '../../http/retry-after';
import { type Failure, failure, outage } from '../../http/verdict';
import type { ServiceAccount } from './service-account';

interface AccessTokenOptions {
  account: ServiceAccount;
  http: ProviderHttp;
  scope: string;
}

/** Maximum life that Google gives a grant, seconds. */
const GRANT_SECONDS = 3600;
/** Time before its end at which a token is renewed, milliseconds; at most a tenth of its life. */
const MARGIN_MS = 5 * 60_000;
/** Maximum time of a refresh. It serves all that wait for it, so one message's time does not end it. */
const REFRESH_MS = 15_000;

/**
 * Gets access tokens by a signed grant (RFC 7523; developers.google.com/identity/protocols/oauth2/service-account), kept
 * until shortly before they expire, one refresh at a time. A refresh hands over no message, so none of its failures is
 * `unknown`.
 */
export function createAccessTokens({ account, http, scope }: AccessTokenOptions) {
  let kept: { token: string; until: number } | null = null;
  let refresh: Promise<string | Failure> | null = null;

  async function renew(): Promise<string | Failure> {
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
    if (!result.ok)
      return failedCall({ ...result, handedOver: false, reason: `access token: ${result.reason}` });
    const { status, body } = result.answer;
    const answer = jsonObject(body) ?? {};
    const token = textOf(answer.access_token) ?? '';
    if (status === 200 && /^[\x21-\x7e]+$/.test(token)) {
      const lifeMs = Number(answer.expires_in ?? GRANT_SECONDS) * 1000 || GRANT_SECONDS * 1000;
      kept = { token, until: Date.now() + lifeMs - Math.min(MARGIN_MS, lifeMs / 10) };
      return token;
    }
    const text = [answer.error, answer.error_description].filter(textOf).join(' ');
    // A 200 that cannot be read is not shown: it may have a token.
    const shown = text || status === 200 ? `${status} ${text}` : gatewayResponse(result.answer, [grant]);
    const response = redact(`access token: ${shown}`, [grant]);
    const wait = retryAfterOf(result.answer);
    if (status === 429) return failure('rate', response, wait);
    // RFC 6749 section 5.2: invalid_grant, invalid_client and the like come with 400, 401 or 403.
    const refused = status === 400 || status === 401 || status === 403;
    return refused ? failure('credentials', response) : outage(response, wait);
  }

  return {
    /** Returns a token that is valid for a while, or why there is none. Never rejects. */
    async get(signal: AbortSignal): Promise<string | Failure> {
      if (kept && Date.now() < kept.until) return kept.token;
      refresh ??= renew().finally(() => (refresh = null));
      const result = await orAborted(refresh, signal);
      return result === ABORTED ? failure('timeout', 'access token: no answer in time') : result;
    },
    /** The token was refused: the next one is new. */
    forget: (token: string): void => {
      if (kept?.token === token) kept = null;
    },
  };
}
