import { reopenNotification } from '../../../api/admin/notifications/reopen';
import { retryNotification } from '../../../api/notifications/retry-notification';
import { withSendQueue } from '../../../api/admin/integrations/send-queue-of';
import { ApiError } from '../../../api/http/api-error';
import { cancelNotification } from '../../../api/sending/cancel-notifications';
import { ERROR_STATUS } from '../../../core/shared/error-codes';
import { isUnavailable } from '../../../store/connection';
import type { Engine } from '../engine/engine';
import type { Observation, OperatorActed } from '../observation';
import type { Random } from '../random';
import type { Scheduler } from '../scheduler';
import type { Action } from './action';
import type { Api } from './processes';
import { type Network, toProcess } from './requests';
import { APPLICATION } from './settings';

interface OperatorsWorld {
  scheduler: Scheduler;
  random: Random;
  network: Network;
  engine: Engine;
  apis: () => Api[];
  observe: (observation: Observation) => void;
  /** Every notification that a response named, with its status now. */
  listed: () => { id: string; status: string }[];
  /** Called with each notification that a retry made. */
  onMade: (id: string) => void;
}

type Does = Extract<Action, { kind: 'operate' }>['does'];

/** What an operator looks for to act on. */
const WANTED: Record<Does, string[]> = {
  ...{ retry: ['failed'], reopen: ['failed', 'stopped'] },
  ...{ cancel: ['running', 'waiting'], terminate: ['running', 'waiting'] },
};

/** What operators do with one notification, or with the rate of an integration. Each acts twice now and then. */
export function createOperators(world: OperatorsWorld) {
  const { scheduler, random, network, engine, observe, onMade } = world;
  const now = (): number => Math.floor(scheduler.now());

  async function act(does: Does, id: string): Promise<void> {
    const askedAt = now();
    const told = (status: number, created?: string): void => {
      const made = created === undefined ? {} : { created };
      const acted: OperatorActed = {
        kind: 'operator',
        askedAt,
        notification: id,
        action: does,
        status,
        ...made,
      };
      observe({ at: now(), ...acted });
    };
    if (does === 'terminate') {
      const run = engine.latest(id);
      if (run) engine.terminate(run);
      return told(200);
    }
    const api = random.pick(world.apis());
    const { status, body } = await toProcess(network, api, async () => {
      try {
        return { status: 200, body: await done(api, does, id), replayed: false };
      } catch (error) {
        return { status: statusOf(error), body: {}, replayed: false };
      }
    });
    const created = body.created as string | undefined;
    if (created !== undefined) onMade(created);
    told(status, created);
  }

  /** What the admin routes do. */
  async function done({ deps }: Api, does: Does, id: string): Promise<Record<string, unknown>> {
    if (does === 'cancel') return { cancelled: await cancelNotification(deps, id, 'admin key simulator') };
    if (does === 'reopen') {
      await deps.dispatcher.start(await reopenNotification(deps, id));
      return {};
    }
    const { notification, isNew } = await retryNotification(deps, id, { again: false });
    if (isNew) await deps.dispatcher.start(notification);
    return { created: notification._id };
  }

  const statusOf = (error: unknown): number => {
    if (error instanceof ApiError) return ERROR_STATUS[error.code];
    if (isUnavailable(error)) return 503;
    network.onFault(error);
    return 500;
  };

  /** Sets the rate of an integration, until that succeeds. */
  async function pace({ integration: id, perSecond }: Extract<Action, { kind: 'pace' }>): Promise<void> {
    for (let left = 5; left > 0; left -= 1) {
      const api = random.pick(world.apis());
      const { store, cached } = api.deps;
      const { status } = await toProcess(network, api, async () => {
        try {
          const application = await store.applications.get(APPLICATION);
          const before = application?.integrations?.find((one) => one.id === id);
          if (!before) return { status: 404, body: {}, replayed: false };
          const after = { ...before, perSecond };
          const replaced = await withSendQueue(
            store.sendQueues,
            { applicationId: APPLICATION, before, after },
            () => store.applications.replaceIntegration(APPLICATION, after, before),
            async () =>
              (await store.applications.get(APPLICATION))?.integrations?.find((one) => one.id === id),
          );
          cached.clear();
          return { status: replaced ? 200 : 503, body: {}, replayed: false };
        } catch (error) {
          return { status: statusOf(error), body: {}, replayed: false };
        }
      });
      if (status < 500 && status !== 0) return;
      await scheduler.sleep(random.between(500, 3_000));
    }
  }

  /** Returns false for what no operator does. */
  return (action: Action): boolean => {
    if (action.kind === 'pace') void pace(action);
    else if (action.kind === 'operate') {
      const { does } = action;
      const found = world.listed().filter(({ status }) => WANTED[does].includes(status));
      if (found.length === 0) return true;
      const { id } = random.pick(found);
      void act(does, id);
      if (random.chance(0.4))
        scheduler.after(random.pick([1, 10, 300]) * random.next(), () => void act(does, id));
    } else return false;
    return true;
  };
}
