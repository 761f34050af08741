'use strict';
// Runs a file with the few calls of mongosh that deploy/mongodb/healthcheck.js makes. mongosh is synchronous, so a thread
// sends each command by MongoDB's driver.
const fs = require('node:fs');
const {
  Worker,
  isMainThread,
  workerData,
  receiveMessageOnPort,
  MessageChannel,
} = require('node:worker_threads');

const URI = 'mongodb://127.0.0.1:27017/?directConnection=true&serverSelectionTimeoutMS=5000';

function main() {
  const { port1, port2 } = new MessageChannel();
  const flag = new Int32Array(new SharedArrayBuffer(4));
  new Worker(__filename, { workerData: { port: port2, flag }, transferList: [port2] });
  const call = (db, command) => {
    flag[0] = 0;
    port1.postMessage({ db, command });
    Atomics.wait(flag, 0, 0, 25_000);
    const { message } = receiveMessageOnPort(port1) ?? { message: { error: { message: 'no answer' } } };
    if (message.error) throw Object.assign(new Error(message.error.message), message.error);
    return message.answer;
  };
  const database = (name) => ({
    getSiblingDB: database,
    auth: (user, password) => call(name, { auth: [user, password] }),
    hello: () => call(name, { hello: 1 }),
    getUser: (user) => call(name, { usersInfo: { user, db: name } }).users[0] ?? null,
    createUser: ({ user, ...rest }) => call(name, { createUser: user, ...rest }),
  });
  const rs = {
    status: () => call('admin', { replSetGetStatus: 1 }),
    initiate: (config) => call('admin', { replSetInitiate: config }),
  };
  const file = process.argv.slice(2).find((one) => one.endsWith('.js'));
  try {
    const script = new Function('db', 'rs', 'quit', 'require', fs.readFileSync(file, 'utf8'));
    script(database('test'), rs, process.exit, require);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

function thread({ port, flag }) {
  const { MongoClient } = require('mongodb');
  let client = new MongoClient(URI);
  const run = async (db, command) => {
    if (!command.auth) return client.db(db).command(command);
    const [username, password] = command.auth;
    client = new MongoClient(URI, { auth: { username, password }, authSource: db });
    await client.connect();
    return { ok: 1 };
  };
  port.on('message', ({ db, command }) => {
    void run(db, command)
      .then(
        (answer) => ({ answer: JSON.parse(JSON.stringify(answer)) }),
        ({ message, codeName, code }) => ({ error: { message, codeName, code } }),
      )
      .then((message) => {
        port.postMessage(message);
        flag[0] = 1;
        Atomics.notify(flag, 0);
      });
  });
}

if (isMainThread) main();
else thread(workerData);
