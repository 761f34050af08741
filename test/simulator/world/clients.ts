import { applyOptChanges } from '../../../api/receipts/apply-opt-changes';
import { suppress, suppressionOf } from '../../../store/suppressions/suppress';
import type { Addressee, Observation } from '../observation';
import type { Random } from '../random';
import type { Scheduler } from '../scheduler';
import type { Action } from './plan';
import type { Api } from './processes';
import { type Got, type Network, ask, toProcess } from './requests';
import { ANSWERED } from './question';
import { type SimulatedEvent, SCOPE, eventOf, quietHoursOf } from './settings';

export interface ClientsWorld {
  scheduler: Scheduler;
  random: Random;
  network: Network;
  apis: () => Api[];
  observe: (observation: Observation) => void;
  /** How often a send is cancelled as soon as it is answered. */
  hasty: () => number;
  quietMinute: number;
  /** Every notification that a response named, in their order. */
  known: Set<string>;
}

type Of<K extends Action['kind']> = Extract<Action, { kind: K }>;

/** Maximum number of repeats of a request whose answer says that it may be repeated. */
const MOST_TRIES = 12;
const isFinal = ({ status, body }: Got): boolean =>
  status !== 0 && status < 500 && body.code !== 'IDEMPOTENCY_IN_PROGRESS' && body.code !== 'RATE_LIMITED';

/** Notifications that a client reads after sends of one reference. */
const NEWEST = 3;

const OUTSIDE = { process: null };
const OK = { status: 200, body: {}, replayed: false };

