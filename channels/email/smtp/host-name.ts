import { hostname, networkInterfaces } from 'node:os';
import { isEhloName } from '../../../core/sending/ehlo-name';

/** Ends of names that only a private network knows; a server outside cannot look them up. */
const PRIVATE = /\.(?:local|localdomain|internal)$/i;

/** Returns the full name of this host; undefined if no mail server elsewhere can look it up. */
export const fullHostName = (name: string = hostname()): string | undefined =>
  isEhloName(name) && !PRIVATE.test(name) ? name : undefined;

/** Returns the address of this host in brackets, for a host without a name. */
export function hostLiteral(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const own = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return own && `[${own.address}]`;
}
