import type { Batch, CheckResult, SendResult } from '../provider';
import { refuseLarge } from '../too-large';
import type { HttpAnswer } from './http-answer';
import { failedCall } from './http-failure';
import type { HttpResult, ProviderHttp } from './provider-http';
import { createVendorBatch, type VendorBatch } from './vendor-batch';
import type { Classify } from './verdict';

export interface VendorApiOptions {
  /** What every URL begins with. */
  base: string;
  headers?: Record<string, string>;
  /** Credentials that the vendor may repeat in its answers. */
  secrets: readonly string[];
  classify: Classify;
  /** Returns the result of a call without an answer. @default failedCall */
  failed?: typeof failedCall;
  /** Bytes of the largest request that the vendor takes. @default no limit */
  maxBytes?: number;
}

interface VendorCall {
  path: string;
  /** Sent as JSON by POST. Without one the call is a GET. */
  body?: unknown;
  headers?: Record<string, string>;
  signal: AbortSignal;
}

/** The calls of one account to a vendor's JSON API. */
export function createVendorApi(http: ProviderHttp, options: VendorApiOptions) {
  const { base, secrets, classify, failed = failedCall, maxBytes = Infinity } = options;
  const request = ({ path, headers, signal }: VendorCall, body?: string): Promise<HttpResult> =>
    http.request({
      method: body === undefined ? 'GET' : 'POST',
      url: base + path,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
        ...headers,
      },
      body,
      signal,
    });
  return {
    /** Hands over one message to `to`. A request that is too large is refused without a call. */
    async send(to: string, call: VendorCall): Promise<SendResult> {
      const body = JSON.stringify(call.body);
      const refusal = refuseLarge(Buffer.byteLength(body), maxBytes);
      if (refusal) return refusal;
      const result = await request(call, body);
      return result.ok ? classify(result.answer, { to, secrets }) : failed(result);
    },
    /** Returns the calls that hand over several messages each. */
    batch: (spec: VendorBatch): Batch =>
      createVendorBatch(spec, {
        ...{ secrets, classify, maxBytes, failed },
        request: (body, headers, signal) => request({ path: spec.path, headers, signal }, body),
      }),
    /** Tries the account without sending a message. `read` is that of `checkResult`. */
    check: async (call: VendorCall, read: ReadCheck): Promise<CheckResult> =>
      checkResult(await request(call, JSON.stringify(call.body)), read, { classify, secrets }),
  };
}

type ReadCheck = (answer: HttpAnswer) => CheckResult | null;

/** Returns what an answer says of the account. If `read` returns null, the answer is a refusal, which is classified. */
export function checkResult(
  result: HttpResult,
  read: ReadCheck,
  { classify, secrets }: Pick<VendorApiOptions, 'classify' | 'secrets'>,
): CheckResult {
  if (!result.ok) return { ok: false, reason: result.reason };
  return read(result.answer) ?? { ok: false, reason: classify(result.answer, { to: '', secrets }).response };
}
