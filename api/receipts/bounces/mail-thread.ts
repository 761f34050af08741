import '../../../rendering/low-priority';
import { parentPort } from 'node:worker_threads';
import { readReportMail } from '../../../channels/email/bounces/report-mail';

/** The thread of `createMailReader`. It says that it is ready, then answers each mail with its content. */
parentPort?.on('message', (bytes: Uint8Array) => {
  void readReportMail(Buffer.from(bytes)).then((mail) => parentPort?.postMessage(mail));
});
parentPort?.postMessage('ready');
