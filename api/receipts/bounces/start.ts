import type { ReturnAddresses } from '../../../core/receipts/return-address';
import type { ApiDeps } from '../../deps';
import { applyReceipts } from '../apply-receipts';
import { type BounceListener, startBounceListener } from './listener';
import { createMailReader } from './mail-reader';
import { ofOwnRecipients } from './own-recipients';

export interface BounceSettings {
  host: string;
  /** Absent: somebody else takes the mail of the bounce domain, or nobody. */
  port?: number;
  protocol: 'smtp' | 'lmtp';
  /** Absent: there is no bounce domain. */
  addresses?: ReturnAddresses;
}

/** Takes bounces and complaints by mail, where settings say so. */
export async function startBounces(deps: ApiDeps, settings: BounceSettings): Promise<BounceListener | null> {
  const { host, port, protocol, addresses } = settings;
  if (!addresses || port === undefined) return null;
  return startBounceListener({
    host,
    port,
    protocol,
    addresses,
    reader: createMailReader({ log: deps.log }),
    log: deps.log,
    applyReceipts: async (receipts) =>
      applyReceipts(deps, await ofOwnRecipients(deps.store, receipts, deps.vault)),
  });
}
