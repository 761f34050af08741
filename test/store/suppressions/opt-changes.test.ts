import { randomBytes, randomUUID } from 'node:crypto';
import { EMPTY_FIELDS } from '../../../core/contacts/fields';
import { contactKeys } from '../../../core/contacts/keys';
import { createVault } from '../../../core/shared/vault';
import {
  finishOptOut,
  leaveCategory,
  optIn,
  optOut,
  rejoinCategory,
} from '../../../store/suppressions/opt-out';
import { changePreferences } from '../../../store/preferences/change-preferences';
import { type AddressOf, suppress, suppressionOf } from '../../../store/suppressions/suppress';
import type { Suppression } from '../../../store/suppressions/suppressions';
import { ownDatabase } from '../database';
import { noon } from '../documents';
import { meanwhile } from '../meanwhile';

const other = { until: { opt_out: noon(3_600_000), hard_bounce: noon(3_600_000) } };
const db = ownDatabase({ bystanders: { SuppressionLift: other } });
const vault = createVault([randomBytes(32)]);
const deps = () => ({ store: db.store, vault });
const model = () => db.model<Suppression>('Suppression');
const nothing = { detail: null, notificationId: null, contactId: null };

/** A number of an application of its own, and what its owner and its operators do with it. */
async function number() {
  const _id = randomUUID();
  const application = { _id, name: _id, suppressionKey: randomBytes(32).toString('base64') };
  await db.model('Application').collection.insertOne(application as never);
  const of: AddressOf = {
    scope: { applicationId: _id, environment: 'production' },
    channel: 'sms',
    address: '+15005550009',
  };
  const contactId = randomUUID();
  await db.store.contacts.insert({
    ...{ ...EMPTY_FIELDS, _id: contactId, ...of.scope, phones: [of.address], listKeys: [], name: 'Ada' },
    identifiers: contactKeys(of.scope, { kind: 'phone', value: of.address }),
    ...{ meta: '{}', revision: 1, createdAt: noon(), updatedAt: noon() },
  });
  const report = (reason: Suppression['reason'], at: number) =>
    suppress(deps(), of, { ...nothing, reason, at: noon(at) });
  const now = () => suppressionOf(deps(), application, of);
  return {
    applicationId: _id,
    stop: (at: number) => optOut(deps(), of, { ...nothing, at: noon(at) }),
    /** A STOP whose process dies after the suppression. */
    dyingStop: (at: number) =>
      optOut(deps(), of, {
        ...nothing,
        at: noon(at),
        name: 'twilio',
        fault: () => {
          throw new Error('killed');
        },
      }),
    start: (at: number) => optIn(deps(), of, { at: noon(at) }),
    report,
    now,
    leave: (at: number, address = of.address) =>
      leaveCategory(deps(), { ...of, address }, { category: 'news', at: noon(at) }),
    join: (at: number) => rejoinCategory(deps(), of, { category: 'news', at: noon(at) }),
    choices: async () => (await db.store.contacts.get(contactId))?.preferences ?? [],
    choose: (on: boolean, at: number) =>
      changePreferences(db.store, {
        ...{ contactId, by: 'page', at: noon(at) },
        changes: () => [{ category: null, channel: 'sms', on }],
      }),
    reason: async () => (await now())?.reason ?? null,
    reasons: async () => Object.keys((await now())?.reasons ?? {}).sort(),
  };
}

