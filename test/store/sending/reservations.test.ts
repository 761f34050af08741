import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { mongo } from 'mongoose';
import type { ApiDeps } from '../../../api/deps';
import type { Caller } from '../../../api/http/middleware/authenticate';
import { idempotently, keyedRequest } from '../../../api/sending/idempotency';
import type { Reservation } from '../../../store/sending/reservations';
import { eventually } from '../../support/eventually';
import { ownDatabase } from '../database';
import { noon } from '../documents';
import { meanwhile } from '../meanwhile';

const model = () => db.model<Reservation>('Reservation');
const stored = (id: string) => model().findById(id).lean<Reservation>().exec();
const ANSWER = { status: 200, body: '{}' };

const reservationOf = (over: Partial<Reservation> = {}): Reservation => ({
  _id: `app:${randomUUID()}`,
  fingerprint: 'f',
  seed: 's',
  owner: 'first',
  reservedAt: noon(),
  answer: null,
  expiresAt: noon(1000),
  ...over,
});
const db = ownDatabase({ bystanders: { Reservation: reservationOf() } });
const reserved = async (over: Partial<Reservation> = {}): Promise<Reservation> => {
  const reservation = reservationOf(over);
  await model().insertMany([reservation], { lean: true });
  return reservation;
};

describe('reserving a key', () => {
  test('the first request has it, the next one finds it', async () => {
    const reservation = reservationOf();
    expect(await db.store.reservations.reserve(reservation)).toBeNull();
    expect(await db.store.reservations.reserve({ ...reservation, owner: 'second' })).toEqual(reservation);
    expect(await stored(reservation._id)).toEqual(reservation);
  });

  test('of many at once one has it', async () => {
    const reservation = reservationOf();
    const owners = ['a', 'b', 'c', 'd'];
    const found = await Promise.all(
      owners.map((owner) => db.store.reservations.reserve({ ...reservation, owner })),
    );
    expect(found.filter((one) => one === null)).toHaveLength(1);
  });

  test('a key that is freed between the miss and the look is reserved', async () => {
    const standing = await reserved();
    meanwhile(model(), ['before', 'findById'], () => db.store.reservations.free(standing._id, 'first'));
    expect(await db.store.reservations.reserve({ ...standing, owner: 'second' })).toBeNull();
    expect(await stored(standing._id)).toMatchObject({ owner: 'second' });
  });

  test('an error that says nothing of a double is not swallowed', async () => {
    meanwhile(model(), ['before', 'insertMany'], () => Promise.reject(new Error('away')));
    await expect(db.store.reservations.reserve(reservationOf())).rejects.toThrow('away');
  });
});

describe('taking over a reservation', () => {
  test('it has a new owner and keeps the rest', async () => {
    const read = await reserved();
    expect(await db.store.reservations.takeOver(read, 'second', noon(5))).toBe(true);
    expect(await stored(read._id)).toEqual({ ...read, owner: 'second', reservedAt: noon(5) });
  });

  test('of two who have read the same one has it', async () => {
    const read = await reserved();
    expect(await db.store.reservations.takeOver(read, 'second', noon(5))).toBe(true);
    expect(await db.store.reservations.takeOver(read, 'third', noon(6))).toBe(false);
    expect(await stored(read._id)).toMatchObject({ owner: 'second', reservedAt: noon(5) });
  });

  test('one that has its answer is not taken over', async () => {
    const read = await reserved({ answer: ANSWER });
    expect(await db.store.reservations.takeOver(read, 'second', noon(5))).toBe(false);
    expect(await stored(read._id)).toEqual(read);
  });

  test('others stay as they are', async () => {
    const [read, other] = [await reserved(), await reserved()];
    await db.store.reservations.takeOver(read, 'second', noon(5));
    expect(await stored(other._id)).toEqual(other);
  });
});

