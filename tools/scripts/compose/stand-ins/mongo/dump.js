'use strict';
// mongodump and mongorestore of one database, with the options that deploy/backup.sh and restore.sh use. The archive is gzip of
// BSON documents: one with a collection's name and indexes, then its documents, each as { d }.
const fs = require('node:fs');
const { pipeline } = require('node:stream/promises');
const { Readable } = require('node:stream');
const zlib = require('node:zlib');
const { deserialize, serialize } = require('bson');
const { MongoClient } = require('mongodb');

const [mode, ...argv] = process.argv.slice(2);
const option = (name) => argv[argv.indexOf(name) + 1];
const [, password] = /^password: (.*)$/m.exec(fs.readFileSync(option('--config'), 'utf8'));
const client = new MongoClient('mongodb://127.0.0.1:27017/?directConnection=true', {
  auth: { username: option('--username'), password },
  authSource: option('--authenticationDatabase'),
});
const NAME = 'heliograph';
const database = client.db(NAME);

async function* documents() {
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
    const collection = database.collection(name);
    yield serialize({ name, indexes: await collection.indexes() });
    for await (const document of collection.find({}, { promoteValues: false }))
      yield serialize({ d: document });
  }
}

async function restore() {
  const bytes = zlib.gunzipSync(fs.readFileSync(0));
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray())
    await database.collection(name).drop();
  let collection;
  let many = [];
  const flush = async () => {
    if (many.length > 0) await collection.insertMany(many);
    many = [];
  };
  for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at)) {
    const { name, indexes, d } = deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)), {
      promoteValues: false,
    });
    if (d) many.push(d);
    if (many.length === 500 || name) await flush();
    if (!name) continue;
    collection = await database.createCollection(String(name));
    const own = JSON.parse(JSON.stringify(indexes)).filter((index) => index.name !== '_id_');
    for (const { key, ...options } of own) await collection.createIndex(key, options);
  }
  await flush();
}

const work =
  mode === 'dump' ? pipeline(Readable.from(documents()), zlib.createGzip(), process.stdout) : restore();
work.then(
  () => process.exit(0),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
