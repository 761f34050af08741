import { RefusedAddressError } from './dialer';

export type WebhookFailureReason = 'timeout' | 'connection' | 'tls' | 'refused_address' | 'dns';

const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ESERVFAIL']);
const TIMEOUT_CODES = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT']);

/** OpenSSL's and Node's codes for an invalid handshake or certificate (nodejs.org/api/tls.html). */
const TLS_CODE =
  /^(?:ERR_SSL_|ERR_TLS_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|EPROTO$)/;

/** Returns why there was no answer, from the error of the connection. */
export function failureReason(error: unknown): { reason: WebhookFailureReason; error: string } {
  if (error instanceof RefusedAddressError) return { reason: 'refused_address', error: error.message };
  const { code, message } = describe(error);
  return { reason: reasonOf(code), error: code && !message.includes(code) ? `${code}: ${message}` : message };
}

function reasonOf(code: string): WebhookFailureReason {
  if (DNS_CODES.has(code)) return 'dns';
  if (TIMEOUT_CODES.has(code)) return 'timeout';
  return TLS_CODE.test(code) ? 'tls' : 'connection';
}

/** Returns an error's code and message. An error about several addresses has neither: its first part has them. */
function describe(error: unknown): { code: string; message: string } {
  const { code, message, errors } = (error ?? {}) as { code?: unknown; message?: unknown; errors?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return describe(errors[0]);
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : String(error),
  };
}
