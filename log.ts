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

/** An address as logs show it: enough to recognise, not to use. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at > 0) return `${address[0]}***${address.slice(at)}`;
  return address.length > 4 ? `***${address.slice(-2)}` : '***';
}
