import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { EMPTY_FIELDS } from '../../../core/contacts/fields';
import { contactKey, identifiersOf, uuidKey } from '../../../core/contacts/keys';
import { listKeysOf } from '../../../core/contacts/search';
import type { Scope } from '../../../core/shared/scope';
import { isDuplicateKey, type StoreConnection } from '../../../store/connection';
import { persistently } from '../../../store/persistently';
import type { Contact } from '../../../store/contacts/model';
import type { Store } from '../../../store/store';
import type { Subscription } from '../../../store/topics/subscriptions';
import type { Report } from '../../dev/servers/report';

const BATCH = 5000;
const AT_ONCE = 1;
const PATIENCE_MS = 120_000;
const REPORTED = 100_000;
/** Of so many subscribers, one still exists. The others count as LEFT, and need no memory of MongoDB's stand-in. */
const EXISTS = 10;
/** Of so many subscribers, one has an address and gets a mail. */
const REACHABLE = 100;

/** Stores a topic without the service's checks, which take longer than the store. Returns its name. */
export async function storeTopic(
  { mongoose }: StoreConnection,
  { topics }: Pick<Store, 'topics'>,
  scope: Scope,
  { size, report }: { size: number; report: Report },
): Promise<string> {
  const at = new Date();
  const topicId = randomUUID();
  await topics.put(scope, 'many', { name: 'Many', description: null, category: null, id: topicId, at });
  const subscriptions = mongoose.collection<Subscription>('subscriptions');
  const contacts = mongoose.collection<Contact>('contacts');
  const batches = Array.from({ length: Math.ceil(size / BATCH) }, (_, index) => index * BATCH);
  let done = 0;
  const one = async (from: number): Promise<void> => {
    const places = Array.from({ length: Math.min(BATCH, size - from) }, (_, place) => from + place);
    const ids = places.map(() => randomUUID());
    const made = places.flatMap((place, index) =>
      place % EXISTS === 0 ? [contactOf(scope, { _id: ids[index] ?? '', place, at })] : [],
    );
    await stored(() => contacts.insertMany(made, { ordered: false }));
    const rows = ids.map((contactId) => ({ _id: `${topicId}:${contactId}`, topicId, contactId, at }));
    await stored(() => subscriptions.insertMany(rows, { ordered: false }));
    done += places.length;
    if (done % REPORTED < places.length) report(`${done} subscribers`);
  };
  await pMap(batches, one, { concurrency: AT_ONCE });
  return 'many';
}

/** Repeats an insert while a busy machine cuts the connection. What is stored then is refused, and is no error. */
const stored = (insert: () => Promise<unknown>): Promise<unknown> =>
  persistently({ store: { now: () => new Date() } }, insert, Date.now() + PATIENCE_MS).catch(
    (error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    },
  );

function contactOf(scope: Scope, { _id, place, at }: { _id: string; place: number; at: Date }): Contact {
  const fields = {
    ...EMPTY_FIELDS,
    ...(place % REACHABLE === 0 && { emails: [`customer-${place}@example.org`] }),
    externalId: `customer-${place}`,
  };
  const identifiers = identifiersOf(fields).map((identifier) => contactKey(scope, identifier));
  const keys = { identifiers: [uuidKey(scope, _id), ...identifiers], listKeys: listKeysOf(scope, fields) };
  return { _id, ...scope, ...keys, ...fields, meta: '{}', revision: 0, createdAt: at, updatedAt: at };
}
