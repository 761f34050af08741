import type { HttpResult, ProviderHttp } from './provider-http';

/** One POST of a JSON body. */
export const postJson = (
  http: ProviderHttp,
  call: { url: string; headers?: Record<string, string>; body: unknown; signal: AbortSignal },
): Promise<HttpResult> =>
  http.request({
    method: 'POST',
    url: call.url,
    headers: { 'content-type': 'application/json; charset=utf-8', ...call.headers },
    body: JSON.stringify(call.body),
    signal: call.signal,
  });

/** The object that an answer's body is, undefined where it is none. */
export function jsonObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