/** What clients of the application do. */
export function createClients(world: ClientsWorld) {
  const { scheduler, random, network, observe } = world;
  let requests = 0;
  const now = (): number => Math.floor(scheduler.now());
  const anApi = (): Api => random.pick(world.apis());

  async function trySend(action: Of<'send'>): Promise<Got> {
    const { event: name, to, key, body, reference, ifOpen } = action;
    const event = eventOf(name);
    const [channel = 'email'] = event.channels;
    const askedAt = now();
    const request = `request-${(requests += 1)}`;
    const sendAt =
      action.sendInMs === undefined
        ? undefined
        : Math.floor((beganAt.get(action) ?? askedAt) + action.sendInMs);
    const single = to.length === 1;
    const got = await ask(network, anApi(), {
      route: 'POST /v1/send/:event',
      params: { event: name },
      headers: key === undefined ? {} : { 'idempotency-key': key },
      body: {
        to: single ? to[0] : to,
        payload: { body },
        ...(reference !== undefined && { reference }),
        ...(ifOpen && { if_open: ifOpen }),
        ...(sendAt !== undefined && { send_at: new Date(sendAt).toISOString() }),
      },
    });
    observe({
      ...{ at: now(), kind: 'send', request, event: name, channel, askedAt, status: got.status },
      fingerprint: JSON.stringify([name, to, body, sendAt, reference, ifOpen]),
      ...(reference !== undefined && { reference }),
      ...(ifOpen && { ifOpen }),
      ...(key !== undefined && { idempotencyKey: key }),
      ...(got.replayed && { replayed: true }),
      ...(typeof got.body.code === 'string' && { code: got.body.code }),
      steps: sendsOf(event),
      to: addressees(to, got),
      guarantee: event.delivery,
      expiresAfter: event.retryForMs,
      ...(sendAt !== undefined && { sendAt }),
      ...(event.digestWindowMs !== undefined && { digestWindow: event.digestWindowMs }),
      ...(event.quiet && { quiet: quietHoursOf(world.quietMinute) }),
      ...(event.code && { waitsForSignal: event.code.waitsMs }),
    });
    const hasty = world.hasty();
    if (hasty > 0 && got.status === 200 && random.chance(hasty)) {
      const [address = ''] = to;
      scheduler.after(
        random.pick([0, 5, 15, 40, 150]) * random.next(),
        () => void cancel({ event: name, to: address }),
      );
    }
    return got;
  }
  const beganAt = new WeakMap<Action, number>();

  function addressees(to: string[], { status, body }: Got): Addressee[] {
    const entries = (body.notifications ?? [body]) as { id?: string | null; code?: string; kept?: true }[];
    return to.map((address, index) => {
      const entry = entries[index] ?? entries[0] ?? {};
      if (typeof entry.id === 'string') {
        world.known.add(entry.id);
        return { address, notification: entry.id, ...(entry.kept && { kept: entry.kept }) };
      }
      if (status === 0) return { address };
      return { address, refused: { status: status === 200 ? 400 : status, code: entry.code ?? '' } };
    });
  }

  /** Sends, and repeats what may be repeated: with a key until an answer is final, without one seldom. */
  async function send(action: Of<'send'>): Promise<void> {
    beganAt.set(action, scheduler.now());
    const repeats = action.repeats.map(async (inMs) => {
      await scheduler.sleep(inMs);
      await trySend(action);
    });
    for (let left = action.key === undefined ? 0 : MOST_TRIES; ; left -= 1) {
      const got = await trySend(action);
      if (isFinal(got) || left === 0) break;
      await scheduler.sleep(random.between(300, 3_000));
    }
    await Promise.all(repeats);
  }

  async function cancel({ event, to }: Pick<Of<'cancel'>, 'event' | 'to'>): Promise<void> {
    const askedAt = now();
    const { status, body } = await ask(network, anApi(), {
      ...{ route: 'POST /v1/cancel/:event', params: { event }, body: { to } },
    });
    const cancelled = body.cancelled as number | undefined;
    const counted = cancelled === undefined ? {} : { cancelled };
    observe({ at: now(), kind: 'cancel', askedAt, event, address: to, status, ...counted });
  }

  async function signal({ event, to }: Of<'signal'>): Promise<void> {
    const askedAt = now();
    const { status, body } = await ask(network, anApi(), {
      ...{ route: 'POST /v1/signal/:event', params: { event }, body: { to, signal: ANSWERED } },
    });
    const signalled = body.signalled as number | undefined;
    const counted = signalled === undefined ? {} : { signalled };
    observe({ at: now(), kind: 'signal', askedAt, event, address: to, status, ...counted });
  }

  async function erase({ to }: Of<'erase'>): Promise<void> {
    const askedAt = now();
    const route = 'DELETE /v1/contacts/:identifier';
    const { status } = await ask(network, anApi(), { route, params: { identifier: to } });
    observe({ at: now(), kind: 'erase', askedAt, address: to, status });
  }

  async function changeSuppression({ kind, to }: Of<'suppress' | 'lift' | 'unsubscribe'>): Promise<void> {
    const askedAt = now();
    const channel = to.includes('@') ? ('email' as const) : ('sms' as const);
    const of = { scope: SCOPE, channel, address: to };
    const api = anApi();
    const { deps } = api;
    const got = await toProcess(network, api, async () => {
      try {
        const application = await deps.store.applications.get(SCOPE.applicationId);
        if (!application) return { ...OK, status: 404 };
        if (kind === 'suppress')
          await suppress(deps, of, { reason: 'manual', detail: null, notificationId: null, contactId: null });
        else if (kind === 'unsubscribe')
          await applyOptChanges(deps, { application, provider: 'twilio' }, [
            { channel, address: to, optedOut: true, at: new Date(askedAt) },
          ]);
        else {
          const found = await suppressionOf(deps, application, of);
          if (!found?.reasons.manual) return { ...OK, status: 404 };
          await deps.store.suppressions.lift(found._id, 'manual', found.reasons.manual.at);
        }
        deps.cached.clear();
        return OK;
      } catch {
        return { ...OK, status: 503 };
      }
    });
    const change = kind === 'lift' ? 'lift' : 'add';
    const reason = kind === 'unsubscribe' ? 'unsubscribed' : 'manual';
    const when = kind === 'unsubscribe' ? { occurredAt: askedAt } : {};
    observe({
      at: now(),
      kind: 'suppression',
      askedAt,
      address: to,
      change,
      reason,
      status: got.status,
      ...when,
    });
  }

  async function read(id: string, atRest: boolean): Promise<void> {
    const askedAt = now();
    const got = await ask(network, anApi(), { route: 'GET /v1/notifications/:id', params: { id } });
    observe({
      at: now(),
      kind: 'read',
      askedAt,
      notification: id,
      status: got.status,
      ...bodyOf(got),
      atRest,
    });
  }

  return {
    act: async (action: Action): Promise<void> => {
      if (action.kind === 'send') return send(action);
      if (action.kind === 'cancel') return cancel(action);
      if (action.kind === 'signal') return signal(action);
      if (action.kind === 'erase') return erase(action);
      if (action.kind === 'suppress' || action.kind === 'lift' || action.kind === 'unsubscribe')
        return changeSuppression(action);
      if (action.kind === 'read newest')
        for (const id of [...world.known].slice(-NEWEST)) await read(id, false);
      if (action.kind === 'read' && world.known.size > 0) return read(random.pick([...world.known]), false);
    },
    read,
    /** Cancels the notifications of a notification's event for its recipient. */
    cancelOne: (notification: Record<string, unknown> | undefined): void => {
      const { event, to } = (notification ?? {}) as { event?: string; to?: Record<string, string | null> };
      const address = to?.email ?? to?.phone;
      if (event !== undefined && address)
        scheduler.after(0, () => void cancel({ event, to: address }), OUTSIDE);
    },
  };
}

/** Returns how many messages an event sends at most; a fallback is another one. */
const sendsOf = ({ steps, code }: SimulatedEvent): number =>
  steps.reduce(
    (sum, step) => sum + (step.type === 'send' ? 1 + (step.fallback?.channels.length ?? 0) : 0),
    code ? 2 : 0,
  );

const timeOf = (text: unknown): number | null => (typeof text === 'string' ? Date.parse(text) : null);

function bodyOf({ status, body }: Got) {
  if (status !== 200) return {};
  const messages = body.messages as Record<string, string | null>[];
  return {
    body: {
      status: body.status as 'running',
      completedAt: timeOf(body.completed_at),
      ...(typeof body.digested_into === 'string' && { digestedInto: body.digested_into }),
      messages: messages.map((one) => ({
        id: one.id as string,
        channel: one.channel as string,
        status: one.status as 'queued',
        sentAt: timeOf(one.sent_at),
        deliveredAt: timeOf(one.delivered_at),
        error: one.error?.split(':')[0] ?? null,
      })),
    },
  };
}
