import { type Logger, pino, stdSerializers } from 'pino';
import { maskAddresses } from '../core/shared/mask-addresses';
import { traceIds } from '../telemetry/tracing';

/** Creates a logger of JSON lines. Values under keys that can hold secrets are never written. */
export function createLog(name: string, level: string): Logger {
  return pino({
    name,
    level,
    mixin: traceIds,
    serializers: { err: loggable, error: loggable },
    redact: {
      paths: [
        'apiKey',
        'authorization',
        'password',
        'secret',
        'signingSecret',
        '*.authorization',
        '*.password',
      ],
      censor: '[hidden]',
    },
  });
}

/**
 * Returns an error as logs show it, with addresses masked: a provider or a server may quote one. Errors of MongoDB's driver
 * quote documents and keys, so they are reduced to type and code.
 */
function loggable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!error.name.startsWith('Mongo'))
    return Object.fromEntries(
      Object.entries(stdSerializers.err(error)).map(([key, value]: [string, unknown]) => [
        key,
        typeof value === 'string' ? maskAddresses(value) : value,
      ]),
    );
  return { type: error.name, code: 'code' in error ? error.code : undefined };
}
