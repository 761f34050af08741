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
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  idempotencyKey?: string;
  /** Seconds that the service may wait before it answers. */
  wait?: number;
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
      if (!(error instanceof HeliographError) || attempt >= connection.retries) throw error;
      if (!isSafeToRepeat(error, call)) throw error;
      const pause = pauseMs(error, attempt);
      if (pause > LONGEST_PAUSE_MS) throw error;
      await sleep(pause);
    }
  }
}

/** 429 and 503 did nothing. Without an answer that is unknown: only a GET and an idempotent POST are repeated. */
function isSafeToRepeat({ status, code }: HeliographError, { method, idempotencyKey }: Call): boolean {
  if (status === 429 || status === 503 || code === 'IDEMPOTENCY_IN_PROGRESS') return true;
  const unanswered = code === 'TIMEOUT' || code === 'CONNECTION';
  return unanswered && (method === 'GET' || idempotencyKey !== undefined);
}

/** Returns the pause that the service asks for, else an exponential one with jitter. */
function pauseMs({ retryAfter }: HeliographError, attempt: number): number {
  if (retryAfter !== undefined) return retryAfter * 1000;
  return FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2);
}

async function once({ baseUrl, apiKey, timeout }: Connection, call: Call): Promise<unknown> {
  const { method, path, body, idempotencyKey, wait } = call;
  const what = `${method} ${baseUrl}${path}`;
  const limit = timeout + (wait ?? 0) * 1000;
  let response: Response;
  let text: string;
  try {
    response = await fetch(baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...(wait !== undefined && { Prefer: `wait=${wait}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect would turn a POST into a GET.
      redirect: 'manual',
      signal: AbortSignal.timeout(limit),
    });
    text = await response.text();
  } catch (error) {
    const timedOut = (error as Error).name === 'TimeoutError';
    const message = timedOut ? `${what}: no answer within ${limit} ms` : `${what}: ${reasonOf(error)}`;
    throw new HeliographError(message, { code: timedOut ? 'TIMEOUT' : 'CONNECTION' }, { cause: error });
  }
  const json = parsed(text);
  if (response.ok && json !== undefined) return json;
  throw refusal(what, response, json);
}

function refusal(what: string, { status, headers }: Response, json: Record<string, unknown> | undefined) {
  const retryAfter = Number(headers.get('retry-after') ?? NaN);
  const known = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfter >= 0 ? retryAfter : undefined,
  };
  if (typeof json?.error !== 'string' || typeof json.code !== 'string') {
    const message = `${what}: answered ${status}, and not as Heliograph answers. Check the base URL.`;
    return new HeliographError(message, { ...known, code: 'BAD_ANSWER' });
  }
  const { error, code, field, channel, id, delivery_code: deliveryCode, current, limit } = json;
  const details = {
    ...known,
    code,
    field,
    channel,
    id,
    deliveryCode,
    current,
    limit,
  } as HeliographErrorDetails;
  return new HeliographError(`${what}: ${error} [${code}]`, details);
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