describe('STOP and START', () => {
  test.each<[string, [what: 'stop' | 'start', at: number][], 'opt_out' | null]>([
    [
      'START after STOP',
      [
        ['stop', 1],
        ['start', 2],
      ],
      null,
    ],
    [
      'STOP after START',
      [
        ['start', 1],
        ['stop', 2],
      ],
      'opt_out',
    ],
    [
      'a late START from before the STOP',
      [
        ['stop', 2],
        ['start', 1],
      ],
      'opt_out',
    ],
    [
      'a late STOP from before the START',
      [
        ['stop', 1],
        ['start', 3],
        ['stop', 2],
      ],
      null,
    ],
    [
      'a STOP that comes first after a START that comes first',
      [
        ['start', 2],
        ['stop', 1],
      ],
      null,
    ],
    [
      'both of the same moment',
      [
        ['stop', 1],
        ['start', 1],
      ],
      'opt_out',
    ],
    [
      'both of the same moment, START first',
      [
        ['start', 1],
        ['stop', 1],
      ],
      'opt_out',
    ],
    [
      'a START from between two STOPs',
      [
        ['stop', 1],
        ['stop', 3],
        ['start', 2],
      ],
      'opt_out',
    ],
    [
      'a START from between two STOPs that came turned round',
      [
        ['stop', 3],
        ['stop', 1],
        ['start', 2],
      ],
      'opt_out',
    ],
    [
      'an older START after a newer one',
      [
        ['start', 3],
        ['start', 1],
        ['stop', 2],
      ],
      null,
    ],
    [
      'the same STOP once more after START',
      [
        ['stop', 1],
        ['start', 2],
        ['stop', 1],
      ],
      null,
    ],
  ])('%s', async (_what, changes, expected) => {
    const one = await number();
    for (const [what, at] of changes) await one[what](at);
    expect(await one.reason()).toBe(expected);
    const off = { category: null, channel: 'sms', on: false, by: 'provider' };
    expect(await one.choices()).toMatchObject(expected === null ? [] : [off]);
  });

  test('PREFERENCE-50, PREFERENCE-51: what was chosen after the STOP stays, also after a START', async () => {
    const one = await number();
    await one.choose(false, 1);
    await one.stop(2);
    await one.start(3);
    expect(await one.choices()).toMatchObject([{ on: false, by: 'page', at: noon(1) }]);
    await one.stop(4);
    await one.choose(true, 5);
    await one.stop(4);
    expect(await one.choices()).toMatchObject([{ on: true, by: 'page', at: noon(5) }]);
    await one.stop(6);
    expect(await one.choices()).toMatchObject([{ on: false, by: 'provider', at: noon(6) }]);
    await one.start(7);
    expect(await one.choices()).toEqual([]);
  });

  test('PREFERENCE-52: leaving a category and joining it again count in the order of their times', async () => {
    const one = await number();
    const news = { category: 'news', channel: 'sms', on: false, by: 'provider' };
    await one.join(3);
    expect(await one.leave(2)).toEqual([]);
    expect(await one.choices()).toEqual([]);
    await one.leave(4);
    await one.join(4);
    expect(await one.choices()).toMatchObject([{ ...news, at: noon(4) }]);
    expect(await one.reason()).toBeNull();
    await one.stop(5);
    await one.join(5);
    expect(await one.choices()).toMatchObject([{ category: null, at: noon(5) }]);
    expect(await one.reason()).toBe('opt_out');
    await one.leave(6);
    await one.start(7);
    expect(await one.choices()).toEqual([]);
    expect(await one.leave(6, '+15005550008')).toBeNull();
  });

  test('STOP, an operator’s reason, then START: the operator’s remains', async () => {
    const one = await number();
    await one.stop(1);
    await one.report('manual', 2);
    await one.start(3);
    expect(await one.reasons()).toEqual(['manual']);
    expect(await one.now()).toMatchObject({ reason: 'manual', at: noon(2) });
  });

  test('an operator’s reason, STOP, then the operator lifts theirs: the STOP remains until START', async () => {
    const one = await number();
    await one.report('manual', 1);
    await one.stop(2);
    const { _id, reasons } = (await one.now())!;
    expect(await db.store.suppressions.lift(_id, 'manual', reasons.manual!.at)).toBe(true);
    expect(await one.reasons()).toEqual(['opt_out']);
    expect(await db.store.suppressions.lift(_id, 'manual', reasons.manual!.at)).toBe(false);
    await one.start(3);
    expect(await one.now()).toBeNull();
  });

  test('a STOP is added to what an older release has stored, and START leaves that', async () => {
    const one = await number();
    await one.report('manual', 1);
    await model().updateMany({}, { $unset: { reasons: 1, revision: 1 } });
    await one.stop(2);
    expect(await one.reasons()).toEqual(['manual', 'opt_out']);
    await one.start(3);
    expect(await one.reasons()).toEqual(['manual']);
  });

  test('a reason that comes while another one is lifted is kept', async () => {
    for (const what of ['deleteOne', 'insertMany'] as const) {
      const one = await number();
      if (what === 'deleteOne') await one.report('manual', 1);
      meanwhile(model(), ['before', what], () => one.report('complaint', 2));
      if (what === 'deleteOne') {
        const { _id } = (await one.now())!;
        await db.store.suppressions.lift(_id, 'manual', noon(1));
        expect(await one.reasons()).toEqual(['complaint']);
      } else {
        await one.stop(1);
        expect(await one.reasons()).toEqual(['complaint', 'opt_out']);
      }
    }
  });

  test('START says nothing of another reason, whenever it came', async () => {
    const one = await number();
    await one.start(5);
    await one.report('hard_bounce', 1);
    await one.start(6);
    expect(await one.reason()).toBe('hard_bounce');
  });

  test('a START that is noted while a STOP of before is being stored lifts it', async () => {
    for (const when of ['before', 'after'] as const) {
      const one = await number();
      meanwhile(model(), [when, 'insertMany'], () => one.start(2));
      await one.stop(1);
      expect(await one.reason()).toBeNull();
    }
  });

  test('a START lifts what an older release has stored without a time', async () => {
    const one = await number();
    await one.stop(1);
    await model().updateMany(
      {},
      { $unset: { at: 1, reasons: 1, revision: 1 }, $set: { createdAt: noon(5) } },
    );
    await one.start(5);
    expect(await one.reason()).toBe('opt_out');
    await one.start(6);
    expect(await one.reason()).toBeNull();
  });
});

