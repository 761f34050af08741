import '../../../rendering/low-priority';
import { parentPort } from 'node:worker_threads';
import { readReportMail } from '../../../channels/email/bounces/report-mail';

/** What `createMailReader` runs in a thread: says that it is ready, then answers each mail with what it is. */
parentPort?.on('message', (bytes: Uint8Array) => {
  void readReportMail(Buffer.from(bytes)).then((mail) => parentPort?.postMessage(mail));
});
parentPort?.postMessage('ready');
