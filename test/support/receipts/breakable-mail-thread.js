/** In place of the thread that reads mails: does what a mail says of it, as a broken parser would. */
const { parentPort } = require('node:worker_threads');

let seen = 0;
parentPort.on('message', (bytes) => {
  seen += 1;
  const text = Buffer.from(bytes).toString();
  if (text.includes('throw'))
    setImmediate(() => {
      throw new Error('broken on purpose');
    });
  else if (text.includes('loop')) for (;;);
  else if (text.includes('memory')) for (const kept = []; ;) kept.push(new Array(10_000).fill(kept.length));
  else if (text.includes('first') && seen > 1)
    setImmediate(() => {
      throw new Error('broken on purpose');
    });
  else parentPort.postMessage({ kind: 'other', seen });
});
parentPort.postMessage('ready');
