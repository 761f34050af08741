import type { Provider, SendResult } from '../../../channels/provider';
import type { ProviderRegistry } from '../../../channels/registry';
import { candidatesFor } from '../../../core/sending/candidates';
import type { Observation, ProviderCall } from '../observation';
import type { Random } from '../random';
import type { Process, Scheduler } from '../scheduler';
import type { Outages } from './outages';

/** A message that a provider has accepted. */
export interface Accepted {
  provider: string;
  address: string;
  notificationId: string;
  messageId: string;
  attemptId: string | undefined;
  providerMessageId: string;
  /** Whether the service does not learn of it by the answer. */
  isLost: boolean;
}

interface ProvidersWorld {
  scheduler: Scheduler;
  random: Random;
  outages: Outages;
  rate: number;
  observe: (observation: Observation) => void;
  onAccepted: (accepted: Accepted) => void;
  /** Called for a notification whose attempt waits long for an answer. */
  onSlow: (notificationId: string, ms: number) => void;
  /** Called for each call of a process, which may die or stand still then. */
  strike: (process: Process) => void;
}

type Did = ProviderCall['did'];

const REFUSED: SendResult = { outcome: 'permanent', code: 'INVALID_RECIPIENT', response: '550 no such user' };
const DOWN: SendResult = { outcome: 'transient', code: 'PROVIDER_ERROR', response: '503 try again' };
const BUSY: SendResult = {
  outcome: 'rate_limited',
  code: 'RATE_LIMITED',
  response: '429 slow down',
  retryAfterMs: 4_000,
};
const UNREACHABLE: SendResult = {
  outcome: 'transient',
  code: 'PROVIDER_ERROR',
  response: 'connection refused',
};

/** The providers of a history, with what they remember, and the registry that the workers open them by. */
export function createProviders(world: ProvidersWorld): ProviderRegistry {
  const { scheduler, random, outages, observe } = world;
  const keys = new Map<string, string>();
  let accepted = 0;

  /** What a provider does with a request, and what of that the service sees. */
  function decide(): {
    did: Exclude<Did, 'deduplicated'>;
    answered: ProviderCall['answered'];
    afterMs: number;
  } {
    const afterMs = random.chance(0.05) ? random.between(100, 4_000) : random.between(5, 100);
    if (outages.provider && random.chance(0.8))
      return {
        did: random.pick(['nothing', 'temporarily_refused'] as const),
        answered: random.pick(['truthfully', 'unreachable'] as const),
        afterMs,
      };
    if (!outages.faulty || !random.chance(world.rate))
      return { did: 'accepted', answered: 'truthfully', afterMs };
    switch (random.below(7)) {
      case 0:
        return { did: 'accepted', answered: 'lost', afterMs: 60_000 };
      case 1:
        return { did: 'nothing', answered: 'lost', afterMs: 60_000 };
      case 2:
        return { did: 'nothing', answered: 'unreachable', afterMs };
      case 3:
        return { did: 'refused', answered: 'truthfully', afterMs };
      case 4:
        return { did: 'temporarily_refused', answered: 'truthfully', afterMs };
      case 5:
        return { did: 'rate_limited', answered: 'truthfully', afterMs };
      default:
        // It answers late, perhaps when nobody waits any more.
        return { did: 'accepted', answered: 'truthfully', afterMs: random.between(2_000, 45_000) };
    }
  }

  const providerOf = (name: string): Provider => ({
    name,
    close: () => Promise.resolve(),
    send: (message, signal) =>
      new Promise((resolve) => {
        const task = scheduler.task();
        const leftAt = Math.floor(scheduler.now());
        const { begunAt } = (task.info ?? {}) as { begunAt?: number };
        const hasKeys = name === 'keyed';
        const silent: SendResult = hasKeys
          ? { outcome: 'transient', code: 'TIMEOUT', response: 'no answer in time', mayHaveSent: true }
          : { outcome: 'unknown', code: 'TIMEOUT', response: 'no answer in time' };
        let isWaiting = true;
        const giveUp = (): void => {
          isWaiting = false;
          resolve(silent);
        };
        if (signal.aborted) return giveUp();
        signal.addEventListener('abort', giveUp);
        if (task.process) world.strike(task.process);
        scheduler.after(random.between(1, 20), () => arrive(), { process: null });

        const arrive = (): void => {
          const askedAt = Math.floor(scheduler.now());
          const decided = decide();
          const { answered } = decided;
          // Until it answers, the lease of the attempt must be renewed.
          if (decided.afterMs > 20_000 && answered === 'truthfully')
            world.onSlow(message.notificationId, decided.afterMs);
          let did: Did = decided.did;
          let { afterMs } = decided;
          const key = hasKeys ? message.id : undefined;
          let providerMessageId = key === undefined ? undefined : keys.get(key);
          if (did === 'accepted' && providerMessageId !== undefined) did = 'deduplicated';
          else if (did === 'accepted') {
            providerMessageId = `${name}-${(accepted += 1)}`;
            if (key !== undefined) keys.set(key, providerMessageId);
          }
          if (answered === 'lost' && random.chance(0.5)) afterMs = random.between(50, 3_000);
          const call: ProviderCall = {
            ...{
              kind: 'provider',
              provider: name,
              address: message.to,
              notification: message.notificationId,
            },
            ...{ message: message.id, askedAt, did, answered },
            ...{ leftAt, process: task.process?.name, ...(begunAt !== undefined && { begunAt }) },
            ...(key !== undefined && { key }),
            ...(did === 'accepted' || did === 'deduplicated' ? { providerMessageId } : {}),
          };
          scheduler.after(
            afterMs,
            () => {
              const isSeen = isWaiting && task.process?.alive !== false;
              observe({ at: Math.floor(scheduler.now()), ...call, answered: isSeen ? answered : 'lost' });
            },
            { process: null },
          );
          if (did === 'accepted' || did === 'deduplicated')
            world.onAccepted({
              ...{ provider: name, address: message.to, notificationId: message.notificationId },
              ...{
                messageId: message.id,
                attemptId: message.attemptId,
                providerMessageId: providerMessageId ?? '',
                isLost: answered === 'lost',
              },
            });
          scheduler.after(
            afterMs,
            () => resolve(answerOf({ did, answered, providerMessageId, silent })),
            task,
          );
        };
      }),
  });

  return {
    candidates: (request) => candidatesFor(request, { serviceSmtp: false }),
    open: (_request, candidate) => providerOf(candidate),
    close: () => Promise.resolve(),
  };
}

function answerOf({
  did,
  answered,
  providerMessageId = '',
  silent,
}: Pick<ProviderCall, 'did' | 'answered' | 'providerMessageId'> & { silent: SendResult }): SendResult {
  if (answered === 'unreachable') return UNREACHABLE;
  if (answered === 'lost') return silent;
  switch (did) {
    case 'accepted':
    case 'deduplicated':
      return { outcome: 'sent', providerMessageId, response: '250 accepted' };
    case 'refused':
      return REFUSED;
    case 'rate_limited':
      return BUSY;
    case 'temporarily_refused':
    case 'nothing':
      return DOWN;
  }
}
