import { directTo, primaryOf, withDatabase } from '../../../tools/dev/servers/mongo-address';

const THREE = 'mongodb://a.example:27017,b.example:27018,[::1]:27019';

test.each([
  ['mongodb://a', 'mongodb://a/x'],
  ['mongodb://a/', 'mongodb://a/x'],
  [THREE, `${THREE}/x`],
  [`${THREE}/?replicaSet=rs0&w=1`, `${THREE}/x?replicaSet=rs0&w=1`],
  ['mongodb://me:p%40ss@a,b/old?authSource=admin', 'mongodb://me:p%40ss@a,b/x?authSource=admin'],
  ['mongodb+srv://a.example', 'mongodb+srv://a.example/x'],
])('%s with another database', (uri, other) => {
  expect(withDatabase(uri, 'x')).toBe(other);
});

test.each([
  [THREE, 'mongodb://127.0.0.1:1/?directConnection=true'],
  [
    'mongodb://me:p%40ss@a,b/x?replicaSet=rs0&authSource=admin&directConnection=false',
    'mongodb://me:p%40ss@127.0.0.1:1/x?directConnection=true&authSource=admin',
  ],
])('one server of %s', (uri, other) => {
  expect(directTo(uri, '127.0.0.1:1')).toBe(other);
});

test('a server by itself is not asked for its state', async () => {
  expect(await primaryOf('mongodb://a.example/x')).toEqual({ host: 'a.example', port: 27_017 });
});
