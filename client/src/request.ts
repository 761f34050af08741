import { setTimeout as sleep } from 'node:timers/promises';
import { type HeliographErrorDetails, HeliographError } from './error';

export interface Connection {
  baseUrl: string;
  apiKey: string;
  /** Timeout of one attempt, milliseconds. */
  timeout: number;
  /** Attempts after the first. */
  retries: number;
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** A body of JSON Lines, created for each attempt. */
  stream?: () => ReadableStream<Uint8Array>;
  /** Its media type. @default application/x-ndjson */
  type?: string;
  /** The answer is a text. */
  text?: true;
  /** The header `Heliograph-Send`. */
  shared?: string;
  /** Maximum number of retries. @default that of the client */
  retries?: number;
  /** One key for all attempts. */
  idempotencyKey?: string;
  /** `Prefer: wait`, seconds. */
  wait?: number;
  /** Seconds that the service may need to answer, added to the timeout. @default `wait` */
  work?: number;
}

/** Returns one part of a path. It must not be empty, `.` or `..`, which would name another route. */
export function segment(name: string, value: string): string {
  if (value === '' || value === '.' || value === '..') {
    throw new TypeError(`${name} must not be ${value === '' ? 'empty' : `"${value}"`}`);
  }
  return encodeURIComponent(value);
}

const FIRST_PAUSE_MS = 250;
/** If the service asks for a longer pause, the caller gets the error and decides. */
const LONGEST_PAUSE_MS = 30_000;

/** Makes a call, and repeats it if that is safe. */
export async function request<T>(connection: Connection, call: Call): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await once(connection, call)) as T;
    } catch (error) {
      if (!(error instanceof HeliographError) || attempt >= (call.retries ?? connection.retries)) throw error;
      if (!isSafeToRepeat(error, call)) throw error;
      const pause = pauseMs(error, attempt);
      if (pause > LONGEST_PAUSE_MS) throw error;
      await sleep(pause);
    }
  }
}

/**
 * What the service asks to retry is repeated. Without its answer (none came, or a proxy answered 5xx), what it did is unknown:
 * only a GET and a request with an idempotency key are repeated.
 */
function isSafeToRepeat(
  { status = 0, code }: HeliographError,
  { method, idempotencyKey, stream }: Call,
): boolean {
  // The list took longer than a request may. What was accepted of it takes little time in a repeat.
  if (stream && status === 408) return true;
  if (status === 429 || code === 'IDEMPOTENCY_IN_PROGRESS') return true;
  const unanswered = code === 'TIMEOUT' || code === 'CONNECTION' || (code === 'BAD_ANSWER' && status >= 500);
  if (unanswered) return method === 'GET' || idempotencyKey !== undefined;
  return status === 500 || status === 503;
}

/** Returns at least the pause that the service asks for. It grows, and has jitter so that many clients do not return at once. */
function pauseMs({ retryAfter = 0 }: HeliographError, attempt: number): number {
  const growing = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2);
  return retryAfter > 0 ? retryAfter * 1000 + growing : growing;
}

async function once({ baseUrl, apiKey, timeout }: Connection, call: Call): Promise<unknown> {
  const { method, path, body, stream, type = 'application/x-ndjson', shared, idempotencyKey, wait } = call;
  const { work = wait ?? 0 } = call;
  const what = `${method} ${baseUrl}${path}`;
  const limit = timeout + work * 1000;
  const deadline = new AbortController();
  // `AbortSignal.timeout` would keep what began the call until its time is over.
  const timer = setTimeout(() => deadline.abort(new DOMException('no answer', 'TimeoutError')), limit);
  let response: Response;
  let text: string;
  try {
    response = await fetch(baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        Accept: call.text ? '*/*' : 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(stream && { 'Content-Type': type }),
        ...(shared !== undefined && { 'Heliograph-Send': shared }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...(wait !== undefined && { Prefer: `wait=${wait}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(stream && { body: stream(), duplex: 'half' }),
      // A redirect would turn a POST into a GET.
      redirect: 'manual',
      signal: deadline.signal,
    });
    text = await response.text();
  } catch (error) {
    const timedOut = (error as Error).name === 'TimeoutError';
    const message = timedOut ? `${what}: no answer within ${limit} ms` : `${what}: ${reasonOf(error)}`;
    const code = timedOut ? 'TIMEOUT' : 'CONNECTION';
    throw new HeliographError(message, { code, idempotencyKey }, { cause: error });
  } finally {
    clearTimeout(timer);
  }
  if (call.text && response.ok) return text;
  const json = parsed(text);
  if (response.ok && json !== undefined) return json;
  throw refusal(what, response, json, idempotencyKey);
}

function refusal(
  what: string,
  { status, headers }: Response,
  json: Record<string, unknown> | undefined,
  idempotencyKey: string | undefined,
) {
  const known = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
    idempotencyKey,
  };
  if (typeof json?.error !== 'string' || typeof json.code !== 'string') {
    const message = `${what}: answered ${status}, and not as Heliograph answers. Check the base URL.`;
    return new HeliographError(message, { ...known, code: 'BAD_ANSWER' });
  }
  const { error, code, field, channel, id, delivery_code: deliveryCode, current, limit, accepted } = json;
  const details = {
    ...known,
    code,
    field,
    channel,
    id,
    deliveryCode,
    current,
    limit,
    accepted,
  } as HeliographErrorDetails;
  return new HeliographError(`${what}: ${error} [${code}]`, details);
}

/** Reads `Retry-After`, which proxies also write as a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns why a fetch failed. The error itself says only "fetch failed". */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}
