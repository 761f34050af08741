import type { ReturnAddresses } from '../../../core/receipts/return-address';
import type { ApiDeps } from '../../deps';
import { unsubscribeByMail } from '../../preferences/change-by-link';
import { applyReceipts } from '../../../store/receipts/apply-receipts';
import { type BounceListener, startBounceListener } from './listener';
import { createMailReader } from './mail-reader';
import { ofOwnRecipients } from './own-recipients';

interface BounceSettings {
  host: string;
  /** Absent: this process does not receive the mail of the bounce domain. */
  port?: number;
  protocol: 'smtp' | 'lmtp';
  /** Absent: there is no bounce domain. */
  addresses?: ReturnAddresses;
}

/** Receives bounces and complaints by mail. Returns null if the settings do not ask for it. */
export async function startBounces(deps: ApiDeps, settings: BounceSettings): Promise<BounceListener | null> {
  const { port, addresses } = settings;
  if (!addresses || port === undefined) return null;
  return startBounceListener({
    ...settings,
    port,
    addresses,
    reader: createMailReader({ log: deps.log }),
    log: deps.log,
    unsubscribe: (mail) => unsubscribeByMail(deps, mail),
    applyReceipts: async (receipts) =>
      applyReceipts(deps, await ofOwnRecipients(deps.store, receipts, deps.vault)),
  });
}
