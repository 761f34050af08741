import { randomUUID } from 'node:crypto';
import { EMPTY_FIELDS } from '../../../core/contacts/fields';
import type { Contact } from '../../../store/contacts/model';
import type { Audience } from '../../../store/audience/audience';
import { ownDatabase } from '../database';
import { noon, SCOPE } from '../documents';

const db = ownDatabase({ indexesOf: ['Contact'] });
const later = new Date(noon().getTime() + 1000);
const contactOf = (over: Partial<Contact>): Contact => {
  const _id = randomUUID();
  return {
    ...{ ...EMPTY_FIELDS, _id, ...SCOPE, identifiers: [`uuid:${_id}`], listKeys: [] },
    ...{ meta: '{}', revision: 0, createdAt: noon(), updatedAt: noon(), ...over },
  };
};

/** More contacts than are read at once. */
const CONTACTS = Array.from({ length: 1100 }, (_, index) =>
  contactOf({
    emails: index % 2 === 0 ? [`${index}@audience.example`] : [],
    meta: JSON.stringify({ plan: index % 3 === 0 ? 'pro' : 'free' }),
  }),
);
const OTHERS = [
  contactOf({ createdAt: later }),
  contactOf({ erasingSince: noon() }),
  contactOf({ environment: 'sandbox' }),
  contactOf({ applicationId: 'other' }),
];
const PRO = { all: [{ value: 'contact.meta.plan', is: 'pro' }, { channel: 'email', exists: true } as const] };

beforeAll(() => db.store.contacts.insertAll([...CONTACTS, ...OTHERS]));

async function walk(audience: Audience, limit: number): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | null = null; ;) {
    const { contactIds, next } = await audience.page(after, limit);
    expect(contactIds.length).toBeLessThanOrEqual(limit);
    seen.push(...contactIds);
    if (next === null) return seen;
    after = next;
  }
}

const idsOf = (contacts: Contact[]) => contacts.map(({ _id }) => _id).sort();
const pros = () =>
  idsOf(CONTACTS.filter(({ emails, meta }) => emails.length > 0 && meta === '{"plan":"pro"}'));

test.each([7, 550, 1100, 2000])('an audience is walked in the order of ids, by %i', async (limit) => {
  const { audiences } = db.store;
  expect(await walk(audiences.all(SCOPE, noon()), limit)).toEqual(idsOf(CONTACTS));
  expect(await walk(audiences.ofSegment(SCOPE, PRO, noon()), limit)).toEqual(pros());
});

test('SEGMENT-5: who subscribes after the time is not in the audience of a topic', async () => {
  const { audiences, subscriptions } = db.store;
  const [one, other] = CONTACTS.slice(0, 2).map(({ _id }) => _id);
  await subscriptions.add('news', [one!], { at: noon() });
  await subscriptions.add('news', [other!], { at: later });
  expect(await walk(audiences.ofTopic('news', noon()), 1)).toEqual([one]);
  expect(await walk(audiences.ofTopic('news', later), 1)).toEqual([one, other].sort());
});

test('SEGMENT-2: who is in a topic is read with each page', async () => {
  const { audiences, subscriptions, topics } = db.store;
  const fields = { name: 'News', description: null, category: null, at: noon() };
  const topic = await topics.put(SCOPE, 'walked', { ...fields, id: randomUUID() });
  const members = pros().slice(0, 3);
  await subscriptions.add(topic._id, [...members, idsOf(CONTACTS)[0]!], { at: noon() });
  const filter = { all: [PRO, { topic: 'walked', exists: true }] };
  expect(await walk(audiences.ofSegment(SCOPE, filter, noon()), 2)).toEqual(members);
  const none = { topic: 'gone', exists: true };
  expect(await walk(audiences.ofSegment(SCOPE, none, noon()), 100)).toEqual([]);
});

test('SEGMENT-4: members are counted up to a number and for a time, and else estimated', async () => {
  const size = (most: number, withinMs: number) =>
    db.store.audiences.sizeOf(SCOPE, PRO, { at: noon(), most, withinMs });
  expect(await size(10_000, 10_000)).toEqual({ count: pros().length, isExact: true });
  for (const estimate of [await size(100, 10_000), await size(10_000, 0)]) {
    expect(estimate.isExact).toBe(false);
    expect(Math.abs(estimate.count / pros().length - 1)).toBeLessThan(0.6);
  }
});
