import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { type StoreConnection, connectStore } from '../../../store/connection';
import { insertMany } from '../../../store/insert';
import { withDatabase } from '../../../tools/dev/servers/mongo-address';

interface Doc {
  _id: unknown;
}

let connection: StoreConnection;
let model: mongoose.Model<Doc>;
beforeAll(async () => {
  connection = connectStore(
    withDatabase(String(process.env.HELIOGRAPH_TEST_MONGODB_URI), `m${randomUUID().slice(0, 8)}`),
  );
  await connection.connected;
  const schema = new mongoose.Schema({ _id: mongoose.Schema.Types.Mixed }, { _id: false, id: false });
  model = connection.mongoose.model<Doc>('Doc', schema);
});
afterAll(async () => {
  await connection.mongoose.dropDatabase();
  await connection.close();
});

test('documents that are there already come back, and the others are stored', async () => {
  expect(await insertMany(model, [{ _id: 'a' }, { _id: 'b' }])).toEqual([]);
  expect(await insertMany(model, [{ _id: 'b' }, { _id: 'c' }, { _id: 'a' }])).toEqual([
    { _id: 'b' },
    { _id: 'a' },
  ]);
  expect(await model.countDocuments()).toBe(3);
});

test('a document that is refused for another reason does not pass for one that is there already', async () => {
  await insertMany(model, [{ _id: 'd' }]);
  // An array is no id.
  await expect(insertMany(model, [{ _id: 'd' }, { _id: ['no', 'id'] }])).rejects.toThrow();
  await expect(insertMany(model, [{ _id: ['no', 'id'] }, { _id: 'd' }])).rejects.toThrow();
});