describe('renewing one that is too old', () => {
  const fresh = (old: Reservation) => ({ ...old, owner: 'second', seed: 'new', reservedAt: noon(9) });

  test('it is replaced, whatever its answer was', async () => {
    const old = await reserved({ answer: ANSWER });
    const renewed = { ...fresh(old), answer: null };
    expect(await db.store.reservations.renew(old, renewed)).toBe(true);
    expect(await stored(old._id)).toEqual(renewed);
  });

  test('of two who have read the same one has it', async () => {
    const [old, other] = [await reserved(), await reserved()];
    expect(await db.store.reservations.renew(old, fresh(old))).toBe(true);
    expect(await db.store.reservations.renew(old, { ...fresh(old), owner: 'third' })).toBe(false);
    expect(await stored(old._id)).toEqual(fresh(old));
    expect(await stored(other._id)).toEqual(other);
  });
});

describe('the end of a request', () => {
  test('its owner stores the answer', async () => {
    const [read, other] = [await reserved(), await reserved()];
    await db.store.reservations.commit(read._id, 'first', ANSWER);
    expect(await stored(read._id)).toEqual({ ...read, answer: ANSWER });
    expect(await stored(other._id)).toEqual(other);
  });

  test('who lost it to a takeover stores and frees nothing', async () => {
    const read = await reserved({ owner: 'second' });
    await db.store.reservations.commit(read._id, 'first', ANSWER);
    await db.store.reservations.free(read._id, 'first');
    expect(await stored(read._id)).toEqual(read);
  });

  test('its owner frees the key of what was refused', async () => {
    const [read, other] = [await reserved(), await reserved()];
    await db.store.reservations.free(read._id, 'first');
    expect(await stored(read._id)).toBeNull();
    expect(await stored(other._id)).toEqual(other);
  });

  test('a key that has its answer is not freed', async () => {
    const read = await reserved({ answer: ANSWER });
    await db.store.reservations.free(read._id, 'first');
    expect(await stored(read._id)).toEqual(read);
  });

  test('an erasure removes those that it names', async () => {
    const [a, b, other] = [await reserved(), await reserved(), await reserved()];
    await db.store.reservations.remove([a._id, b._id]);
    expect([await stored(a._id), await stored(b._id)]).toEqual([null, null]);
    expect(await stored(other._id)).toEqual(other);
  });
});

describe('the end of a request that the database does not take', () => {
  const unavailable = () => Promise.reject(new mongo.MongoNetworkError('the connection closed'));
  const sending = (work: () => Promise<{ status: number; body: Record<string, unknown> }>) => {
    const key = randomUUID();
    const request = {
      ...{ method: 'POST', path: '/v1/send/welcome', body: {} },
      headersDistinct: { 'idempotency-key': [key] },
    } as unknown as Request;
    const caller = { scope: { applicationId: 'app', environment: 'production' } } as Caller;
    const deps = {
      ...{ store: db.store, takeoverAfterMs: 60_000, fault: () => undefined },
      log: { warn: () => undefined },
    } as unknown as ApiDeps;
    return {
      id: `app:production:${key}`,
      send: () => idempotently(deps, caller, keyedRequest(request), work),
    };
  };

  test('IDEMPOTENCY-3: the answer is stored after the response, and a repeat gets it', async () => {
    const { id, send } = sending(() => Promise.resolve({ status: 200, body: {} }));
    meanwhile(model(), ['before', 'updateOne'], unavailable);
    expect(await send()).toMatchObject({ replayed: false });
    await eventually('the answer to be stored', async () => ((await stored(id))?.answer ?? null) !== null);
    expect(await send()).toMatchObject({ answer: { status: 200, body: {} }, replayed: true });
  });

  test('IDEMPOTENCY-7: the key of a refused request is freed after the response', async () => {
    const { id, send } = sending(() => Promise.reject(new Error('refused')));
    meanwhile(model(), ['before', 'deleteOne'], unavailable);
    await expect(send()).rejects.toThrow('refused');
    await eventually('the key to be freed', async () => (await stored(id)) === null);
    await expect(send()).rejects.toThrow('refused');
  });
});
