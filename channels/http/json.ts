import type { z } from 'zod';
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

/** A provider's JSON in the shape that is read from it, null where it is something else or was cut off. */
export function readJson<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | null {
  const read = shape.safeParse(parsed(text));
  return read.success ? read.data : null;
}

/** The object that an answer's body is, undefined where it is something else or was cut off. */
export function jsonObject(body: string): Record<string, unknown> | undefined {
  const value = parsed(body);
  return isObject(value) ? value : undefined;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field as text, undefined where it is none or empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
