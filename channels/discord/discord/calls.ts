import { USER_AGENT, VERSION } from '../../../process/version';
import { failedCall } from '../../http/http-failure';
import { jsonObject } from '../../http/json';
import type { ProviderHttp } from '../../http/provider-http';
import { type Failure, failure } from '../../http/verdict';
import type { SendResult } from '../../provider';
import { classifyDiscord } from './errors';
import { createDiscordLimits } from './limits';

interface DiscordCall {
  method: 'GET' | 'POST';
  url: string;
  /** Resource whose limit the call counts against (discord.com/developers/docs/topics/rate-limits: the top-level resource). */
  resource: string;
  body?: unknown;
  signal: AbortSignal;
}

export type DiscordCalls = ReturnType<typeof createDiscordCalls>;

interface DiscordCallsOptions {
  http: ProviderHttp;
  authorization?: string;
  secret: string;
  /** Milliseconds for which refused credentials are not tried again. */
  refusedMs: number;
}

/** Discord asks for this form, and allows more after it (discord.com/developers/docs/reference, User Agent). */
const BOT_AGENT = `DiscordBot (heliograph, ${VERSION}) ${USER_AGENT}`;

/**
 * Returns a function that makes a call, or fails if the call has to wait. It uses our HTTP client. discord.js's REST queues
 * one call at a time for each channel, which cannot be turned off, and forgets its token after a 401. discord-api-types has
 * the routes, bodies and codes.
 */
export function createDiscordCalls({ http, authorization, secret, refusedMs }: DiscordCallsOptions) {
  const limits = createDiscordLimits();
  let refusal: { until: number; failure: Failure } | undefined;
  return async ({ method, url, resource, body, signal }: DiscordCall): Promise<Accepted | Failure> => {
    // "By stopping further requests after a token becomes invalid" (ibid., Invalid Request Limit).
    if (refusal && refusal.until > Date.now()) return refusal.failure;
    const waitMs = limits.waitMs(resource);
    if (waitMs > 0) return failure('rate', 'not called: Discord’s limit is reached', waitMs);
    const headers = {
      'user-agent': BOT_AGENT,
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const result = await http.request({ method, url, headers, body: JSON.stringify(body), signal });
    if (!result.ok) return failedCall(result);
    const { answer } = result;
    limits.learn(resource, answer);
    const classified = classifyDiscord(answer, { to: '', secrets: [secret] });
    if (classified.outcome === 'sent')
      return { id: classified.providerMessageId, json: jsonObject(answer.body) ?? {} };
    if (classified.code === 'UNAUTHORIZED') refusal = { until: Date.now() + refusedMs, failure: classified };
    return classified;
  };
}

interface Accepted {
  id: string;
  json: Record<string, unknown>;
}

/** Returns the result of a message that Discord took. */
export const posted = ({ id }: Accepted): SendResult => ({
  outcome: 'sent',
  providerMessageId: id,
  response: '200 ok',
});
