import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** The part of the driver's connection that this file uses. */
interface DriverConnection extends EventEmitter {
  /** Why it closed; null while it is open. */
  readonly error: Error | null;
  /** Writes a command. Waits for `drain` if the socket's buffer is full. */
  writeCommand(...command: unknown[]): Promise<void>;
}

// The driver does not export the class. Mongoose's own copy of the driver has to make its connections.
const { Connection } = createRequire(require.resolve('mongoose'))('mongodb/lib/cmap/connection') as {
  Connection: new (...given: unknown[]) => DriverConnection;
};

/**
 * The driver's connection, with a write that ends when the connection closes.
 *
 * The driver's own write (mongodb 7.9 and before) waits for the socket's `drain` or `error`. A socket that is destroyed
 * emits neither, and no timeout of the driver applies to it any more. Two cases come up in operation:
 * - The peer has closed the connection, and Node destroys the socket some events before the driver hears of it. A
 *   command that begins in between waits for ever. If it is the heartbeat of the monitor, no other follows, and the
 *   process never finds MongoDB again.
 * - A command is larger than the buffers of the system, MongoDB takes no more of it, and a timeout closes the connection.
 *
 * An error of the socket that comes instead is no error of the driver, so the driver does not retry the command.
 * Here both fail with the error that closed the connection.
 */
export class ClosableConnection extends Connection {
  override async writeCommand(...command: unknown[]): Promise<void> {
    let onClose = (): void => undefined;
    const closed = new Promise<never>((_resolve, reject) => {
      onClose = () => reject(this.error ?? new Error('the connection closed'));
      this.once('close', onClose);
    });
    try {
      await Promise.race([super.writeCommand(...command), closed]);
    } catch (error) {
      throw this.error ?? error;
    } finally {
      this.off('close', onClose);
    }
  }
}
