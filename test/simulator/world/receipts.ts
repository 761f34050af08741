import type { Receipt, ReceiptKind } from '../../../core/receipts/receipt';
import { isUnavailable } from '../../../store/connection';
import { applyReceipts, MessageChangedError } from '../../../store/receipts/apply-receipts';
import type { Observation, Receipt as ObservedReceipt } from '../observation';
import type { Random } from '../random';
import type { Scheduler } from '../scheduler';
import type { Outages } from './outages';
import type { Api } from './processes';
import type { Accepted } from './providers';
import { type Network, toProcess } from './requests';
import { APPLICATION } from './settings';

interface ReceiptsWorld {
  scheduler: Scheduler;
  random: Random;
  outages: Outages;
  rate: number;
  network: Network;
  apis: () => Api[];
  observe: (observation: Observation) => void;
}

const KINDS: Record<ObservedReceipt['says'], ReceiptKind> = {
  ...{ delivered: 'delivered', failed: 'failed', bounced: 'hard_bounce', complained: 'complained' },
};

const TEXT_KINDS: ObservedReceipt['says'][] = ['delivered', 'failed', 'delivered'];
const MAIL_KINDS: ObservedReceipt['says'][] = [...TEXT_KINDS, 'bounced', 'complained'];

/** Lets providers report what became of messages: early, late, twice, in any order, or never. */
export function createReceipts({ scheduler, random, outages, rate, network, apis, observe }: ReceiptsWorld) {
  const outside = { process: null };

  async function report(
    accepted: Accepted,
    says: ObservedReceipt['says'],
    happenedAt: number,
  ): Promise<void> {
    const { provider, providerMessageId, address, notificationId, messageId, attemptId } = accepted;
    for (let left = 6; left > 0; left -= 1) {
      const api = random.pick(apis());
      const receipt: Receipt = {
        ...{ notificationId, messageId, kind: KINDS[says], at: new Date(happenedAt), providerMessageId },
        ...(attemptId !== undefined && { attemptId }),
      };
      const askedAt = Math.floor(scheduler.now());
      const { status } = await toProcess(network, api, async () => {
        try {
          await applyReceipts(api.deps, [receipt], { applicationId: APPLICATION, integrationId: provider });
          return { status: 200, body: {}, replayed: false };
        } catch (error) {
          const isLater = isUnavailable(error) || error instanceof MessageChangedError;
          if (!isLater) network.onFault(error);
          return { status: isLater ? 503 : 500, body: {}, replayed: false };
        }
      });
      const times = { at: Math.floor(scheduler.now()), askedAt, occurredAt: happenedAt };
      observe({ ...times, kind: 'receipt', provider, providerMessageId, address, says, status });
      if (status === 200) return;
      await scheduler.sleep(random.between(2_000, 40_000));
    }
  }

  const reportIn = (inMs: number, accepted: Accepted, says: ObservedReceipt['says']): void => {
    const happenedAt = Math.floor(scheduler.now());
    scheduler.after(inMs, () => void report(accepted, says, happenedAt), outside);
  };

  return (accepted: Accepted): void => {
    // What the service has to decide between, an outcome that it does not know and a late report, is rare otherwise.
    const isOdd = outages.faulty && random.chance(accepted.isLost ? Math.min(1, 4 * rate) : rate);
    if (!isOdd) {
      if (random.chance(0.7)) reportIn(random.between(50, 5_000), accepted, 'delivered');
      return;
    }
    // Only e-mail has bounces and complaints.
    const kinds = accepted.address.includes('@') ? MAIL_KINDS : TEXT_KINDS;
    // A failure of an attempt after which another one is sent.
    const isLate = accepted.isLost && random.chance(0.5);
    const says = isLate ? 'failed' : random.pick(kinds);
    const delays = isLate ? [4_000, 15_000, 40_000] : [0, 0, 20, 2_000, 90_000];
    const inMs = random.pick(delays) * random.between(0.5, 1.5);
    if (says === 'complained') reportIn(inMs / 2, accepted, 'delivered');
    if (isLate && random.chance(0.4)) reportIn(inMs * random.between(0.7, 1), accepted, 'delivered');
    reportIn(inMs, accepted, says);
    if (random.chance(0.3)) reportIn(inMs + random.pick([0, 10, 5_000]), accepted, says);
    // Two reports are read before either is written.
    if (random.chance(0.3)) reportIn(inMs + random.between(0, 4), accepted, random.pick(kinds));
    if (random.chance(0.2)) reportIn(inMs + random.between(0, 20_000), accepted, random.pick(kinds));
  };
}
