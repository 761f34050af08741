import { failedCall } from '../http/http-failure';
import { jsonObject } from '../http/json';
import type { HttpRequest, ProviderHttp } from '../http/provider-http';
import { classifyDiscordFailure, type Failure } from './discord-failure';
import { createDiscordLimits } from './discord-limits';

export interface DiscordCall {
  method: 'GET' | 'POST';
  url: string;
  /** Whose limit the call counts against (discord.com/developers/docs/topics/rate-limits: the top-level resource). */
  resource: string;
  body?: unknown;
  signal: AbortSignal;
}

export type DiscordResult = { ok: true; said: Record<string, unknown> } | { ok: false; failure: Failure };

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

/** Discord asks for this form (discord.com/developers/docs/reference, User Agent). */
const USER_AGENT = 'DiscordBot (heliograph, 1)';

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
      const headers: Record<string, string> = { 'user-agent': USER_AGENT };
      if (authorization !== undefined) headers.authorization = authorization;
      const request: HttpRequest = { method, url, headers, signal };
      if (body !== undefined) {
        headers['content-type'] = 'application/json';
        request.body = JSON.stringify(body);
      }
      const result = await http.request(request);
      if (!result.ok) return { ok: false, failure: failedCall(result) as Failure };
      const { answer } = result;
      const retryAfter = limits.learn(resource, answer);
      const said = jsonObject(answer.body);
      if (answer.status < 300 && said) return { ok: true, said };
      const failure = classifyDiscordFailure(answer, retryAfter, secret);
      if ('code' in failure && failure.code === 'UNAUTHORIZED')
        refusal = { until: Date.now() + refusedMs, failure };
      return { ok: false, failure };
    },
  };
}

const HELD_BACK = {
  outcome: 'rate_limited',
  code: 'RATE_LIMITED',
  response: 'held back: Discord’s limit is used up',
} as const;

/** The id of what an answer shows, empty where it has none. */
export const idOf = ({ id }: Record<string, unknown>): string => (typeof id === 'string' ? id : '');
