import mongoose from 'mongoose';
import { createVault } from '../../core/shared/vault';
import { open } from '../../net/listeners/http-listener';
import { createInboxStore } from '../../store/sending/inbox';
import { createInboxServer } from './mail/inbox-server';
import { createMailCatcher } from './mail/catcher';
import { mailSettings } from './settings';

/** Maximum time that a shutdown waits for a mail that is being received, milliseconds. */
const CLOSE_WITHIN_MS = 3_000;

/** The mail process of `npm start`: an SMTP server that delivers nothing, and its inbox. */
async function main(): Promise<void> {
  const settings = mailSettings();
  const connection = mongoose.createConnection(settings.mongoUri, {
    serverSelectionTimeoutMS: 2_000,
    autoIndex: false,
    autoCreate: false,
  });
  await connection.asPromise();
  const inbox = createInboxStore(connection);
  const catcher = createMailCatcher(inbox, { closeTimeoutMs: CLOSE_WITHIN_MS });
  const web = createInboxServer(inbox, createVault(settings.encryptionKeys));

  await new Promise<void>((resolve, reject) => {
    catcher.once('error', reject);
    catcher.listen(settings.smtpPort, '127.0.0.1', resolve);
  });
  await open(web, settings.inboxPort, '127.0.0.1');
  catcher.on('error', (error) => console.error('SMTP:', error.message));
  console.log(`SMTP on ${settings.smtpPort}, inbox on ${settings.inboxPort}`);

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    web.close();
    web.closeAllConnections();
    await new Promise<void>((resolve) => catcher.close(resolve));
    await connection.close();
    if (process.connected) process.disconnect();
  };
  const stopNow = (): void => void stop().catch(fail);
  process.on('SIGTERM', stopNow);
  process.on('SIGINT', stopNow);
  // The supervisor has ended.
  process.on('disconnect', stopNow);
  process.send?.({ type: 'ready' });
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

main().catch(fail);
