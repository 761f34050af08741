import { EVENTS, digestsOf } from '../../support/digests';
import { eventually } from '../../support/eventually';
import { newAddress } from '../../support/journey';
import { type Stack, startStack } from '../../support/stack';
import { untilTime } from '../../support/until-time';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ events: EVENTS });
});
afterAll(() => stack.stop());

const { send, viewsOf, saidTo, closingOf, untilGathered, cancel, expectOneForAll } = digestsOf(() => stack);

test.concurrent(
  'NOTIFICATION-1: ten sends at once become one message of the first, and the others end into it',
  async () => {
    await expectOneForAll('later', 10);
  },
);

test.concurrent(
  'what comes after the window opens another; other events, recipients and channels have their own',
  async () => {
    const [to, neighbour] = [newAddress(), newAddress()];
    const first = await Promise.all([
      send('gathered', to, 'a'),
      send('other', to, 'b'),
      send('gathered', neighbour, 'c'),
      stack.production.send('gathered/email', { to, payload: { word: 'd' } }),
    ]);
    await viewsOf(first);
    await viewsOf(await Promise.all([send('gathered', to, 'e'), send('gathered', to, 'f')]));
    expect(saidTo(to).map((words) => words.sort().join(''))).toEqual(
      expect.arrayContaining(['a', 'b', 'd', 'ef']),
    );
    expect(saidTo(to)).toHaveLength(4);
    expect(saidTo(neighbour)).toEqual([['c']]);
  },
);

test.concurrent(
  'STATUS-8: a digest with a key has a message for each value, which its template and its story name',
  async () => {
    const [to, other] = [newAddress(), newAddress()];
    const sendKeyed = (word: string, project?: string | number): Promise<string> =>
      stack.production.send('keyed', { to, payload: { word, project } });
    const array = await stack.production.post<{ notifications: { id: string }[] }>('/v1/send/keyed', {
      to: [to, other],
      payload: { word: 'c', project: 'one' },
    });
    const ids = await Promise.all([
      ...[sendKeyed('a', 'one'), sendKeyed('b', 'one'), sendKeyed('d', 2), sendKeyed('e', '2')],
      ...[sendKeyed('f'), sendKeyed('g', 'x'.repeat(129))],
    ]);
    await viewsOf([...ids, ...array.body.notifications.map(({ id }) => id)]);
    const mails = stack.smtp.mailsTo(to).map(({ subject, text = '' }) => ({
      subject,
      words: [...text.matchAll(/(\w)=/g)]
        .map(([, word]) => word)
        .sort()
        .join(''),
    }));
    expect(mails.sort((a, b) => (a.words < b.words ? -1 : 1))).toEqual([
      { subject: 'Project one', words: 'abc' },
      { subject: 'Project 2', words: 'de' },
      { subject: 'Project', words: 'fg' },
    ]);
    expect(saidTo(other)).toEqual([['c']]);
    const { body } = await stack.admin.get(`/admin/v1/notifications/${ids[0]}`);
    expect(JSON.stringify(body)).toContain('Its digest collects sends with the same payload.project: one.');
  },
);

test.concurrent('the payload of an array is gathered as that of a single send is', async () => {
  const [to, other] = [newAddress(), newAddress()];
  const answer = await stack.production.post<{ notifications: { id: string }[] }>('/v1/send/gathered', {
    to: [to, other],
    payload: { word: 'array' },
  });
  const single = await send('gathered', to, 'single');
  await viewsOf([...answer.body.notifications.map(({ id }) => id), single]);
  expect(saidTo(to).map((words) => words.sort())).toEqual([['array', 'single']]);
  expect(saidTo(other)).toEqual([['array']]);
});

test.concurrent(
  'STATUS-7: a cancel while the window is open takes all of them back, and what comes after it is said',
  async () => {
    const to = newAddress();
    const ids = await Promise.all(['a', 'b', 'c'].map((word) => send('gathered', to, word)));
    await untilGathered(ids);
    expect(await cancel('gathered', to)).toBe(3);
    const after = await send('gathered', to, 'after');
    expect((await viewsOf(ids)).map(({ status }) => status)).toEqual(['stopped', 'stopped', 'stopped']);
    await viewsOf([after]);
    expect(saidTo(to)).toEqual([['after']]);
  },
);

test.concurrent('the erasure of a contact removes its windows', async () => {
  const to = newAddress();
  const id = await send('later', to, 'a');
  await untilGathered([id]);
  const closing = await closingOf(id);
  await stack.production.request('DELETE', `/v1/contacts/${encodeURIComponent(to)}`);
  await eventually('its window to be gone', async () => (await stack.store.digests.of(id)) === null);
  await untilTime(closing + 1_000);
  expect(saidTo(to)).toEqual([]);
});
