import pMap from 'p-map';
import type { Integration } from '../../core/sending/integration';
import { type PushService, pushServiceOf, splitTokens } from '../../core/contacts/push-tokens';
import type { OutboundMessage, Provider, SendResult } from '../provider';
import { together } from './combine-results';

/** Devices of one message that are called at once: a contact may have a hundred, and a worker many messages. */
const DEVICES_AT_ONCE = 10;

/**
 * All devices of a contact as one message: each token goes to the integration of its service. Accepted for one device
 * is sent; what the others said stands in `response`. Only where no device took it is it tried again.
 */
export function createPushProvider(
  integrations: readonly Integration[],
  open: (integration: Integration) => Provider,
): Provider {
  const byService = new Map<PushService, Integration>();
  for (const one of integrations) {
    const service = one.provider as PushService;
    if (!byService.has(service)) byService.set(service, one);
  }
  return {
    name: [...byService.keys()].join('+'),
    send: async (message, signal) => {
      const tokens = [...new Set(splitTokens(message.to))];
      const toDevice = (token: string) => sendTo(token, message, signal);
      return together(await pMap(tokens, toDevice, { concurrency: DEVICES_AT_ONCE }));
    },
    // They belong to the process, which closes them.
    close: () => Promise.resolve(),
  };

  /** Never rejects: one device must not lose what the others answered. */
  async function sendTo(token: string, message: OutboundMessage, signal: AbortSignal): Promise<SendResult> {
    const service = pushServiceOf(token);
    const integration = byService.get(service);
    if (!integration) {
      return { outcome: 'permanent', code: 'NO_PROVIDER', response: `no integration for ${service}` };
    }
    if (signal.aborted) return { outcome: 'transient', code: 'TIMEOUT', response: 'no time left to call' };
    try {
      return await open(integration).send({ ...message, to: token }, signal);
    } catch (error) {
      return { outcome: 'unknown', code: 'OUTCOME_UNKNOWN', response: String(error) };
    }
  }
}
