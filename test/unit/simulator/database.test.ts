import { Contents } from '../../simulator/mongo/database';
import { matches } from '../../simulator/mongo/match';

const one = {
  _id: 'a',
  status: 'running',
  inFlight: null,
  messages: [{ id: 'm', step: 's', status: 'queued' }],
};

test.each([
  [{ status: { $in: ['running', 'waiting'] }, inFlight: null }, true],
  [{ messages: { $elemMatch: { step: 's', status: 'queued' } } }, true],
  [{ messages: { $elemMatch: { step: 's', status: 'sent' } } }, false],
  [{ 'messages.0.status': 'queued' }, true],
  [{ 'messages.id': { $ne: 'm' } }, false],
  [{ 'inFlight.token': null }, true],
  [{ messages: { $size: 1 } }, true],
  [{ missing: { $lt: new Date() } }, false],
  [{ $or: [{ status: 'failed' }, { _id: 'a' }] }, true],
])('a document is found by %j: %s', (filter, expected) => {
  expect(matches(one, filter)).toBe(expected);
});

test('an update changes the elements that its array filters name, as they were before it', () => {
  const contents = new Contents('notifications', []);
  contents.insert(one);
  const update = {
    $set: { 'messages.$[q].status': 'sent', 'messages.$[m].provider': 'p' },
    $push: { 'messages.$[q].attempts': { $each: [1, 2, 3], $slice: -2 } },
  };
  const arrayFilters = [{ 'q.id': 'm', 'q.status': 'queued' }, { 'm.id': 'm' }];
  expect(contents.update({ _id: 'a' }, update, false, { arrayFilters })).toMatchObject({ matched: 1 });
  expect(contents.find({})).toEqual([
    { ...one, messages: [{ id: 'm', step: 's', status: 'sent', provider: 'p', attempts: [2, 3] }] },
  ]);
});

test('a positional update is about the element that its filter found', () => {
  const contents = new Contents('quotas', []);
  contents.insert({
    _id: 'q',
    used: 1,
    holders: [
      { id: 'x', amount: 1 },
      { id: 'y', amount: 2 },
    ],
  });
  const update = { $inc: { used: 2, 'holders.$.amount': 2 }, $set: { 'holders.$.at': 5 } };
  contents.update({ _id: 'q', holders: { $elemMatch: { id: 'y', amount: 2 } } }, update, false);
  expect(contents.find({})).toEqual([
    {
      _id: 'q',
      used: 3,
      holders: [
        { id: 'x', amount: 1 },
        { id: 'y', amount: 4, at: 5 },
      ],
    },
  ]);
});

test('a unique index over an array refuses what another document has, with the code of MongoDB', () => {
  const contents = new Contents('digests', [{ paths: ['slots'] }]);
  contents.insert({ _id: 'a', slots: ['open:k', 'in:1'] });
  let refused: unknown;
  try {
    contents.insert({ _id: 'b', slots: ['open:k'] });
  } catch (error) {
    refused = error;
  }
  expect(refused).toMatchObject({ duplicate: { code: 11000, keyPattern: { slots: 1 } } });
});