describe('what an operator lifted', () => {
  test('is not suppressed by the same report once more, and by a newer one it is', async () => {
    const one = await number();
    await one.report('hard_bounce', 5);
    const { _id, at, createdAt, reason } = (await one.now())!;
    expect(at).toEqual(noon(5));
    expect(await db.store.suppressions.lift(_id, reason, at ?? createdAt)).toBe(true);
    await one.report('hard_bounce', 5);
    await one.report('hard_bounce', 4);
    expect(await one.reason()).toBeNull();
    await one.report('complaint', 4);
    expect(await one.reason()).toBe('complaint');
  });
});

test('PREFERENCE-50: the sweep changes the preferences if only the suppression was stored', async () => {
  const one = await number();
  const later = noon(86_400_000);
  const unfinished = async () =>
    (await db.store.suppressions.unfinishedChoices(new Date(Date.now() + 60_000), 1000)).filter(
      ({ applicationId }) => applicationId === one.applicationId,
    );
  await expect(one.dyingStop(1)).rejects.toThrow('killed');
  expect([await one.reason(), await one.choices()]).toEqual(['opt_out', []]);
  expect(await db.store.suppressions.unfinishedChoices(new Date(), 1000)).toEqual([]);
  const [choice] = await unfinished();
  await finishOptOut(deps(), choice!);
  expect(await one.choices()).toEqual([
    { category: null, channel: 'sms', on: false, at: noon(1), by: 'provider' },
  ]);
  expect(await unfinished()).toEqual([]);
  // A START in between counts.
  const other = await number();
  await expect(other.dyingStop(1)).rejects.toThrow('killed');
  await other.start(2);
  const [left] = await db.store.suppressions.unfinishedChoices(later, 1000);
  if (left) await finishOptOut(deps(), left);
  expect(await other.choices()).toEqual([]);
  // One that is not interrupted leaves nothing.
  await one.stop(3);
  expect(await unfinished()).toEqual([]);
});

test('WEBHOOK-43: the event of a late opt-out has the time when it was learnt, and the entry that of the provider', async () => {
  const one = await number();
  await db.model('WebhookEndpoint').collection.insertOne({
    ...{ _id: randomUUID(), scope: `${one.applicationId}:production`, url: 'https://hooks.example.com' },
    ...{ enabledEvents: ['preference.changed'], isActive: true, createdAt: noon(), updatedAt: noon() },
  } as never);
  const [event] = (await one.stop(1)).events;
  expect(await one.choices()).toMatchObject([{ at: noon(1) }]);
  expect(JSON.parse(event!.body)).toMatchObject({ chosen_at: noon(1).toISOString() });
  expect(Math.abs(event!.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
});
