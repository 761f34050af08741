import type { Logger } from 'pino';
import { pino } from 'pino';

/** A logger of JSON lines. Keys that can carry secrets or addresses are never written. */
export function createLog(name: string, level: string): Logger {
  return pino({
    name,
    level,
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
