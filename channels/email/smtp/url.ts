export interface SmtpServer {
  host: string;
  port: number;
  secure: boolean;
  auth?: { user: string; pass: string };
}

/** Ports of RFC 8314 section 3.3 (465) and RFC 6409 section 3.1 (587). */
const DEFAULT_PORTS: Record<string, number> = { 'smtps:': 465, 'smtp:': 587 };

/**
 * Reads an SMTP URL. Query parameters are refused, not passed on: nodemailer would take any of its options
 * from there, file paths among them.
 */
export function parseSmtpUrl(input: string): SmtpServer {
  // The URL itself is never shown: it holds a password.
  if (!URL.canParse(input))
    throw new Error('The SMTP URL cannot be read: write smtp://host:port or smtps://host:port');
  const url = new URL(input);
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined)
    throw new Error(`The SMTP URL must begin with smtp: or smtps:, not ${url.protocol}`);
  if (url.hostname === '') throw new Error('The SMTP URL names no host');
  if (url.search !== '')
    throw new Error('The SMTP URL must not have query parameters: they have settings of their own');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? defaultPort : Number(url.port),
    secure: url.protocol === 'smtps:',
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  };
}

/** Whether a host is this very machine, where nobody listens between. A name that only resolves to it is not. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
