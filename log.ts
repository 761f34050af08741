import { type Logger, pino, stdSerializers } from 'pino';

/** A logger of JSON lines. Keys that can carry secrets are never written. */
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

/** An error as logs show it. The driver's quote documents and keys, addresses among them: of those only what they are. */
function loggable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!error.name.startsWith('Mongo')) return stdSerializers.err(error);
  return { type: error.name, code: 'code' in error ? error.code : undefined };
}
