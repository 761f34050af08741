'use strict';
// Users of the stand-in and their log-in by SCRAM-SHA-256 (RFC 7677), and the configuration of its replica set.
const crypto = require('node:crypto');
const fs = require('node:fs');
const { Binary } = require('bson');

const ITERATIONS = 15_000;
const hmac = (key, text) => crypto.createHmac('sha256', key).update(text).digest();
const sha = (data) => crypto.createHash('sha256').update(data).digest();
const fail = (code, codeName, errmsg) => ({ ok: 0, errmsg, code, codeName });
const fieldsOf = (text) => Object.fromEntries(text.split(',').map((field) => [field[0], field.slice(2)]));
const isRoot = (auth) => Object.values(auth).some(({ roles }) => roles.some(({ role }) => role === 'root'));
const mayUse = (auth, db) =>
  isRoot(auth) || Object.values(auth).some(({ roles }) => roles.some((role) => role.db === db));

/** Returns the users and the set that are kept in a file. */
function openState(file) {
  const state = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : { users: {}, set: null };
  const save = () => {
    fs.writeFileSync(`${file}.tmp`, JSON.stringify(state));
    fs.renameSync(`${file}.tmp`, file);
  };
  return { state, save };
}

function createUser({ state, save }, command, db) {
  const id = `${db}.${command.createUser}`;
  if (state.users[id]) return fail(51003, 'Location51003', `User "${id}" already exists`);
  const salt = crypto.randomBytes(28);
  const salted = crypto.pbkdf2Sync(command.pwd, salt, ITERATIONS, 32, 'sha256');
  state.users[id] = {
    salt: salt.toString('base64'),
    stored: sha(hmac(salted, 'Client Key')).toString('base64'),
    server: hmac(salted, 'Server Key').toString('base64'),
    roles: command.roles.map((one) => (typeof one === 'string' ? { role: one, db } : one)),
  };
  save();
  return { ok: 1 };
}

function startLogin({ state }, { mechanism }, text, db, connection) {
  if (mechanism !== 'SCRAM-SHA-256') return fail(334, 'MechanismUnavailable', `${mechanism} is not offered`);
  const bare = text.slice('n,,'.length);
  const { n: name, r: nonce } = fieldsOf(bare);
  const user = state.users[`${db}.${name}`];
  if (!user) return fail(18, 'AuthenticationFailed', 'Authentication failed.');
  const both = nonce + crypto.randomBytes(18).toString('base64');
  const first = `r=${both},s=${user.salt},i=${ITERATIONS}`;
  connection.login = { db, user, nonce: both, message: `${bare},${first}` };
  return { conversationId: 1, done: false, payload: new Binary(Buffer.from(first)), ok: 1 };
}

function endLogin(text, connection) {
  const { login } = connection;
  if (text === '') return { conversationId: 1, done: true, payload: new Binary(Buffer.alloc(0)), ok: 1 };
  const [, withoutProof = '', encoded = ''] = /^(.*),p=(.*)$/.exec(text) ?? [];
  const refused = fail(18, 'AuthenticationFailed', 'Authentication failed.');
  if (!login || fieldsOf(withoutProof).r !== login.nonce) return refused;
  const message = `${login.message},${withoutProof}`;
  const stored = Buffer.from(login.user.stored, 'base64');
  const signature = hmac(stored, message);
  const key = Buffer.from(Buffer.from(encoded, 'base64').map((byte, index) => byte ^ signature[index]));
  if (!sha(key).equals(stored)) return refused;
  connection.auth[login.db] = login.user;
  const proof = hmac(Buffer.from(login.user.server, 'base64'), message).toString('base64');
  return { conversationId: 1, done: true, payload: new Binary(Buffer.from(`v=${proof}`)), ok: 1 };
}

/** Answers saslStart and saslContinue. */
function login(kept, command, db, connection) {
  const text = Buffer.from(command.payload.buffer ?? command.payload).toString();
  return command.saslStart ? startLogin(kept, command, text, db, connection) : endLogin(text, connection);
}

module.exports = { createUser, fail, login, mayUse, openState };
