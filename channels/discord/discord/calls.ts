import { USER_AGENT, VERSION } from '../../../version';
import { failedCall } from '../../http/http-failure';
import { jsonObject } from '../../http/json';
import type { HttpRequest, ProviderHttp } from '../../http/provider-http';
import type { Failure } from '../../http/verdict';
import { classifyDiscord } from './errors';
import { createDiscordLimits } from './limits';

export interface DiscordCall {
  method: 'GET' | 'POST';
  url: string;
  /** Whose limit the call counts against (discord.com/developers/docs/topics/rate-limits: the top-level resource). */
  resource: string;
  body?: unknown;
  signal: AbortSignal;
}

export type DiscordResult =
  { ok: true; id: string; said: Record<string, unknown> } | { ok: false; failure: Failure };

export interface DiscordCalls {
  /** Makes a call, or says that it has to wait. */
  call(call: DiscordCall): Promise<DiscordResult>;
}

export interface DiscordCallsOptions {
  http: ProviderHttp;
  authorization?: string;
  secret: string;
  /** Milliseconds for which refused credentials are not tried again. */
  refusedMs: number;
}

/** Discord asks for this form, and lets more follow (discord.com/developers/docs/reference, User Agent). */
const BOT_AGENT = `DiscordBot (heliograph, ${VERSION}) ${USER_AGENT}`;

/**
 * Calls through our HTTP client and not through discord.js's REST: its queues (one call at a time for each channel)
 * cannot be turned off, and it forgets its token after a 401; discord-api-types has the routes, bodies and codes.
 */
export function createDiscordCalls(options: DiscordCallsOptions): DiscordCalls {
  const { http, authorization, secret, refusedMs } = options;
  const limits = createDiscordLimits();
  let refusal: { until: number; failure: Failure } | undefined;
  return {
    async call({ method, url, resource, body, signal }) {
      // "By stopping further requests after a token becomes invalid" (ibid., Invalid Request Limit).
      if (refusal && refusal.until > Date.now()) return { ok: false, failure: refusal.failure };
      const waitMs = limits.waitMs(resource);
      if (waitMs > 0) return { ok: false, failure: { ...HELD_BACK, retryAfterMs: waitMs } };
      const headers: Record<string, string> = { 'user-agent': BOT_AGENT };
      if (authorization !== undefined) headers.authorization = authorization;
      const request: HttpRequest = { method, url, headers, signal };
      if (body !== undefined) {
        headers['content-type'] = 'application/json';
        request.body = JSON.stringify(body);
      }
      const result = await http.request(request);
      if (!result.ok) return { ok: false, failure: failedCall(result) };
      const { answer } = result;
      limits.learn(resource, answer);
      const classified = classifyDiscord(answer, { to: '', secrets: [secret] });
      if (classified.outcome === 'sent')
        return { ok: true, id: classified.providerMessageId, said: jsonObject(answer.body) ?? {} };
      if (classified.code === 'UNAUTHORIZED')
        refusal = { until: Date.now() + refusedMs, failure: classified };
      return { ok: false, failure: classified };
    },
  };
}

const HELD_BACK = {
  outcome: 'rate_limited',
  code: 'RATE_LIMITED',
  response: 'held back: Discord’s limit is used up',
} as const;
