export interface SmtpServer {
  host: string;
  port: number;
  secure: boolean;
  auth?: { user: string; pass: string };
}

/** Ports of RFC 8314 section 3.3 (465) and RFC 6409 section 3.1 (587). */
const DEFAULT_PORTS: Record<string, number> = { 'smtps:': 465, 'smtp:': 587 };

/**
 * Reads an SMTP URL. Throws if it is invalid. Query parameters are refused, because nodemailer would accept any of its
 * options from them, also file paths.
 */
export function parseSmtpUrl(input: string): SmtpServer {
  // The URL is never shown, because it contains a password.
  if (!URL.canParse(input))
    throw new Error('The SMTP URL cannot be read. Write smtp://host:port or smtps://host:port');
  const url = new URL(input);
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined)
    throw new Error(`The SMTP URL must begin with smtp: or smtps:, not ${url.protocol}`);
  if (url.hostname === '') throw new Error('The SMTP URL names no host');
  if (url.search !== '')
    throw new Error('The SMTP URL must not have query parameters. Use the settings instead');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? defaultPort : Number(url.port),
    secure: url.protocol === 'smtps:',
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
  };
}

/** Returns whether a host is this machine, by its text. A name that only resolves to it does not count. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
