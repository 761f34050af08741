// Run by mongosh inside the container. If that was not done yet, initiates the replica set, also over the data of a MongoDB
// that was none before, and makes the user of API and worker. Then says whether it takes writes.
const { readFileSync } = require('node:fs');

const { MONGO_INITDB_ROOT_USERNAME, MONGO_INITDB_ROOT_PASSWORD_FILE, SERVICE_PASSWORD_FILE } = process.env;
const passwordIn = (file) => readFileSync(file, 'utf8').trim();

db.getSiblingDB('admin').auth(MONGO_INITDB_ROOT_USERNAME, passwordIn(MONGO_INITDB_ROOT_PASSWORD_FILE));
try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: 'mongodb:27017' }] });
}
const primary = db.hello().isWritablePrimary;
const own = db.getSiblingDB('heliograph');
if (primary && own.getUser('service') === null)
  own.createUser({ user: 'service', pwd: passwordIn(SERVICE_PASSWORD_FILE), roles: ['readWrite'] });
quit(primary ? 0 : 1);
