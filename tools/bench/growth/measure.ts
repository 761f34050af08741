import { randomUUID } from 'node:crypto';
import type { Scope } from '../../../core/shared/scope';
import type { Notification } from '../../../store/notifications/model';
import type { Store } from '../../../store/store';
import { now } from '../clock';
import { EVENT } from '../application';
import type { ServiceClient } from '../service-client';
import { median } from '../statistics';
import { completedLike, openLike } from './documents';
import type { Stored } from './fill';

const WARM_UP = 30;
const TIMES = 200;

/** Median milliseconds of each operation. */
export type Medians = Record<string, number>;

export interface Measured {
  service: ServiceClient;
  store: Store;
  scope: Scope;
  model: Notification;
}

/** Times what a caller, a worker and the sweep ask, one after the other, each of something else that is stored. */
export async function measureAll(
  { service, store, scope, model }: Measured,
  stored: Stored,
): Promise<Medians> {
  const anyContact = () => stored.contacts[Math.floor(Math.random() * stored.contacts.length)]!;
  const anyId = () => stored.notificationIds[Math.floor(Math.random() * stored.notificationIds.length)]!;
  const contact = (identifier: string) => service.get(`/v1/contacts/${encodeURIComponent(identifier)}`);
  const before = new Date(Date.now() - 60_000);
  const open = await openNotifications();
  const sent: string[] = [];
  const operations: Record<string, (turn: number) => Promise<unknown>> = {
    'GET /v1/notifications/{id}': () => service.notification(anyId()),
    'GET /v1/contacts/{uuid}': () => contact(anyContact()._id),
    'GET /v1/contacts/{external id}': () => contact(anyContact().externalId ?? ''),
    'GET /v1/contacts/{email}': () => contact(anyContact().emails[0] ?? ''),
    'GET /v1/contacts/{phone}': () => contact(anyContact().phones[0] ?? ''),
    'POST /v1/send': async () => sent.push((await service.send(anyContact().emails[0] ?? '')).id),
    'claim of a send': (turn) =>
      store.claims.claim({ notificationId: open[turn]!._id, claim: claimOf(turn), attemptDeadlineMs: 0 }),
    'sources of a send': (turn) => store.sources.of(open[turn]!),
    'outcome of a send': (turn) =>
      store.outcomes.record(
        {
          notification: open[turn]!,
          message: open[turn]!.messages[0]!,
          token: String(turn),
          ...{ event: null, after: 'close', at: new Date() },
        },
        { kind: 'sent', providerMessageId: 'p' },
      ),
    'cancel: find open ones': () => store.notifications.openOf([anyContact()._id], EVENT),
    'cancel: stop one': (turn) => store.notifications.cancel(open[WARM_UP + TIMES + turn]!._id, new Date()),
    'sweep: not started': () => store.notifications.pendingStart({ before, after: '', limit: 100 }),
    'sweep: undelivered cancels': () => store.notifications.pendingCancel(before, 500),
    'sweep: undelivered webhooks': () => store.notifications.undelivered(before, 500),
    'sweep: erasures': () => store.contacts.erasing(before, 500),
    'sweep: walk over open ones': () => store.notifications.openAfter('', before, 200),
    'sweep: applications with backlog': () => store.backlog.applications(),
    'sweep: count a backlog': () => store.backlog.count(scope.applicationId, 100_001),
  };
  const medians: Medians = {};
  for (const [name, operation] of Object.entries(operations)) medians[name] = await timed(operation);
  await store.notifications.remove(open.map(({ _id }) => _id));
  stored.notificationIds.push(...sent);
  return medians;

  /** Stores notifications to claim and to cancel, of another application, so that no sweep starts them. */
  async function openNotifications(): Promise<Notification[]> {
    const made = Array.from({ length: 2 * (WARM_UP + TIMES) }, (_, place) => ({
      ...openLike(completedLike(model, place, anyContact())),
      applicationId: randomUUID(),
    }));
    await store.notifications.insertAll(made);
    return made;
  }
}

async function timed(operation: (turn: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < WARM_UP + TIMES; turn += 1) {
    const began = now();
    await operation(turn);
    if (turn >= WARM_UP) times.push(now() - began);
  }
  return median(times);
}

const claimOf = (turn: number) => ({
  token: String(turn),
  step: 'send',
  runId: 'r',
  at: new Date(),
  marked: false,
});
