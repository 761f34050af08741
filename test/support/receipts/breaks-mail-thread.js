/** Loaded into every thread before its own code: a mail that says so ends the thread, as a broken parser would. */
const { isMainThread, parentPort } = require('node:worker_threads');

if (!isMainThread)
  parentPort.on('message', (bytes) => {
    if (!(bytes instanceof Uint8Array) || !Buffer.from(bytes).includes('X-Break: 1')) return;
    throw new Error('broken on purpose');
  });
