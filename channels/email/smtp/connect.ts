import { connect } from 'node:net';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import type { Dialer } from '../../../net/dialer';
import type { SmtpServer } from './url';

type GetSocket = NonNullable<SMTPPool.Options['getSocket']>;

/**
 * Returns how the pool opens its connections. Nodemailer's own look-up uses a thread if DNS gives no address, keeps an
 * address longer than its TTL, and checks none. TLS begins on this connection.
 */
export const connectBy =
  ({ lookup, refusalOf }: Dialer, { host, port }: SmtpServer, timeoutMs: number): GetSocket =>
  (_options, callback) => {
    const refusal = refusalOf(host);
    if (refusal) return callback(refusal, false);
    const socket = connect({ host, port, lookup });
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error(`no connection to ${host} in time`), { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    const fail = (error: Error): void => {
      clearTimeout(timer);
      callback(error, false);
    };
    socket.once('error', fail).once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      callback(null, { connection: socket });
    });
  };
