import { type Logger, pino, stdSerializers } from 'pino';

/** Creates a logger of JSON lines. Values under keys that can hold secrets are never written. */
export function createLog(name: string, level: string): Logger {
  return pino({
    name,
    level,
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

/** Returns an error as logs show it. Errors of MongoDB's driver quote documents and keys, so they are reduced to type and code. */
function loggable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!error.name.startsWith('Mongo')) return stdSerializers.err(error);
  return { type: error.name, code: 'code' in error ? error.code : undefined };
}
