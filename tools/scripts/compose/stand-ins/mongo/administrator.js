'use strict';
// Makes the administrator of a server without log-in.
const { MongoClient } = require('mongodb');

const { MONGO_INITDB_ROOT_USERNAME: createUser, MONGO_INITDB_ROOT_PASSWORD: pwd } = process.env;
const client = new MongoClient('mongodb://127.0.0.1:27017/?directConnection=true');
client
  .db('admin')
  .command({ createUser, pwd, roles: [{ role: 'root', db: 'admin' }] })
  .finally(() => client.close());
