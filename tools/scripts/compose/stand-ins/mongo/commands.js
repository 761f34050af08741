'use strict';
// The commands that the stand-in's front answers itself: those about users, log-in and the replica set.
const { ObjectId } = require('bson');
const { createUser, fail, login, mayUse } = require('./users');

const BEFORE_LOGIN = ['ping', 'buildInfo', 'buildinfo', 'endSessions'];
const WITHOUT_SET = ['getParameter', 'getCmdLineOpts', 'connectionStatus', 'getLog'];
const LIMITS = {
  ...{ maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
  ...{ minWireVersion: 0, maxWireVersion: 9, readOnly: false, helloOk: true, ok: 1 },
};

function hello({ state, replSet }, command) {
  const asked = command.saslSupportedMechs;
  const known = {
    ...LIMITS,
    localTime: new Date(),
    ...(state.users[asked] && { saslSupportedMechs: ['SCRAM-SHA-256'] }),
  };
  const is = (primary) => ({ ismaster: primary, isWritablePrimary: primary, secondary: false });
  if (!replSet) return { ...is(true), ...known };
  if (!state.set)
    return { ...is(false), info: 'Does not have a valid replica set config', isreplicaset: true, ...known };
  const { host } = state.set.members[0];
  const set = { hosts: [host], setName: state.set._id, setVersion: 1, primary: host, me: host };
  return { ...set, ...is(true), electionId: new ObjectId('7fffffff0000000000000001'), ...known };
}

function initiate({ state, save, replSet }, config) {
  if (state.set) return fail(23, 'AlreadyInitialized', 'already initialized');
  if (config._id !== replSet) return fail(93, 'InvalidReplicaSetConfig', `the set is named ${replSet}`);
  state.set = config;
  save();
  return { ok: 1 };
}

function status({ state }) {
  if (!state.set) return fail(94, 'NotYetInitialized', 'no replset config has been received');
  const self = { _id: 0, name: state.set.members[0].host, state: 1, stateStr: 'PRIMARY', self: true };
  return { set: state.set._id, myState: 1, members: [self], ok: 1 };
}

function usersInfo({ state }, asked, db) {
  const user = asked?.user ?? asked;
  const found = state.users[`${db}.${user}`];
  return { users: found ? [{ _id: `${db}.${user}`, user, db, roles: found.roles }] : [], ok: 1 };
}

/** Returns the answer, or undefined if the server behind shall answer. */
function answer(server, command, connection) {
  const [name] = Object.keys(command);
  const db = command.$db ?? 'admin';
  if (['hello', 'ismaster'].includes(name.toLowerCase())) return hello(server, command);
  if (name === 'saslStart' || name === 'saslContinue') return login(server, command, db, connection);
  if (BEFORE_LOGIN.includes(name)) return undefined;
  if (server.withAuth && !mayUse(connection.auth, db))
    return fail(13, 'Unauthorized', `not authorized on ${db} to execute command ${name}`);
  if (name === 'createUser') return createUser(server, command, db);
  if (name === 'usersInfo') return usersInfo(server, command.usersInfo, db);
  if (name.startsWith('replSet') && !server.replSet)
    return fail(76, 'NoReplicationEnabled', 'not running with --replSet');
  if (name === 'replSetGetStatus') return status(server);
  if (name === 'replSetInitiate') return initiate(server, command.replSetInitiate);
  if (server.replSet && !server.state.set && !WITHOUT_SET.includes(name))
    return fail(13435, 'NotPrimaryNoSecondaryOk', 'not primary and secondaryOk=false');
  return undefined;
}

module.exports = { answer };
